#pragma once
// A tag dialogue over a small tree, with the replies of a model that says what it is told to.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/fix/fix.h"
#include "agent/fix/run_log.h"
#include "agent/fix/tools.h"
#include "queries/open.h"
#include "store/import/import.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/scratch.h"

namespace dossier::test::fix_case {

inline const std::string kThinking = "%_Thought_%\nt\n%_Plan_%\np\n";
inline const std::string kReady = kThinking + "%_Ready_For_Final_Check_%\n";
inline const std::string kFile =
    kThinking + "%_Reply Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"src/a.go\"}]";
inline const std::string kGoodDiff =
    kThinking +
    "%_Modified_%\n--- a/src/a.go\n+++ b/src/a.go\n@@ -1,2 +1,2 @@\n one\n"
    "-two\n+2\n";
inline const std::string kBadDiff =
    kThinking +
    "%_Modified_%\n--- a/src/a.go\n+++ b/src/a.go\n@@ -1,2 +1,2 @@\n one\n"
    "-three\n+2\n";
inline std::string report_of(const std::string& status) {
  return "%_Verification_Report_%\n[{\"goal\":\"it builds\",\"status\":\"" + status +
         "\",\"evidence\":\"e\",\"reasoning\":\"r\"}]\n";
}
inline const std::string kEnd = report_of("Achieved") + "%%_Fin_%%\n";
inline const std::string kProtos = "--- a/x.proto\n+++ b/x.proto\n@@ -1,1 +1,1 @@\n-old\n+new\n";

struct Case {
  Scratch scratch;
  FixedClock clock;
  FixedEntropy entropy;
  Store store = open_to_write(scratch / "d.db");
  std::optional<Journal> journal;
  std::unique_ptr<FixPlace> place;
  FixOptions options;
  std::string permit;

  Case() {
    scratch.write("tree/src/a.go", "one\ntwo\n");
    scratch.write("tree/x.proto", "old\n");
    import_again();
    options.model = "replies";
    options.snapshot = "1";
    options.protos = kProtos;
  }

  void import_again() {
    ImportOptions chosen;
    chosen.path = scratch / "tree";
    chosen.project = "T";
    import(store, chosen);
  }
  FixResult run(Model& model) {
    place = std::make_unique<FixPlace>(store, options, nullptr, std::stop_token());
    SessionInfo info;
    info.mode = kFixMode;
    info.model = "replies";
    journal.emplace(Journal::begin(store, info, entropy));
    Policy policy(permissions_of(kFixMode, permit));
    Transcript transcript(*journal, {&model, &place->tools(), &policy, &clock, "snapshot:1"});
    return run_fix(transcript, set_up_fix(place->tools(), options), "begin", {}, {});
  }
  FixResult run(std::initializer_list<std::string> replies) {
    Replies model(said(replies));
    return run(model);
  }
  // The messages to the model, in order.
  std::vector<std::string> told() const {
    std::vector<std::string> out;
    for (const auto& event : journal->events())
      if (event.kind == EventKind::message) out.push_back(body_of(event).text("text"));
    return out;
  }
  bool replays() const { return is_identical(*journal, Toolbox()); }
  Json log() const { return run_log_of(journal->info(), journal->events()); }
  // "start>success, …": the template of each prompt and what was done with its reply.
  std::string actions() const {
    std::string out;
    const Json whole = log();
    for (const auto& turn : whole["interaction_log"].each())
      out += (out.empty() ? "" : ", ") + turn["llm_request"].text("prompt_template") + ">" +
             turn["system_action"].text("type");
    return out;
  }
};

inline bool has(const std::string& text, std::string_view piece) {
  return text.find(piece) != text.npos;
}

}  // namespace dossier::test::fix_case
