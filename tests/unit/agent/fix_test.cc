// The tag dialogue over a snapshot: what follows each act, the rules of the end, its budgets; and
// that every session replays strictly.
#include "agent/fix/fix.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "agent/fix/goals.h"
#include "agent/fix/resume.h"
#include "agent/sessions.h"
#include "engine/clock.h"
#include "tests/unit/agent/fix_case.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::test;
using namespace dossier::test::fix_case;

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
      report_problem(R"([{"goal":"g","status":"achieved","evidence":"","reasoning":"r"}])", {}));
  CHECK_FALSE(
      report_problem("```json\n[{\"goal\":\"g\",\"status\":\"Achieved\",\"evidence\":\"e\","
                     "\"reasoning\":\"r\"}]\n```",
                     {}));
  CHECK_FALSE(
      report_problem("This is it: [{\"goal\":\"g\",\"status\":\"Achieved\",\"evidence\":\"e\","
                     "\"reasoning\":\"r\"}]. That is all.",
                     {}));
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"", "it is no JSON array"},
      {"all good", "it is no JSON array"},
      {"[]", "at least one goal"},
      {"[1]", "$[0] must be an object"},
      {R"([{"goal":"g","status":"Achieved","evidence":"e"}])", "$[0].reasoning is missing"},
      {R"([{"goal":"g","status":"Achieved","evidence":"e","reasoning":""}])",
       "$[0].reasoning must not be empty"},
      {R"([{"goal":"g","status":"Achieved","evidence":"e","reasoning":1}])",
       "$[0].reasoning must be a text"},
      {R"([{"goal":"g","status":"Done","evidence":"e","reasoning":"r"}])",
       "$[0].status must be Achieved or Not Achieved"},
      {R"([{"goal":"g","status":"Not Achieved","evidence":"e","reasoning":"later"}])",
       "- g: later"},
  };
  for (const auto& [report, piece] : rows) {
    INFO(report);
    const auto problem = report_problem(report, {});
    REQUIRE(problem);
    CHECK(has(*problem, piece));
  }
}

TEST_CASE("goals are the bullets of a text, its lines, or a JSON array") {
  using Goals = std::vector<std::string>;
  CHECK(goals_in("") == Goals{});
  CHECK(goals_in("nothing calls it\n\nit builds\n") == Goals{"nothing calls it", "it builds"});
  CHECK(goals_in("Goals:\n- nothing\n  calls it\n* it builds\n") ==
        Goals{"nothing calls it", "it builds"});
  CHECK(goals_in("1. a\n2) b\n10: c") == Goals{"a", "b", "c"});
  CHECK(goals_in("```\n[\"a\", {\"goal\":\"b\"}]\n```") == Goals{"a", "b"});
  CHECK(goals_in("[1]") == Goals{"[1]"});
  CHECK(goals_in("- \n- ***\n- a") == Goals{"a"});
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "- goal " + std::to_string(i) + "\n";
  CHECK(goals_in(many).size() == 100);
}

TEST_CASE("a report names every goal in its own words, and may name others") {
  const std::vector<std::string> goals = {"Nothing calls `GetTotal`.", "it builds"};
  const auto report = [](std::initializer_list<std::string> names) {
    Json rows = Json::array();
    for (const auto& name : names)
      rows.add(Json::object(
          {{"goal", name}, {"status", "Achieved"}, {"evidence", "e"}, {"reasoning", "r"}}));
    return rows.dump();
  };
  CHECK_FALSE(report_problem(report({"nothing calls  GetTotal", "2. It builds.", "more"}), goals));
  CHECK_FALSE(report_problem(report({"Goal: nothing calls GetTotal", "it builds"}), goals));
  for (const auto& text : {report({"it builds"}), report({"nothing calls", "it builds"}),
                           report({"nothing calls GetSum", "it builds"})}) {
    INFO(text);
    const auto problem = report_problem(text, goals);
    REQUIRE(problem);
    CHECK(has(*problem, "says nothing of these goals"));
    CHECK(has(*problem, "- Nothing calls `GetTotal`.\n"));
    CHECK_FALSE(has(*problem, "- it builds\n"));
  }
}

TEST_CASE("a dialogue is held to the goals that it set itself") {
  const std::string start = "%_Correction_Goals_%\n- it builds\n- the tests pass\n" + kGoodDiff;
  const std::string both =
      "%_Verification_Report_%\n[{\"goal\":\"it builds\",\"status\":\"Achieved\",\"evidence\":"
      "\"e\",\"reasoning\":\"r\"},{\"goal\":\"the tests pass\",\"status\":\"Achieved\","
      "\"evidence\":\"e\",\"reasoning\":\"r\"}]\n%%_Fin_%%\n";
  Case one;
  // Goals that are set beside the end come too late.
  FixResult result = one.run({start, kEnd, "%_Correction_Goals_%\n- it builds\n" + kEnd, both});
  CHECK(result.end.why == LoopEnd::accepted);
  CHECK(result.turns == 4);
  CHECK(has(one.told()[2], "- the tests pass\n"));
  CHECK(has(one.told()[3], "- the tests pass\n"));
  CHECK(one.replays());

  Case open;
  open.options.limits.turns = 2;
  result = open.run({start, report_of("Not Achieved") + "%%_Fin_%%"});
  CHECK(result.outcome() == "stopped");
  REQUIRE(result.goals.size() == 2);
  CHECK(result.goals[0].status == "Not Achieved");
  CHECK(result.goals[1].status.empty());
  CHECK(json_of(result.goals).dump() == R"([{"goal":"it builds","status":"Not Achieved"},)"
                                        R"({"goal":"the tests pass","status":"Not Reported"}])");
  CHECK(open.log()["experiment_metadata"]["goals"] == json_of(result.goals));
}

