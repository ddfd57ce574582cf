// Every state that a session commits is true: no key refers to nothing, while one is written,
// forked and dropped.

#include "agent/journal.h"
#include "agent/sessions.h"
#include "engine/error.h"
#include "queries/open.h"
#include "tests/unit/every_commit.h"
#include "tests/unit/scratch.h"

using namespace dossier;

TEST_CASE("no commit of a session leaves a key that refers to nothing") {
  const test::Scratch scratch;
  Store store = open_to_write(scratch / "d.db");
  test::EveryCommit states(store, test::require_keys);
  const auto begin = [&](const std::string& title, const Journal* parent) {
    SessionInfo info;
    info.title = title;
    info.mode = "ask";
    info.model = "none";
    if (parent != nullptr) {
      info.parent = parent->info().id;
      info.parent_event = store.database().number("SELECT max(id) FROM _event");
    }
    return Journal::begin(store, info, system_entropy());
  };
  Journal first = begin("first", nullptr);
  first.append(EventKind::message, "", R"({"role":"user","text":"one"})");
  first.append(EventKind::message, "", R"({"role":"assistant","text":"two"})");
  Journal fork = begin("fork", &first);
  fork.append(EventKind::message, "", R"({"role":"user","text":"three"})");
  CHECK_THROWS_AS(drop_session(store, first.info().id), Error);
  drop_session(store, fork.info().id);
  drop_session(store, first.info().id);
  // As when another process drops it between the choice of a parent and the fork.
  CHECK_THROWS_AS(begin("late", &first), Error);
  CHECK(states.finish() > 6);
  CHECK(store.database().number("SELECT count(*) FROM _session") == 0);
}
