// The tag dialogue over a snapshot: what follows each act, the rules of the end, its budgets; and
// that every session replays strictly.
#include "agent/fix/fix.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "agent/fix/rules.h"
#include "agent/fix/run_log.h"
#include "agent/fix/tools.h"
#include "agent/sessions.h"
#include "engine/clock.h"
#include "queries/open.h"
#include "store/import/import.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

namespace {

const std::string kThinking = "%_Thought_%\nt\n%_Plan_%\np\n";
const std::string kReady = kThinking + "%_Ready_For_Final_Check_%\n";
const std::string kFile =
    kThinking + "%_Reply Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"src/a.go\"}]";
const std::string kGoodDiff =
    kThinking +
    "%_Modified_%\n--- a/src/a.go\n+++ b/src/a.go\n@@ -1,2 +1,2 @@\n one\n"
    "-two\n+2\n";
const std::string kBadDiff = kThinking +
                             "%_Modified_%\n--- a/src/a.go\n+++ b/src/a.go\n@@ -1,2 +1,2 @@\n one\n"
                             "-three\n+2\n";
std::string report_of(const std::string& status) {
  return "%_Verification_Report_%\n[{\"goal\":\"it builds\",\"status\":\"" + status +
         "\",\"evidence\":\"e\",\"reasoning\":\"r\"}]\n";
}
const std::string kEnd = report_of("Achieved") + "%%_Fin_%%\n";
const std::string kProtos = "--- a/x.proto\n+++ b/x.proto\n@@ -1,1 +1,1 @@\n-old\n+new\n";

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

bool has(const std::string& text, std::string_view piece) { return text.find(piece) != text.npos; }

}  // namespace

TEST_CASE("a dialogue asks, fails, mends, verifies and ends") {
  Case one;
  const FixResult result =
      one.run({"%_Correction_Goals_%\n- it builds\n" + kFile, kBadDiff, kGoodDiff, kReady, kEnd});
  CHECK(result.end.why == LoopEnd::accepted);
  CHECK(result.turns == 5);
  CHECK(one.place->tree().diff() ==
        "--- a/src/a.go\n+++ b/src/a.go\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
  CHECK(one.place->tree().files().read("x.proto") == "new\n");
  CHECK(one.actions() ==
        "start>more_information, more_information>failure, failure>success, success>verification, "
        "verification>fin");
  const auto told = one.told();
  REQUIRE(told.size() == 5);
  CHECK(has(told[1], "FILE_CONTENT src/a.go\n```\none\ntwo\n```"));
  CHECK(has(told[2], "expected line 2: three"));
  CHECK(has(told[2], "found    line 2: two"));
  CHECK(has(told[3], "- src/a.go (+1 −1)"));
  CHECK(has(told[4], "Your goals:\n- it builds\n"));
  CHECK(has(told[4], "-two\n+2\n"));
  CHECK(one.replays());
  CHECK(verify_sessions(one.store).empty());
}

TEST_CASE("the end needs a report in which every goal is achieved") {
  Case bare;
  CHECK(bare.run({kGoodDiff, "%%_Fin_%%", kEnd}).end.why == LoopEnd::accepted);
  CHECK(has(bare.told()[2], "needs a %_Verification_Report_%"));
  CHECK(has(bare.told()[2], "-two\n+2\n"));
  CHECK(bare.replays());

  Case open;
  CHECK(open.run({kReady, report_of("Not Achieved") + "%%_Fin_%%", kGoodDiff, kEnd}).end.why ==
        LoopEnd::accepted);
  CHECK(has(open.told()[2], "not achieved by your own report"));
  CHECK(has(open.told()[2], "- it builds: r"));
  CHECK(open.replays());

  Case stubborn;
  const FixResult result = stubborn.run({"%%_Fin_%%", "%%_Fin_%%", "%%_Fin_%%", "%%_Fin_%%"});
  CHECK(result.end.why == LoopEnd::too_many_corrections);
  CHECK(result.end.text.starts_with("no usable reply after three corrections"));
  CHECK(stubborn.replays());
}

TEST_CASE("a verification report is read as strictly as it is asked for") {
  CHECK_FALSE(
      report_problem(R"([{"goal":"g","status":"achieved","evidence":"","reasoning":"r"}])"));
  CHECK_FALSE(
      report_problem("```json\n[{\"goal\":\"g\",\"status\":\"Achieved\",\"evidence\":\"e\","
                     "\"reasoning\":\"r\"}]\n```"));
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"", "it is no JSON array"},
      {"all good", "it is no JSON array"},
      {"[]", "at least one goal"},
      {"[1]", "$[0] must be an object"},
      {R"([{"goal":"g","status":"Achieved","evidence":"e"}])", "$[0].reasoning must be a text"},
      {R"([{"goal":"g","status":"Done","evidence":"e","reasoning":"r"}])",
       "$[0].status must be Achieved or Not Achieved"},
      {R"([{"goal":"g","status":"Not Achieved","evidence":"e","reasoning":"later"}])",
       "- g: later"},
  };
  for (const auto& [report, piece] : rows) {
    INFO(report);
    const auto problem = report_problem(report);
    REQUIRE(problem);
    CHECK(has(*problem, piece));
  }
}