TEST_CASE("an end without a change, or without its check, is called so") {
  Case same;
  CHECK(same.run({kReady, kEnd}).outcome() == "unchanged");
  CHECK(same.log()["experiment_metadata"].text("outcome") == "unchanged");
  CHECK(same.replays());

  Case back;  // forth and back
  CHECK(
      back.run({kGoodDiff,
                kThinking + "%_Modified_%\n--- a/src/a.go\n+++ b/src/a.go\n@@ -1,2 +1,2 @@\n one\n"
                            "-2\n+two\n",
                kEnd})
          .outcome() == "unchanged");
  CHECK(back.replays());

  Case fixed;
  CHECK(fixed.run({kGoodDiff, kEnd}).outcome() == "fixed");
  CHECK(fixed.replays());

  Case denied;
  denied.options.check = "true";
  const FixResult result = denied.run({kGoodDiff, kEnd});
  CHECK(result.outcome() == "unchecked");
  CHECK(has(result.unchecked, "does not allow tools that execute"));
  CHECK(denied.log()["experiment_metadata"].text("outcome") == "unchecked");
  CHECK(denied.replays());
}

TEST_CASE("the given change of the .proto files cannot be taken back") {
  const auto change = [](const std::string& diff) { return kThinking + "%_Modified_%\n" + diff; };
  Case one;
  one.scratch.write("tree/other.proto", "import x\n");
  one.import_again();
  one.options.snapshot = "2";
  one.run(
      {change("--- a/x.proto\n+++ b/x.proto\n@@ -1,1 +1,1 @@\n-new\n+old\n"),
       change("--- a/./x.proto\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-new\n"),
       change("--- a/other.proto\n+++ b/other.proto\n@@ -1,1 +1,1 @@\n-import x\n+import y\n")});
  CHECK(has(one.told()[1], "x.proto: this .proto file is as the change made it"));
  CHECK(has(one.told()[2], "x.proto: this .proto file is as the change made it"));
  CHECK(has(one.told()[3], "- other.proto (+1 −1)"));
  CHECK(one.place->tree().files().read("x.proto") == "new\n");
}

TEST_CASE("a reference is shown with its line, and the model is told what the index is of") {
  Case one;
  one.scratch.write("tree/src/b.go", "package b\n\nfunc Use() {\n\tHelp(1)\n}\n");
  one.scratch.write("tree/src/help.go", "package b\n\nfunc Help(n int) {\n}\n");
  one.import_again();
  one.options.snapshot = "2";
  Replies model(
      said({kThinking + "%_Reply Required_%\n[{\"type\":\"STORE\",\"op\":\"refs\",\"query\":"
                        "\"Help\"}]"}));
  one.run(model);
  CHECK(has(one.told()[1], "\"text\":\"Help(1)\""));
  CHECK(has(model.last.system, "as it was before the .proto files changed"));
}

TEST_CASE("the run log and the result count the same tokens, and say where they are an estimate") {
  const auto total = [](const Case& one) {
    return one.log()["experiment_metadata"]["total_tokens"];
  };
  Case told;  // by the provider
  FixResult result = told.run({kGoodDiff, kReady, kEnd});
  CHECK_FALSE(result.is_estimated);
  CHECK(total(told).number("total") == result.tokens);
  CHECK(total(told).find("estimated") == nullptr);

  Case one;
  std::string lines;
  for (int i = 0; i < 400; ++i) lines += "line " + std::to_string(i) + " of a long file\n";
  one.scratch.write("tree/long.txt", lines);
  one.import_again();
  one.options.snapshot = "2";
  one.options.context_tokens = 3'000;
  const std::string ask =
      kThinking + "%_Reply Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"long.txt\"}]";
  Replies model(said({ask, ask, ask, "The file is long.", kGoodDiff, ask, "Still.", kReady, kEnd}));
  model.usage = {-1, -1};
  result = one.run(model);
  CHECK(result.is_estimated);
  CHECK(result.tokens > 10'000);
  CHECK(total(one).number("total") == result.tokens);
  CHECK(total(one).flag("estimated"));
  CHECK(one.replays());
}

TEST_CASE("a dialogue that was stopped goes on behind its last turn, with limits of its own") {
  Case one;
  one.options.limits.turns = 2;
  CHECK(one.run({kGoodDiff, kFile}).end.why == LoopEnd::out_of_turns);
  const auto all = one.journal->events();
  const size_t kept = kept_events(one.journal->info(), all);
  CHECK(kept == all.size() - 1);

  std::vector<SessionEvent> record(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept));
  one.options.limits.turns = 3;
  one.place = std::make_unique<FixPlace>(one.store, one.options, nullptr, std::stop_token());
  restore_edits(one.store, *one.journal, record.back().seq, one.place->tree().files());
  SessionInfo info = one.journal->info();
  info.uid.clear();
  info.parent = info.id;
  info.parent_event = record.back().id;
  Journal own = Journal::begin(one.store, info, one.entropy);
  Policy policy(permissions_of(kFixMode, ""));
  Replies model(said({kFile, kFile, kFile, kFile}));
  Transcript transcript(own, {&model, &one.place->tools(), &policy, &one.clock, "snapshot:1"},
                        record);
  const FixResult result = run_fix(transcript, set_up_again(one.place->tools(), record, 0, {}),
                                   "begin", {}, {}, &one.options);
  CHECK(result.end.text == "the budget of 5 turns is spent");
  CHECK(result.turns == 5);
  CHECK(has(one.place->tree().diff(), "+2\n"));
  CHECK(is_identical(own, Toolbox()));

  // What came to its end does not go on; a model that failed is asked again.
  Case ended;
  ended.run({kGoodDiff, kEnd});
  CHECK(refusal_of([&] {
          kept_events(ended.journal->info(), ended.journal->events());
        }).find("came to its end") != std::string::npos);
  Case failed;
  failed.run({kGoodDiff});
  const auto& events = failed.journal->events();
  CHECK(events[kept_events(failed.journal->info(), events)].kind == EventKind::model_asked);
}

