// What `verify` sees of a change that was made past the triggers, and heads that were kept
// elsewhere.
#include "agent/session_end.h"

#include <catch2/catch.hpp>

#include "agent/sessions.h"
#include "agent/workspace.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

namespace {

// A session with two edits of a file, the second undone, and a finding.
Journal edited(Run& run, const Scratch& scratch) {
  Journal journal = run.begin();
  const auto files = disk_workspace(scratch.path());
  journal.append(EventKind::message, "", R"({"role":"user","text":"edit"})");
  for (const char* text : {"one\n", "two\n"})
    edit_file(*files, "a.txt", text,
              [&](const Edit& edit) { journal.append_edit(edit, scratch.path().string()); });
  undo_edits(run.store, journal, {3}, false);
  const Finding price{"type", "Price", "Shop.Price", "Shop", {}, {}, "It costs.", "high"};
  journal.append_answer(to_json(Report{"price?", "Price.", {}, {price}}).dump(),
                        {{price, "Shop.Price", false}});
  journal.append(EventKind::ended, "", R"({"status":"done","reason":""})");
  return journal;
}

constexpr const char* kSaid = ": what is said of it was changed, its findings, or its last event";

// What verify says once somebody did this past the triggers.
std::string after(const std::string& statement) {
  Run run;
  const Scratch scratch;
  scratch.write("a.txt", "zero\n");
  const Journal journal = edited(run, scratch);
  REQUIRE(verify_sessions(run.store).empty());
  Database& db = run.store.database();
  db.execute("PRAGMA foreign_keys = OFF");
  for (const char* table : {"event", "edit", "image", "session", "body", "finding", "note"}) {
    db.execute(("DROP TRIGGER _" + std::string(table) + "_fixed").c_str());
    db.execute(("DROP TRIGGER _" + std::string(table) + "_kept").c_str());
  }
  db.execute(statement.c_str());
  std::string out;
  for (const auto& problem : verify_sessions(run.store)) {
    const size_t at = problem.find(journal.info().uid);
    out +=
        (out.empty() ? "" : "; ") + (at == 0 ? problem.substr(journal.info().uid.size()) : problem);
  }
  return out;
}

}  // namespace

TEST_CASE("a change of events, edits, contents, the session or its end is noticed") {
  CHECK(after("SELECT 1").empty());
  CHECK(after("DELETE FROM _event WHERE id = (SELECT max(id) FROM _event)") ==
        ": 6 events were recorded, and there are 5");
  CHECK(after("DELETE FROM _event WHERE id = (SELECT max(id) FROM _event);"
              "UPDATE _session_end SET hash = NULL") ==
        ": 6 events were recorded, and there are 5");
  CHECK(after("UPDATE _session SET title = 'other'") == kSaid);
  CHECK(after("UPDATE _session SET started_at = started_at + 1") == kSaid);
  CHECK(after("UPDATE _image SET data = CAST('three' AS BLOB) WHERE id = 1")
            .starts_with("content 1 of a file was changed; "));
  CHECK(after("UPDATE _edit SET path = 'b.txt' WHERE id = 1") ==
        " event 2: the edit is not the one that was recorded; : its edits were changed");
  CHECK(after("UPDATE _edit SET before = after WHERE id = 1")
            .find("event 2: the edit is not the one") != std::string::npos);
  CHECK(after("UPDATE _edit SET root = '/tmp' WHERE id = 1") == ": its edits were changed");
  CHECK(after("UPDATE _edit SET undoes = NULL") == ": its edits were changed");
  CHECK(after("DELETE FROM _edit WHERE id = 3") == ": its edits were changed");
  CHECK(after("DELETE FROM _session_end") == ": where it ends is gone");
  CHECK(after("UPDATE _session_end SET hash = zeroblob(32)") == kSaid);
  CHECK(after("UPDATE _event SET at = at + 1 WHERE seq = 2").find("event 2: it was changed") !=
        std::string::npos);
}

TEST_CASE("a change of the findings is noticed") {
  const std::string event = " event 5: the findings are not those that were reported; ";
  CHECK(after("UPDATE _finding SET verified = 1") == kSaid);
  CHECK(after("UPDATE _finding SET \"key\" = 'Shop.Cart'") == kSaid);
  CHECK(after("DELETE FROM _finding") == kSaid);
  CHECK(after("UPDATE _finding SET importance = 'low'") == event + kSaid);
  CHECK(
      after(
          "INSERT INTO _finding(event, kind, name, full_name, \"key\", module, importance, notes, "
          "verified) SELECT event, kind, name, full_name, \"key\", module, importance, notes, 1 "
          "FROM _finding") == event + kSaid);
  CHECK(after("UPDATE _finding SET event = event - 1") ==
        " event 4: the findings are not those that were reported; " + std::string(kSaid));
}