TEST_CASE("contradictions are corrected, and three in a row are enough") {
  Case one;
  CHECK(one.run({kGoodDiff + "%%_Fin_%%", "%_Modified_%\n", "%_Done_%", kGoodDiff, kEnd}).end.why ==
        LoopEnd::accepted);
  CHECK(has(one.told()[1], "%%_Fin_%% beside the %_Modified_%"));
  CHECK(has(one.told()[2], "without %_Thought_%"));
  CHECK(has(one.told()[3], "unknown tag %_Done_%"));
  CHECK(one.actions() ==
        "start>correction, correction>correction, correction>correction, correction>success, "
        "success>fin");
  CHECK(one.replays());

  Case other;
  CHECK(other.run({"a", "b", "c", "d", kGoodDiff}).end.why == LoopEnd::too_many_corrections);
  CHECK(other.place->tree().diff().empty());
  CHECK(other.replays());
}

TEST_CASE("a dialogue ends with its budgets, and replays there") {
  Case turns;
  turns.options.limits.turns = 3;
  FixResult result = turns.run({kGoodDiff, kFile, kFile, kFile});
  CHECK(result.end.why == LoopEnd::out_of_turns);
  CHECK(result.end.text == "the budget of 3 turns is spent");
  CHECK_FALSE(turns.place->tree().diff().empty());
  CHECK(turns.replays());

  Case tokens;  // each reply says 12
  tokens.options.limits.tokens = 30;
  result = tokens.run({kFile, kFile, kFile, kFile});
  CHECK(result.end.why == LoopEnd::out_of_tokens);
  CHECK(result.end.text == "the budget of 30 tokens is spent");
  CHECK(result.turns == 3);
  CHECK(tokens.replays());

  for (int64_t ms = 0; ms < 300; ms += 10) {
    INFO(ms);
    Case time;
    time.options.limits.ms = ms;
    result = time.run({kFile, kGoodDiff, kFile, kReady, kEnd});
    CHECK((result.end.why == LoopEnd::accepted || result.end.text == "time is up"));
    CHECK(time.replays());
  }

  Case failing;
  result = failing.run({kGoodDiff});
  CHECK(result.end.why == LoopEnd::failed);
  CHECK_FALSE(failing.place->tree().diff().empty());
  CHECK(failing.replays());
}

TEST_CASE("what no longer fits is summarised, kept, and replays") {
  Case one;
  std::string lines;
  for (int i = 0; i < 400; ++i) lines += "line " + std::to_string(i) + " of a long file\n";
  one.scratch.write("tree/long.txt", lines);
  one.import_again();
  one.options.snapshot = "2";
  one.options.context_tokens = 3'000;
  const std::string ask =
      kThinking + "%_Reply Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"long.txt\"}]";
  // The summary is asked for when the third answer is there.
  Replies model(said({ask, ask, ask, "The file is long. [secret: no]", kGoodDiff, ask,
                      "Still long.", kReady, kEnd}));
  const FixResult result = one.run(model);
  CHECK(result.end.text == "");
  CHECK(result.end.why == LoopEnd::accepted);
  std::vector<std::string> summaries;
  for (const auto& event : one.journal->events())
    if (event.kind == EventKind::summary) summaries.push_back(body_of(event).text("text"));
  REQUIRE(summaries.size() >= 1);
  CHECK(summaries[0] == "The file is long. [secret: no]");
  CHECK(has(model.last.messages.front().text, "begin\n\n# What has happened so far, in short"));
  CHECK(has(one.told()[1], "cut here for want of room; read on with \"offset\":"));
  CHECK(one.replays());

  Case tight;
  tight.options.context_tokens = 100;
  CHECK(tight.run({kFile}).end.text.find("do not fit into the context") != std::string::npos);
  CHECK(tight.replays());
}

