// What a session and an import of sessions refuse, and that what stands beside it is kept.
#include <catch2/catch.hpp>
#include <filesystem>

#include "agent/bounds.h"
#include "agent/import_sessions.h"
#include "agent/journal.h"
#include "agent/sessions.h"
#include "engine/clock.h"
#include "queries/open.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using test::failure_of;

namespace {

Journal begun(Store& store, std::optional<int64_t> parent = {}, std::optional<int64_t> event = {}) {
  SessionInfo info;
  info.mode = "ask";
  info.parent = parent;
  info.parent_event = event;
  return Journal::begin(store, info, system_entropy());
}

}  // namespace

TEST_CASE("of two programs that go on with a session the second adds nothing") {
  Store store = open_in_memory();
  Journal one = begun(store);
  one.append(EventKind::message, "", R"({"text":"a"})");
  Journal other = Journal::open(store, one.info().id);
  one.append(EventKind::message, "", R"({"text":"b"})");
  const auto append = [&] { other.append(EventKind::message, "", R"({"text":"c"})"); };
  CHECK(failure_of(append) == "conflict: the session went on elsewhere meanwhile");
  CHECK(Journal::open(store, one.info().id).events().size() == 2);
  CHECK(verify_sessions(store).empty());
  // It looks again where the session ends, and goes on behind that.
  append();
  CHECK(Journal::open(store, one.info().id).events().size() == 3);
  CHECK(verify_sessions(store).empty());
}

TEST_CASE("what a session is called hides secrets") {
  Store store = open_in_memory();
  SessionInfo info;
  info.mode = "ask";
  info.title =
      "why does sk-"
      "ant-abcdefghijklmnopqrstuvwxyz fail?";
  const int64_t id = Journal::begin(store, info, system_entropy()).info().id;
  CHECK(Journal::open(store, id).info().title == "why does [redacted:anthropic-key] fail?");
}

TEST_CASE("a session that is gone cannot be forked from, and one that was forked from stays") {
  Store store = open_in_memory();
  Journal parent = begun(store);
  const int64_t event = parent.append(EventKind::message, "", R"({"text":"a"})").id;
  const int64_t id = parent.info().id;
  drop_session(store, id);
  CHECK(failure_of([&] { begun(store, id, event); }) ==
        "conflict: the session to fork from was dropped meanwhile");
  Journal second = begun(store);
  const int64_t again = second.append(EventKind::message, "", R"({"text":"a"})").id;
  begun(store, second.info().id, again);
  CHECK(failure_of([&] { drop_session(store, second.info().id); }).starts_with("conflict: "));
}

TEST_CASE("a session with an event that is too large is left out, and others are kept") {
  Foreign foreign;
  for (const size_t size : {kMaxEventBytes + 1, size_t{10}}) {
    ForeignSession session;
    session.source = "x:" + std::to_string(size);
    session.events.push_back({0, 0, 1, -1, EventKind::message, {}, std::string(size, ' ')});
    foreign.sessions.push_back(std::move(session));
  }
  Store store = open_in_memory();
  SessionImport out;
  import_foreign(store, std::move(foreign), system_entropy(), out);
  CHECK(out.added == 1);
  CHECK(out.lost == std::map<std::string, int64_t>{{"sessions with an event over 48 MB", 1}});
}

TEST_CASE("a transcript over 1 GB is not read, and those beside it are") {
  const test::Scratch folder;
  folder.write("b.jsonl",
               R"({"type":"user","sessionId":"s","message":{"role":"user","content":"why?"}})");
  folder.write("a.jsonl", "");
  std::filesystem::resize_file(folder / "a.jsonl", (uintmax_t{1} << 30) + 1);  // a hole
  Store store = open_in_memory();
  SessionImport out;
  import_sessions(store, folder.path().string(), system_entropy(), {}, out);
  CHECK(out.added == 1);
  REQUIRE(out.skipped.size() == 1);
  CHECK(out.skipped[0].second == "larger than 1 GB");
}
