// dossier replay: replays a recorded session strictly or on another snapshot, or forks it.
#include <initializer_list>
#include <iostream>
#include <map>

#include "agent/replay.h"
#include "agent/retool.h"
#include "agent/sessions.h"
#include "agent/surroundings.h"
#include "cli/agent.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

Json json_of(const Retooled& call) {
  Json gone = Json::array(), added = Json::array(), renamed = Json::array();
  for (const auto& key : call.gone) gone.add(key);
  for (const auto& key : call.added) added.add(key);
  for (const auto& pair : call.renamed) renamed.add(pair);
  return Json::object({{"seq", call.seq},
                       {"tool", call.call.tool},
                       {"input", call.call.input},
                       {"verdict", name_of(call.verdict)},
                       {"gone", std::move(gone)},
                       {"new", std::move(added)},
                       {"renamed", std::move(renamed)}});
}

Json json_of(const std::vector<Interruption>& stopped) {
  Json out = Json::array();
  for (const auto& stop : stopped) out.add(Json::object({{"seq", stop.seq}, {"step", stop.step}}));
  return out;
}

int strictly(const Journal& journal, const Toolbox& tools, const Invocation& invocation) {
  const Replayed replayed = replay_strictly(journal.events(), tools, prompts_folder(invocation));
  const auto& divergence = replayed.divergence;
  if (invocation.json()) {
    Json out = Json::object(
        {{"session", journal.info().uid}, {"identical", !divergence}, {"events", replayed.events}});
    if (!replayed.stopped.empty()) out.set("interrupted", json_of(replayed.stopped));
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
  for (const auto& stop : replayed.stopped)
    std::cout << "the program was stopped after event " << stop.seq << " (" << printable(stop.step)
              << ")\n";
  return 0;
}

int print_retooled(const std::vector<Retooled>& calls, const Invocation& invocation) {
  Json rows = Json::array();
  Table table{{"event", "verdict", "call", "gone", "new"}, {}};
  std::map<std::string, int64_t> without;  // tools of other programs, by name
  for (const auto& call : calls) {
    rows.add(json_of(call));
    if (call.verdict == Retooled::absent) ++without[call.call.tool];
    std::string gone = joined(call.gone);
    if (!call.renamed.empty()) gone += (gone.empty() ? "" : "; ") + joined(call.renamed);
    table.rows.push_back({std::to_string(call.seq), std::string(name_of(call.verdict)),
                          shown_call(call.call), gone, joined(call.added)});
  }
  if (invocation.json()) {
    std::cout << rows.dump() << "\n";
    return 0;
  }
  std::cout << (table.rows.empty() ? "the session called no tools\n" : print(table));
  for (const auto& [tool, count] : without)
    std::cout << "no equivalent here: " << counted(count, "call") << " of " << printable(tool)
              << "\n";
  return 0;
}

int with_live_tools(const Journal& journal, const Toolbox& tools, const Invocation& invocation) {
  return print_retooled(retool(journal.events(), tools), invocation);
}

int fork(Store& store, const Journal& journal, const Surroundings& around,
         const SurroundingsOptions& options, const Invocation& invocation) {
  const auto model = open_model(model_name(invocation));
  const Interrupt interrupt;
  std::string uid;
  const Continued result = fork_session(
      store, journal, around, options, *model, [&](const std::string& begun) { uid = begun; }, {},
      interrupt.token());
  std::cerr << "session " << uid << "\n";
  // What a dialogue comes to is its change, however it ended.
  if (around.dialogue() != nullptr) {
    const std::string diff = around.dialogue()->tree().diff();
    if (invocation.json())
      std::cout << Json::object({{"session", uid},
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
    std::cout << Json::object({{"session", uid}, {"answer", text}}).dump() << "\n";
  else
    std::cout << (result.json.find("summary") && !invocation.json()
                      ? printable(result.json.text("summary"))
                      : printable_lines(text))
              << "\n";
  return 0;
}

// One of --retool and --fork, if any, and nothing that it would pass over.
void check_purpose(const Invocation& invocation) {
  const bool retools = invocation.has("--retool"), forks = invocation.has("--fork");
  if (retools && forks) throw Error(ErrorCode::invalid, "--retool and --fork exclude each other");
  const auto only_for = [&](std::initializer_list<const char*> options, const std::string& why) {
    for (const char* option : options)
      if (invocation.has(option)) throw Error(ErrorCode::invalid, option + why);
  };
  if (!forks)
    only_for({"--model", "--timeout"},
             " is for --fork: the record is the model of every other replay");
  if (!forks && !retools)
    only_for({"--root", "--snapshot"},
             " is for --retool and --fork: a strict replay takes everything from the record");
}

int run_replay(const Invocation& invocation) {
  check_purpose(invocation);
  SurroundingsOptions options;
  options.purpose = invocation.has("--fork")     ? SurroundingsOptions::fork
                    : invocation.has("--retool") ? SurroundingsOptions::retool
                                                 : SurroundingsOptions::strict;
  const bool forks = options.purpose == SurroundingsOptions::fork;
  if (forks) options.after = invocation.number("--fork", 1, INT64_MAX);
  options.root = invocation.optional("--root");
  options.project = invocation.optional("--project");
  options.snapshot = invocation.text("--snapshot");
  options.prompts = prompts_folder(invocation);
  Store store = forks ? open_existing(invocation) : open_reading(invocation);
  const Journal journal = Journal::open(store, find_session(store, invocation.text("ID")));
  const Surroundings around(store, journal, options);
  if (forks) return fork(store, journal, around, options, invocation);
  if (invocation.has("--retool") && journal.info().mode == "import")
    return print_retooled(retool_foreign(journal.events(), *around.copy()), invocation);
  if (invocation.has("--retool")) return with_live_tools(journal, around.tools(), invocation);
  return strictly(journal, around.tools(), invocation);
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
                     {"--retool", "", "Recorded model, live tools"},
                     {"--fork", "EVENT", "Go on live after this event"},
                     {"--root", "FOLDER", "The workspace of a chat (default: as recorded)"},
                     {"--snapshot", "SNAPSHOT", "What live tools search, by id or label"}};
  for (auto& option : model_options()) command.options.push_back(std::move(option));
  command.run = run_replay;
  return command;
}

}  // namespace dossier::cli
