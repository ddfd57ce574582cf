// Calls of tools end with the turn that they are made in: when its time is up, and when somebody
// stops it.
#include <catch2/catch.hpp>
#include <stop_token>

#include "agent/chat.h"
#include "agent/tools/tools.h"
#include "store/import/import.h"
#include "tests/unit/agent/place.h"
#include "tests/unit/agent/recorded.h"

using namespace dossier;

namespace {

// A folder, and a store that holds it, in which a model calls one tool and then is done.
struct Caller {
  test::Place folder;
  test::FixedClock clock;
  Store store = open_in_memory(clock);
  std::unique_ptr<Workspace> files = folder.open();
  Toolbox tools;
  Policy policy{Policy::kAgent};

  Caller() {
    ImportOptions chosen;
    chosen.path = folder.scratch / "w";
    import(store, chosen);
    add_op_tools(tools, store, {});
    add_file_tools(tools, *files);
  }

  // What became of the call, a line that a model without calls of its own writes.
  ToolResult call(const std::string& line, int64_t ms, bool is_stopped) {
    SessionInfo info;
    info.mode = "agent";
    Journal journal = Journal::begin(store, info, system_entropy());
    test::Replies model(test::said({line, "Done."}));
    Transcript transcript(journal, {&model, &tools, &policy, &clock, {}});
    SetupOptions options;
    options.mode = "agent";
    options.limits.ms = ms;
    Chat chat(transcript, set_up(tools, options), options.limits);
    std::stop_source stop;
    LoopListener listener;
    listener.on_call = [&](const ToolCall&) {
      if (is_stopped) stop.request_stop();
    };
    chat.turn("look", listener, stop.get_token());
    const auto results = results_in(journal.events());
    REQUIRE(results.size() == 1);
    return results[0];
  }
};

}  // namespace

TEST_CASE("a lookup and a search in files end when their turn is stopped or its time is up") {
  for (const char* line : {"ACTION: GREP(pattern='two')", "ACTION: SEARCH_FILES(pattern='two')"}) {
    INFO(line);
    Caller caller;
    const ToolResult whole = caller.call(line, 600'000, false);
    CHECK(whole.ok);
    CHECK(whole.returned == 1);
    const ToolResult stopped = caller.call(line, 600'000, true);
    CHECK_FALSE(stopped.ok);
    CHECK(stopped.result.dump().find("stopped") != std::string::npos);
    // The clock ticks by 10 ms: it is not over yet when the model is asked, and by then it is.
    const ToolResult late = caller.call(line, 12, false);
    CHECK_FALSE(late.ok);
    CHECK(late.result.dump().find("time is up") != std::string::npos);
  }
}
