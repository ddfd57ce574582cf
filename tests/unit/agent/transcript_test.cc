#include "agent/transcript.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "agent/chat.h"
#include "agent/redact.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::test;

TEST_CASE("a session is its events, and reads back as it was written") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, "prose", kEmpty}));
  const AskResult result = run.ask(journal, model);
  CHECK(result.answered);
  CHECK(result.report.question == "why?");
  CHECK(result.usage.out == 21);
  CHECK(run.runs == 1);
  CHECK(kinds(journal) ==
        "started setup message model_asked model_settled tool_asked tool_settled model_asked "
        "model_settled message model_asked model_settled answer ended");
  const Journal again = Journal::open(run.store, journal.info().id);
  REQUIRE(again.events().size() == journal.events().size());
  for (size_t i = 0; i < again.events().size(); ++i) {
    CHECK(again.events()[i].body == journal.events()[i].body);
    CHECK(again.events()[i].at == journal.events()[i].at);
  }
  // What the record amounts to is what the model was shown last, and its last reply.
  const auto folded = fold(again.events(), json_calls());
  REQUIRE(folded.size() == model.last.messages.size() + 1);
  for (size_t i = 0; i < model.last.messages.size(); ++i)
    CHECK(folded[i] == model.last.messages[i]);
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("sessions that begin alike share one stored prompt") {
  Run run;
  for (int i = 0; i < 3; ++i) {
    Journal journal = run.begin();
    Replies model(said({kEmpty}));
    run.ask(journal, model);
  }
  Statement bodies(run.store.database(),
                   "SELECT count(*), count(DISTINCT e.body) FROM _event e WHERE e.kind = 'setup'");
  REQUIRE(bodies.step());
  CHECK(bodies.integer(0) == 3);
  CHECK(bodies.integer(1) == 1);
}

TEST_CASE("nothing recorded can be changed, and a change past the triggers shows") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kEmpty}));
  run.ask(journal, model);
  Database& db = run.store.database();
  for (const char* sql :
       {"UPDATE _event SET at = 1", "DELETE FROM _event", "UPDATE _body SET text = ''",
        "DELETE FROM _session", "INSERT OR REPLACE INTO _body SELECT id, hash, '' FROM _body",
        "INSERT OR REPLACE INTO _event SELECT * FROM _event", "DELETE FROM _body"}) {
    INFO(sql);
    CHECK(refusal_of([&] { db.execute(sql); }).find("append-only") != std::string::npos);
  }
  db.execute("DROP TRIGGER _body_fixed");
  db.execute("UPDATE _body SET text = replace(text, 'why', 'who')");
  CHECK_FALSE(verify_sessions(run.store).empty());
  CHECK(refusal_of([&] {
          Journal::open(run.store, journal.info().id).events();
        }).find("was changed") != std::string::npos);
}

TEST_CASE("secrets reach neither the model nor the record") {
  Run run;
  Journal journal = run.begin();
  const std::string secret =
      "sk-"
      "ant-abcdefghijklmnopqrstuvwxyz";
  // In the question, in a call and its result, in the answer's summary and in a finding's notes.
  const std::string report =
      R"({"version":1,"question":"?","summary":"it is )" + secret +
      R"(; password: \"correct-horse\"","steps":[],"findings":[{"kind":"other","name":"n",)"
      R"("fullName":"n","moduleName":"","assemblyPath":"","sourcePath":"","importance":"high",)"
      R"("notes":"see )" +
      secret + R"("}]})";
  // Twice: a finding that names no symbol is sent back once.
  Replies model(said({R"({"tool_calls":[{"tool":"echo","input":{"text":")" + secret + R"("}}]})",
                      report, report}));
  const AskResult result = run.ask(journal, model, "is " + secret + " a key?");
  INFO(result.problem);
  CHECK(model.last.messages[0].text == "is [redacted:anthropic-key] a key?");
  CHECK(model.last.messages[2].text.find(R"("said":"[redacted:anthropic-key]")") !=
        std::string::npos);
  REQUIRE(result.answered);
  CHECK(result.report.summary ==
        "it is [redacted:anthropic-key]; password: \"[redacted:assigned-secret]\"");
  for (const auto& event : journal.events()) {
    CHECK(event.body.find(secret) == std::string::npos);
    CHECK(event.body.find("correct-horse") == std::string::npos);
    CHECK(redact(event.body) == event.body);
  }
  CHECK(is_identical(journal, run.tools));
}