TEST_CASE("the command of the final check hands its failure back") {
  Case one;
  one.permit = "execute=allow";
  one.options.check = "cat x.proto; grep -q 2 src/a.go";
  CHECK(one.run({kReady, kGoodDiff, kEnd}).end.why == LoopEnd::accepted);
  CHECK(one.actions() == "start>check_failed, check_failed>success, success>fin");
  CHECK(has(one.told()[1], "$ cat x.proto; grep -q 2 src/a.go\nnew\n(exit status 1)"));
  CHECK(one.replays());

  Case denied;
  denied.options.check = "touch " + denied.scratch / "ran";
  CHECK(denied.run({kReady, kEnd}).end.why == LoopEnd::accepted);
  CHECK(has(denied.told()[1], "was not run: denied"));
  CHECK_FALSE(std::filesystem::exists(denied.scratch / "ran"));
  CHECK(denied.replays());

  Case slow;
  slow.permit = "execute=allow";
  slow.options.check = "echo begun; tail -f /dev/null";
  slow.options.limits.ms = 300;
  slow.run({kReady, kEnd});
  CHECK(has(slow.told()[1], "begun\n(stopped because its time was up)"));
  CHECK(slow.replays());

  Case loud;
  loud.permit = "execute=allow";
  loud.options.check = "echo first; yes no | head -c 3000000; echo last; exit 3";
  loud.run({kReady});
  CHECK(has(loud.told()[1], "\nfirst\nno\n"));
  CHECK(has(loud.told()[1], "last\n(exit status 3)"));
  CHECK(loud.told()[1].size() < 40'000);
}

TEST_CASE("questions to the store are about the earlier version alone") {
  Case one;
  one.scratch.write("tree/src/a.go", "one\nlater\n");
  one.import_again();
  const auto ask = [](const std::string& op, const std::string& query) {
    return kThinking + "%_Reply Required_%\n" +
           Json(Json::Array{Json::object({{"type", "STORE"}, {"op", op}, {"query", query}})})
               .dump();
  };
  one.run({ask("grep", "later|two"), ask("find", "kind:line later"), ask("find", "at:2 later"),
           ask("find", "added:1..2"), ask("find", "kind:session begin")});
  CHECK(has(one.told()[1], "two"));
  for (size_t i = 1; i < one.told().size(); ++i) CHECK_FALSE(has(one.told()[i], "\"later\""));
  CHECK_FALSE(has(one.told()[2], "src/a.go"));
  CHECK(has(one.told()[3], "only the tree that is to be changed"));
  CHECK(has(one.told()[4], "only the tree that is to be changed"));
  CHECK_FALSE(has(one.told()[5], "kind\":\"session"));
}

TEST_CASE("a tree is laid out whole, and only where nothing is") {
  Case one;
  one.run({kGoodDiff});
  LaidOut fresh(one.scratch / "out", false);
  CHECK(fresh.update(one.place->tree().files()).empty());
  CHECK(one.scratch.read("out/src/a.go") == "one\n2\n");
  CHECK(one.scratch.read("out/x.proto") == "new\n");
  CHECK(refusal_of([&] { LaidOut(one.scratch / "out", false); }).find("not empty") !=
        std::string::npos);

  // Into what is there, and nowhere else.
  one.scratch.write("there/keep.txt", "kept\n");
  one.scratch.write("outside.txt", "outside\n");
  std::filesystem::create_directories(one.scratch.path() / "elsewhere");
  std::filesystem::create_symlink("../elsewhere", one.scratch.path() / "there/src");
  LaidOut forced(one.scratch / "there", true);
  CHECK(refusal_of([&] { forced.update(one.place->tree().files()); }).find("leads out") !=
        std::string::npos);
  CHECK(std::filesystem::is_empty(one.scratch.path() / "elsewhere"));
  CHECK(one.scratch.read("there/keep.txt") == "kept\n");
}
