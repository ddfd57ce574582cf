// A session that runs: its state, its question, its end.
#include "agent/desk/live.h"

#include <catch2/catch.hpp>
#include <future>

#include "engine/error.h"

using namespace dossier;
using namespace std::chrono_literals;

namespace {

// Waits for what the state is to show; the state says when it changes.
Json shown_when(const Live& live, const std::function<bool(const Json&)>& is_there) {
  for (;;) {
    const Live::State state = live.state();
    if (is_there(state.shown)) return state.shown;
    live.wait(state.version, 10s);
  }
}

}  // namespace

TEST_CASE("a question waits for its answer, and a kind that was granted is not asked again",
          "[desk]") {
  Live live;
  std::promise<std::vector<bool>> done;
  const Json input = Json::object();
  live.run([&](const std::stop_token&) {
    std::vector<bool> granted;
    const auto ask = [&](std::string_view tool, std::string_view within, Capability capability) {
      granted.push_back(live.ask({tool, within, capability, input, "filesystem"}).granted);
    };
    ask("edit_file", "auto-tools", Capability::write);
    ask("apply_diff", "", Capability::write);
    ask("read_file", "", Capability::read);
    done.set_value(granted);
  });
  const Json first =
      shown_when(live, [](const Json& shown) { return !shown["question"].is_null(); });
  CHECK(first["question"].text("tool") == "edit_file");
  CHECK(first["question"].text("within") == "auto-tools");
  CHECK(first["question"].text("category") == "filesystem");
  CHECK(first["question"].text("capability") == "write");
  CHECK_THROWS_AS(live.answer(99, {true, Consent::call}), Error);
  live.answer(first["question"].number("id"), {true, Consent::capability});
  const Json second = shown_when(
      live, [](const Json& shown) { return shown["question"].text("tool") == "read_file"; });
  live.answer(second["question"].number("id"), {});
  CHECK(done.get_future().get() == std::vector<bool>{true, true, false});
  shown_when(live, [](const Json& shown) { return !shown.flag("running"); });
}

TEST_CASE("what is stopped while it asks is answered with no", "[desk][threads]") {
  Live live;
  std::promise<bool> done;
  live.run([&](const std::stop_token&) {
    done.set_value(live.ask({"edit_file", "", Capability::write, Json::object()}).granted);
  });
  shown_when(live, [](const Json& shown) { return !shown["question"].is_null(); });
  CHECK_THROWS_AS(live.run([](const std::stop_token&) {}), Error);
  live.stop();
  CHECK_FALSE(done.get_future().get());
}

TEST_CASE("a failure of what ran is shown, and the next turn begins without it", "[desk]") {
  Live live;
  live.run([](const std::stop_token&) { throw Error(ErrorCode::io, "the model is away"); });
  const Json failed = shown_when(live, [](const Json& shown) { return !shown.flag("running"); });
  CHECK(failed.text("problem") == "the model is away");
  live.run([](const std::stop_token&) {});
  const Json next = shown_when(live, [](const Json& shown) { return !shown.flag("running"); });
  CHECK(next.text("problem").empty());
}
