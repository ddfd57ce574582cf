// A record is replayed against today's program: what differs is named, what became other since is
// not.
#include <catch2/catch.hpp>

#include "agent/tools/tools.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

TEST_CASE("a strict replay runs nothing and names the first difference") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, kEmpty}));
  run.ask(journal, model);
  CHECK(is_identical(journal, run.tools));
  CHECK(run.runs == 1);

  auto record = journal.events();
  // A recorded reply that calls something else: the loop asks for it where "hello" was asked for.
  const size_t at = record[4].body.find("hello");
  record[4].body.replace(at, 5, "other");
  const Replayed other = replay_strictly(record, run.tools, "");
  REQUIRE(other.divergence);
  CHECK(other.events == 5);
  CHECK(other.divergence->step() == 6);
  CHECK(other.divergence->expected().starts_with("tool_asked echo"));
  CHECK(other.divergence->got() ==
        "tool_asked echo {\"tool\":\"echo\",\"input\":{\"text\":\"other\"}}");
  CHECK(std::string(other.divergence->what()).starts_with("step 6: diverges from the record"));

  // A record that stops inside an effect is not run on.
  record = journal.events();
  record.resize(6);
  const Replayed cut_off = replay_strictly(record, run.tools, "");
  CHECK_FALSE(cut_off.divergence);
  REQUIRE(cut_off.stopped.size() == 1);
  CHECK(cut_off.stopped[0].seq == 6);
  CHECK(cut_off.stopped[0].step == "tool_asked echo");

  // Nor does something else that follows an effect stand for its end.
  record.push_back(record[4]);
  record.back().seq = 7;
  const Replayed mixed = replay_strictly(record, run.tools, "");
  REQUIRE(mixed.divergence);
  CHECK(mixed.divergence->expected().find("does not say how") != std::string::npos);
  CHECK(run.runs == 1);
}

TEST_CASE("a session stays replayable when tools and prompts change") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, "prose", kEmpty}));
  run.ask(journal, model);

  // A program with one more tool, one with a tool of another schema, one without any; each with
  // another prompt.
  Toolbox more = run.tools, others, none;
  int runs = 0;
  Tool newer = echo_tool(runs);
  newer.spec.name = "newer";
  more.add(newer);
  newer.spec.name = "echo";
  newer.spec.schema = schema_of(std::vector<SchemaField>{{"words", "string", "What to say"}});
  others.add(newer);
  const Scratch prompts;
  prompts.write("automation.md", "Be brief.");
  for (const Toolbox* now : {&more, &others, &none}) {
    const Replayed replayed = replay_strictly(journal.events(), *now, prompts.path().string());
    CHECK_FALSE(replayed.divergence);
    CHECK(replayed.events == journal.events().size());
  }

  // What was recorded decides: another prompt in the record is another request.
  auto record = journal.events();
  const size_t at = record[1].body.find("echo");
  REQUIRE(at != std::string::npos);
  record[1].body.replace(at, 4, "ocho");
  const Replayed altered = replay_strictly(record, run.tools, "");
  REQUIRE(altered.divergence);
  CHECK(altered.divergence->step() == record[3].seq);

  // A record that was made before they were kept needs the prompt and the tools of then.
  record = journal.events();
  record.erase(record.begin() + 1);
  CHECK_FALSE(replay_strictly(record, run.tools, "").divergence);
  CHECK(refusal_of([&] {
          replay_strictly(record, none, "");
        }).starts_with("recorded under another version: its prompt"));
}

TEST_CASE("a replay detects another tool and another body") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, kEmpty}));
  run.ask(journal, model);
  const auto& events = journal.events();
  const size_t at = 5;
  REQUIRE(events[at].kind == EventKind::tool_asked);
  const std::function<void(SessionEvent&)> changes[] = {
      [](SessionEvent& event) { event.tool = "other"; },
      [](SessionEvent& event) { event.body.insert(event.body.size() - 1, R"(,"id":"x")"); },
  };
  for (const auto& change : changes) {
    auto record = events;
    change(record[at]);
    const Replayed replayed = replay_strictly(record, run.tools, "");
    REQUIRE(replayed.divergence);
    CHECK(replayed.divergence->step() == events[at].seq);
  }
}
