// dossier replay: replays a recorded session strictly or on another snapshot, or forks it.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "agent/backend.h"
#include "agent/fix/tools.h"
#include "agent/locate.h"
#include "agent/mcp/place.h"
#include "agent/note.h"
#include "agent/program.h"
#include "agent/replay.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "cli/agent.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "queries/open.h"

namespace dossier::cli {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

Json json_of(const Retooled& call) {
  Json gone = Json::array(), added = Json::array();
  for (const auto& key : call.gone) gone.add(key);
  for (const auto& key : call.added) added.add(key);
  return Json::object({{"seq", call.seq},
                       {"tool", call.call.tool},
                       {"input", call.call.input},
                       {"verdict", name_of(call.verdict)},
                       {"gone", std::move(gone)},
                       {"new", std::move(added)}});
}

int strictly(const Journal& journal, const Toolbox& tools, const Invocation& invocation) {
  const Replayed replayed = replay_strictly(journal.events(), tools, invocation.text("--prompts"));
  const auto& divergence = replayed.divergence;
  if (invocation.json()) {
    Json out = Json::object(
        {{"session", journal.info().uid}, {"identical", !divergence}, {"events", replayed.events}});
    if (divergence)
      out.set("step", divergence->step())
          .set("expected", divergence->expected())
          .set("got", divergence->got());
    std::cout << out.dump() << "\n";
    return divergence ? 1 : 0;
  }
  if (divergence) {
    std::cerr << "dossier: step " << divergence->step() << ": diverges from the record\n"
              << "  expected: " << printable(divergence->expected()) << "\n"
              << "  got:      " << printable(divergence->got()) << "\n";
    return 1;
  }
  std::cout << "identical: " << replayed.events << " events of session " << journal.info().uid
            << "\n";
  return 0;
}

int with_live_tools(const Journal& journal, const Toolbox& tools, const Invocation& invocation) {
  Json rows = Json::array();
  Table table{{"event", "verdict", "call", "gone", "new"}, {}};
  for (const auto& call : retool(journal.events(), tools)) {
    rows.add(json_of(call));
    table.rows.push_back({std::to_string(call.seq), std::string(name_of(call.verdict)),
                          shown_call(call.call), joined(call.gone), joined(call.added)});
  }
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else
    std::cout << (table.rows.empty() ? "the session called no tools\n" : print(table));
  return 0;
}

// The last event at or before `wanted` after which the model is asked.
size_t boundary(const std::vector<SessionEvent>& events, int64_t wanted) {
  size_t found = 0;
  for (size_t i = 0; i + 1 < events.size() && events[i].seq <= wanted; ++i)
    if (events[i + 1].kind == EventKind::model_asked) found = i + 1;
  if (found == 0) throw Error(ErrorCode::invalid, "the model was not asked before that event");
  return found;
}

size_t fork_boundary(const Journal& journal, const Invocation& invocation) {
  return boundary(journal.events(), std::atoll(invocation.text("--fork").c_str()));
}

// The newest `started` event's body: a chat may have changed its mode.
Json last_setup(const std::vector<SessionEvent>& events) {
  Json out = Json::object();
  for (const auto& event : events)
    if (event.kind == EventKind::started) out = body_of(event);
  return out;
}

int fork(Store& store, const Journal& journal, const Toolbox& tools, const std::string& root,
         FixPlace* dialogue, const Invocation& invocation) {
  const auto& all = journal.events();
  const size_t count = fork_boundary(journal, invocation);
  const std::vector<SessionEvent> prefix(all.begin(),
                                         all.begin() + static_cast<std::ptrdiff_t>(count));
  const auto model = open_model(model_name(invocation));
  const Json started = last_setup(prefix);
  const bool native = started.text("protocol") == native_calls().name();
  // The tag dialogue is text, whatever the model could do besides.
  if (dialogue == nullptr && started.find("protocol") != nullptr && model->native_calls() != native)
    throw Error(ErrorCode::invalid,
                "the session was recorded with another dialect than this model's");
  SessionInfo info = journal.info();
  info.uid.clear();
  info.model = model->name();
  info.source.clear();
  info.started_at = 0;
  info.parent = info.id;
  info.parent_event = prefix.back().id;
  Journal own = Journal::begin(store, info, system_entropy());
  Policy policy(permissions_of(started.text("mode"), started.text("permit")));
  Transcript transcript(own, {model.get(), &tools, &policy, &system_clock(), root}, prefix);
  const Interrupt interrupt;
  const Continued result =
      go_on(transcript, prefix, tools, invocation.text("--prompts"), {}, interrupt.token());
  std::cerr << "session " << own.info().uid << "\n";
  // What a dialogue comes to is its change, however it ended.
  if (dialogue != nullptr) {
    const std::string diff = dialogue->tree().diff();
    if (invocation.json())
      std::cout << Json::object({{"session", own.info().uid},
                                 {"status", result.answered ? "done" : "stopped"},
                                 {"reason", result.answered ? "" : result.text},
                                 {"diff", diff}})
                       .dump()
                << "\n";
    else
      std::cout << (on_terminal() ? coloured_diff(diff) : diff) << std::flush;
    if (result.answered) return 0;
    std::cerr << "dossier: not finished: " << printable_lines(result.text)
              << "; the diff is what was changed until then\n";
    return 2;
  }
  if (!result.answered) throw Error(ErrorCode::invalid, "no answer: " + result.text);
  const std::string text = result.json.is_null() ? result.text : result.json.dump();
  if (invocation.json() && result.json.is_null())
    std::cout << Json::object({{"session", own.info().uid}, {"answer", text}}).dump() << "\n";
  else
    std::cout << (result.json.find("summary") && !invocation.json()
                      ? printable(result.json.text("summary"))
                      : printable_lines(text))
              << "\n";
  return 0;
}

// The files that a chat worked on: its folder, or a snapshot's where it was one or one is named.
std::unique_ptr<Workspace> files_of(Store& store, const std::string& root,
                                    const std::string& project, const Invocation& invocation) {
  const bool forks = invocation.has("--fork"), retools = invocation.has("--retool");
  if (retools && invocation.has("--snapshot"))
    return snapshot_workspace(store, store.scope(project, invocation.text("--snapshot")));
  if (root.starts_with(kSnapshotRoot)) {
    const std::string snapshot = root.substr(kSnapshotRoot.size());
    // A fork works on: a snapshot that was dropped stops it here.
    return snapshot_workspace(store, forks ? store.scope("", snapshot) : parse_scope(snapshot));
  }
  if (std::filesystem::is_directory(root)) return disk_workspace(root);
  if (forks || retools)
    throw Error(ErrorCode::not_found, "the workspace is gone; name it with --root", root);
  return disk_workspace(".");  // a strict replay touches nothing
}

// What the session had besides the store. A fork works on the folder; everything else at most on a
// copy of it.
struct Surroundings {
  Toolbox tools;
  std::unique_ptr<Workspace> files;
  std::unique_ptr<OverlayWorkspace> scratch;
  std::unique_ptr<Program> program;
  std::unique_ptr<FixPlace> dialogue;
  std::string root;
  NoteAuthor author;
  mcp::Around client;  // of what a client asked: nothing stops it
};

void open_dialogue(Surroundings& around, Store& store, const Journal& journal,
                   const Invocation& invocation) {
  const Json started = last_setup(journal.events());
  around.root = started.text("root");
  const bool forks = invocation.has("--fork");
  // A strict replay needs neither the tree nor its tools.
  if (!forks && !invocation.has("--retool")) return;
  around.dialogue =
      std::make_unique<FixPlace>(store, fix_options_in(started), nullptr, std::stop_token());
  around.tools = around.dialogue->tools();
  if (forks)
    restore_edits(store, journal, static_cast<int64_t>(fork_boundary(journal, invocation)),
                  around.dialogue->tree().files());
}

void open_chat(Surroundings& around, Store& store, const Journal& journal,
               const std::string& project, const Invocation& invocation) {
  const bool forks = invocation.has("--fork");
  around.root = invocation.has("--root") ? invocation.text("--root")
                                         : last_setup(journal.events()).text("root");
  around.files = files_of(store, around.root, project, invocation);
  around.scratch = std::make_unique<OverlayWorkspace>(*around.files);
  const bool is_virtual = around.root.starts_with(kSnapshotRoot);
  add_file_tools(around.tools, forks && !is_virtual ? *around.files : *around.scratch);
  if (forks && is_virtual)
    restore_edits(store, journal, static_cast<int64_t>(fork_boundary(journal, invocation)),
                  *around.scratch);
  around.author.name = journal.info().model;
  around.author.keeps = forks;
  add_note_tool(around.tools, store, project, around.author);
}

int run_command(const Invocation& invocation) {
  const bool forks = invocation.has("--fork");
  Store store = forks ? open_existing(invocation) : open_to_read(invocation.database());
  const Journal journal = Journal::open(store, find_session(store, invocation.text("ID")));
  const std::string project =
      invocation.has("--project") ? invocation.text("--project") : journal.info().project;
  Surroundings around;
  const std::string& mode = journal.info().mode;
  const std::string snapshot = invocation.text("--snapshot");
  if (mode != kFixMode && mode != mcp::kMode) add_op_tools(around.tools, store, project, snapshot);
  if (mode == mcp::kMode) {
    around.client.author = {journal.info().model, std::nullopt, false};
    mcp::add_tools(around.tools, store, project, snapshot, mcp::Offer::lookups, around.client);
  } else if (mode == "automation") {
    add_locate_tool(around.tools, store, project);
  } else if (mode == "backend") {
    around.program = program_in(store);
    add_program_tools(around.tools, around.program.get());
  } else if (mode == kFixMode) {
    open_dialogue(around, store, journal, invocation);
  } else {
    open_chat(around, store, journal, project, invocation);
  }
  if (forks)
    return fork(store, journal, around.tools, around.root, around.dialogue.get(), invocation);
  if (invocation.has("--retool")) return with_live_tools(journal, around.tools, invocation);
  return strictly(journal, around.tools, invocation);
}

}  // namespace

Command replay_command() {
  Command command;
  command.word = "replay";
  command.group = Group::agents;
  command.summary = "Read a session back: strictly, with live tools, or on from an event";
  command.details =
      "Strictly (the default) the program does everything again with the record's model, tools,\n"
      "clock and permissions, touches nothing, and must do the same byte for byte; the first\n"
      "difference is named. --retool makes the recorded calls again, on another snapshot if you\n"
      "like, and says per call whether the result is the same, moved, or which symbols are gone "
      "or\n"
      "new. --fork goes on live after an event as a new session that shares what came before.";
  command.example = "dossier replay --retool --snapshot v2";
  command.options = {{"ID", "", "The session (default: the newest; -2 the one before)"},
                     {"--strict", "", "The default"},
                     {"--retool", "", "Recorded model, live tools"},
                     {"--fork", "EVENT", "Go on live after this event"},
                     {"--root", "FOLDER", "The workspace of a chat (default: as recorded)"},
                     {"--snapshot", "SNAPSHOT", "What live tools search, by id or label"}};
  for (auto& option : model_options()) command.options.push_back(std::move(option));
  command.run = run_command;
  return command;
}

}  // namespace dossier::cli
