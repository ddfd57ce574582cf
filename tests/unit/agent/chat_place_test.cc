// A session that two programs have open.
#include "agent/chat_place.h"

#include <catch2/catch.hpp>
#include <functional>

#include "agent/sessions.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

TEST_CASE("a chat whose session went on elsewhere says so, and changes nothing") {
  Scratch scratch;
  Store store = open_to_write(scratch / "d.db");
  std::filesystem::create_directory(scratch / "w");
  ChatOptions options;
  options.root = scratch / "w";
  Replies first(said({"one", "three"}));
  ChatPlace place(store, first, options);
  place.turn("a", {}, {});
  const int64_t session = place.journal().info().id;
  {
    Store other_store = open_to_write(scratch / "d.db");
    Replies second(said({"two"}));
    ChatPlace other(other_store, second, options, session);
    CHECK(other.turn("b", {}, {}).text == "two");
  }
  const int64_t before = Journal::open(store, session).size();
  Replies third(said({}));
  const std::function<void()> recording[] = {[&] { place.turn("c", {}, {}); },
                                             [&] { place.retry({}, {}); },
                                             [&] { place.change_mode("agent"); },
                                             [&] { place.change_tools(true); },
                                             [&] { place.change_model(third); },
                                             [&] { place.undo(); },
                                             [&] { place.redo(); }};
  for (int i = 0; i < 2; ++i)
    for (const auto& record : recording)
      CHECK(refusal_of(record).find("has gone on elsewhere; dossier chat --session " +
                                    place.journal().info().uid) != std::string::npos);
  CHECK(place.mode() == "ask");
  CHECK(!place.is_automatic());
  CHECK(Journal::open(store, session).size() == before);
  // Read again, it goes on, and all of it replays.
  ChatPlace again(store, first, options, session);
  CHECK(again.turn("c", {}, {}).text == "three");
  CHECK(is_identical(Journal::open(store, session), Toolbox()));
  CHECK(verify_sessions(store).empty());
}