TEST_CASE("whatever a kill leaves of a record, its dialogue goes on from there") {
  Case whole;
  const auto replies = {kFile, kBadDiff, kGoodDiff, kReady, kEnd};
  whole.permit = "execute=allow";
  whole.options.permit = whole.permit;
  whole.options.check = "grep -q 2 src/a.go";
  whole.run(replies);
  const auto all = whole.journal->events();
  const std::string diff = whole.place->tree().diff();
  for (size_t size = 1; size < all.size(); ++size) {
    INFO(size);
    const std::vector<SessionEvent> left(all.begin(),
                                         all.begin() + static_cast<std::ptrdiff_t>(size));
    if (std::none_of(left.begin(), left.end(),
                     [](const auto& event) { return event.kind == EventKind::message; })) {
      CHECK_THROWS_AS(kept_events(whole.journal->info(), left), Error);
      continue;
    }
    const size_t kept = kept_events(whole.journal->info(), left);
    const std::vector<SessionEvent> record(left.begin(),
                                           left.begin() + static_cast<std::ptrdiff_t>(kept));
    const auto answered = std::count_if(record.begin(), record.end(), [](const auto& event) {
      return event.kind == EventKind::model_settled;
    });
    FixPlace place(whole.store, whole.options, nullptr, std::stop_token());
    restore_edits(whole.store, *whole.journal, record.back().seq, place.tree().files());
    SessionInfo info = whole.journal->info();
    info.uid.clear();
    info.parent = info.id;
    info.parent_event = record.back().id;
    Journal own = Journal::begin(whole.store, info, whole.entropy);
    Policy policy(permissions_of(kFixMode, whole.permit));
    // No reply that was paid for is asked for again.
    const auto rest = said(replies);
    Replies model({rest.begin() + answered, rest.end()});
    Transcript transcript(own, {&model, &place.tools(), &policy, &whole.clock, "snapshot:1"},
                          record);
    const FixResult result = run_fix(transcript, set_up_again(place.tools(), record, 0, {}),
                                     "begin", {}, {}, &whole.options);
    CHECK(result.end.text == "");
    CHECK(result.outcome() == "fixed");
    CHECK(result.turns == 5);
    CHECK(place.tree().diff() == diff);
    CHECK(is_identical(own, Toolbox()));
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

TEST_CASE("files that are not UTF-8 are changed by what is shown of them, and replay to the byte") {
  Case latin;
  latin.scratch.write("tree/src/a.go", "// caf\xE9\none\ntwo\n");
  latin.scratch.write("tree/x.proto", "// caf\xE9\nold \xFF\n");
  latin.import_again();
  latin.options.snapshot = "2";
  latin.options.protos =
      "--- a/x.proto\n+++ b/x.proto\n@@ -1,2 +1,2 @@\n // caf\xE9\n-old \xFF\n+new \xFE\n";
  const FixResult result = latin.run(
      {kFile,
       kThinking +
           "%_Modified_%\n--- a/src/a.go\n+++ b/src/a.go\n@@ -1,3 +1,3 @@\n // caf\xEF\xBF\xBD\n"
           " one\n-two\n+2\n",
       kReady, kEnd});
  CHECK(result.outcome() == "fixed");
  CHECK(latin.place->tree().files().read("src/a.go") == "// caf\xE9\none\n2\n");
  CHECK(latin.place->tree().files().read("x.proto") == "// caf\xE9\nnew \xFE\n");
  CHECK(latin.replays());
  CHECK(fix_options_in(body_of(latin.journal->events().front())).protos == latin.options.protos);
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