TEST_CASE("a record that holds what newer rules hide replays, and hides it from then on") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, kEmpty}));
  run.ask(journal, model, "what is so secret about it?");
  auto record = journal.events();
  // As a version before the rule has recorded it.
  for (auto& event : record) {
    const size_t at = event.body.find("what is so secret about it?");
    if (at != std::string::npos) event.body.replace(at, 27, "my password=horse77, is it?");
  }
  const auto asked = std::find_if(record.begin(), record.end(), [](const SessionEvent& event) {
    return event.kind == EventKind::model_asked;
  });
  REQUIRE(asked != record.end());
  const Replayed replayed = replay_strictly(record, run.tools, "");
  REQUIRE(replayed.divergence);  // the digest of another question, and nothing before it
  CHECK(replayed.divergence->step() == asked->seq);
}

TEST_CASE("a journal that another writer overtook fails once and then continues") {
  Run run;
  Journal one = run.begin();
  one.append(EventKind::message, {}, R"({"text":"first"})");
  Journal other = Journal::open(run.store, one.info().id);
  other.append(EventKind::message, {}, R"({"text":"second"})");
  CHECK(one.events().size() == 1);
  CHECK(refusal_of([&] {
          one.append(EventKind::message, {}, R"({"text":"lost"})");
        }).find("went on elsewhere") != std::string::npos);
  one.append(EventKind::message, {}, R"({"text":"third"})");
  one.index_words();
  std::string texts;
  for (const auto& event : one.events()) texts += event.body;
  CHECK(texts == R"({"text":"first"}{"text":"second"}{"text":"third"})");
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("a side session shares nothing with its parent") {
  Run run;
  Journal parent = run.begin();
  parent.append(EventKind::message, {}, R"({"text":"of the parent"})");
  SessionInfo info;
  info.mode = "import";
  info.parent = parent.info().id;
  Journal side = Journal::begin(run.store, info, run.entropy);
  side.append(EventKind::message, {}, R"({"text":"of the side"})");
  const Journal again = Journal::open(run.store, side.info().id);
  REQUIRE(again.events().size() == 1);
  CHECK(again.events()[0].body == R"({"text":"of the side"})");
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("the cost of one hundred turns is proportional to their new content") {
  Run run;
  Journal journal = run.begin();
  std::vector<std::string> texts;
  std::vector<Message> replies;
  for (int i = 0; i < 100; ++i)
    replies.push_back(
        {Role::assistant, "reply " + std::to_string(i) + std::string(500, 'x'), {}, {}});
  Replies model(replies);
  Transcript transcript(journal, {&model, &run.tools, &run.policy, &run.clock, {}});
  SetupOptions options;
  options.mode = "ask";
  Chat chat(transcript, set_up(run.tools, options), {});
  size_t naive = 0;
  const int64_t empty = run.store.database().number("PRAGMA page_count");
  for (int i = 0; i < 100; ++i) {
    chat.turn("turn " + std::to_string(i) + std::string(200, 'y'), {}, {});
    for (const auto& message : model.last.messages) naive += message.text.size();
  }
  // Everything counts: rows, hashes, indexes, the words that search finds.
  const auto stored =
      static_cast<size_t>(run.store.database().number("PRAGMA page_count") - empty) *
      static_cast<size_t>(run.store.database().number("PRAGMA page_size"));
  INFO(naive << " bytes naively, " << stored << " stored");
  CHECK(naive >= 5 * stored);
  CHECK(is_identical(journal, run.tools));
}
