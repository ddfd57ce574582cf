// dossier replay: a recorded session read back, strictly or on another snapshot, or gone on from.
#include <cstdlib>
#include <iostream>

#include "agent/replay.h"
#include "agent/resolve.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "cli/agent.h"
#include "cli/terminal.h"
#include "engine/error.h"

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
  const size_t events = replay_strictly(journal.events(), tools, invocation.text("--prompts"));
  if (invocation.json())
    std::cout << Json::object({{"session", journal.info().uid}, {"events", events}}).dump() << "\n";
  else
    std::cout << "identical: " << events << " events of session " << journal.info().uid << "\n";
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

int fork(Store& store, const Journal& journal, const Toolbox& tools, const Invocation& invocation) {
  const auto& all = journal.events();
  const size_t count = boundary(all, std::atoll(invocation.text("--fork").c_str()));
  const std::vector<SessionEvent> prefix(all.begin(),
                                         all.begin() + static_cast<std::ptrdiff_t>(count));
  Setup setup = set_up_again(tools, prefix[0], invocation.text("--prompts"));
  if (setup.started.text("mode") != "automation")
    throw Error(ErrorCode::invalid, "only answers of ask are forked here; chat --resume goes on");
  const auto model = open_model(model_name(invocation));
  if (model->native_calls() != (setup.protocol == &native_calls()))
    throw Error(ErrorCode::invalid,
                "the session was recorded in another dialect than this model's");
  SessionInfo info = journal.info();
  info.uid.clear();
  info.model = model->name();
  info.source.clear();
  info.started_at = 0;
  info.parent = info.id;
  info.parent_event = prefix.back().id;
  Journal own = Journal::begin(store, info, system_entropy());
  Policy policy(Policy::kReadOnly);
  Transcript transcript(own, {model.get(), &tools, &policy, &system_clock(), {}});
  const Interrupt interrupt;
  const LoopLimits limits = limits_of(prefix[0]);
  const Protocol& protocol = *setup.protocol;
  const AskResult result = resume_ask(transcript, std::move(setup), fold(prefix, protocol),
                                      results_in(prefix), limits, {}, interrupt.token());
  std::cerr << "session " << own.info().uid << "\n";
  if (!result.answered) throw Error(ErrorCode::invalid, "no answer: " + result.problem);
  std::cout << (invocation.json() ? to_json(result.report) : printable(result.report.summary))
            << "\n";
  return 0;
}

int run_command(const Invocation& invocation) {
  const bool forks = invocation.has("--fork");
  Store store = forks ? open_existing(invocation) : Store::open_to_read(invocation.database());
  const Journal journal = Journal::open(store, find_session(store, invocation.text("ID")));
  const std::string project =
      invocation.has("--project") ? invocation.text("--project") : journal.info().project;
  Toolbox tools;
  add_op_tools(tools, store, project, invocation.text("--snapshot"));
  // What a chat had besides; a replay runs none of them.
  std::unique_ptr<Workspace> folder;
  std::unique_ptr<OverlayWorkspace> scratch;
  if (journal.info().mode != "automation") {
    folder = disk_workspace(".");
    scratch = std::make_unique<OverlayWorkspace>(*folder);
    add_file_tools(tools, *scratch);
  } else {
    add_resolve_tool(tools, store, project);
  }
  if (forks) return fork(store, journal, tools, invocation);
  if (invocation.has("--retool")) return with_live_tools(journal, tools, invocation);
  return strictly(journal, tools, invocation);
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
                     {"--snapshot", "SNAPSHOT", "What live tools search, by id or label"}};
  for (auto& option : model_options()) command.options.push_back(std::move(option));
  command.run = run_command;
  return command;
}

}  // namespace dossier::cli