TEST_CASE("an end from before ends covered findings holds until the next append") {
  Run run;
  const Scratch scratch;
  scratch.write("a.txt", "zero\n");
  Journal journal = edited(run, scratch);
  const SessionEnd end = derived_end(run.store, journal.info());
  CHECK(end.earlier != end.hash);
  Database& db = run.store.database();
  db.execute(("UPDATE _session_end SET hash = x'" + hex(bytes_of(end.earlier)) + "'").c_str());
  CHECK(verify_sessions(run.store).empty());
  int64_t compared = 0;
  const Json head = Json::object({{"events", end.events}, {"hash", hex(bytes_of(end.earlier))}});
  CHECK(compare_ends(run.store, Json::object({{"id", journal.info().uid}, {"head", head}}).dump(),
                     compared)
            .empty());
  Journal again = Journal::open(run.store, journal.info().id);
  again.append(EventKind::message, "", R"({"role":"user","text":"b"})");
  CHECK(verify_sessions(run.store).empty());
  db.execute("DROP TRIGGER _finding_fixed");
  db.execute("UPDATE _finding SET verified = 1");
  CHECK(verify_sessions(run.store).size() == 1);
}

TEST_CASE("a session from before ends were kept has none until it goes on") {
  Run run;
  Journal journal = run.begin();
  journal.append(EventKind::message, "", R"({"role":"user","text":"a"})");
  run.store.database().execute("UPDATE _session_end SET edits = zeroblob(32), hash = NULL");
  CHECK(verify_sessions(run.store).empty());
  Journal again = Journal::open(run.store, journal.info().id);
  again.append(EventKind::message, "", R"({"role":"assistant","text":"b"})");
  CHECK(verify_sessions(run.store).empty());
  CHECK(run.store.database().number("SELECT events FROM _session_end WHERE hash IS NOT NULL") == 2);
}

TEST_CASE("heads kept elsewhere show what was changed with its ends") {
  Run run;
  Journal journal = run.begin();
  for (const char* text : {"a", "b", "c"})
    journal.append(EventKind::message, "", Json::object({{"role", "user"}, {"text", text}}).dump());
  const auto head_of = [&](const SessionEnd& end) {
    return Json::object({{"id", journal.info().uid}, {"head", to_json(end)}}).dump() + "\n";
  };
  const std::string kept = head_of(derived_end(run.store, journal.info()));
  int64_t compared = 0;
  const auto against = [&](const std::string& lines) {
    std::string out;
    for (const auto& problem : compare_ends(run.store, lines, compared)) out += problem + "\n";
    return out;
  };
  CHECK(against(kept).empty());
  CHECK(compared == 1);
  // It may grow.
  journal.append(EventKind::message, "", R"({"role":"user","text":"d"})");
  CHECK(against(kept).empty());
  const std::string grown = head_of(derived_end(run.store, journal.info()));
  // Whoever takes the last event away can move the end, but not what was kept elsewhere.
  Database& db = run.store.database();
  db.execute("DROP TRIGGER _event_kept");
  db.execute("DELETE FROM _event WHERE seq = 4");
  const SessionEnd moved = derived_end(run.store, journal.info());
  db.execute(
      ("UPDATE _session_end SET events = 3, hash = x'" + hex(bytes_of(moved.hash)) + "'").c_str());
  CHECK(verify_sessions(run.store).empty());
  CHECK(against(kept).empty());
  CHECK(against(grown) == journal.info().uid + ": its last 1 of 4 events are gone\n");
  db.execute("DROP TRIGGER _session_fixed");
  db.execute("UPDATE _session SET title = 'other'");
  CHECK(against(kept).find("were changed") != std::string::npos);
  CHECK(against(R"({"id":"ffffffffffff","head":{"events":1,"hash":""}})") ==
        "ffffffffffff: the session is gone\n");
  CHECK(refusal_of([&] { against("{}\n"); }).find("no heads of sessions") != std::string::npos);
}
