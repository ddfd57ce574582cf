// What a request's digest covers.
#include <algorithm>
#include <catch2/catch.hpp>

#include "agent/transcript.h"
#include "engine/clock.h"
#include "queries/open.h"

using namespace dossier;

namespace {

class Yes final : public Model {
 public:
  std::string name() const override { return "yes"; }
  bool native_calls() const override { return false; }
  ModelReply reply(const ModelRequest&, const ModelListener&, std::stop_token) override {
    return {{Role::assistant, "yes", {}, {}}, {}, {}};
  }
};

}  // namespace

TEST_CASE("a request's digest depends on its whole conversation only") {
  Store store = open_in_memory();
  Yes model;
  Toolbox tools;
  Policy policy{Policy::kLookups};
  const auto begin = [&] {
    SessionInfo info;
    info.mode = "automation";
    return Journal::begin(store, info, system_entropy());
  };
  const auto asked = [&](Transcript& transcript, Journal& journal, const ModelRequest& request) {
    Message raw;
    transcript.reply(request, {}, {}, raw);
    const auto events = journal.events();
    return body_of(events[events.size() - 2]).text("request");
  };
  const ToolCall call{"1", "echo", Json::object({{"text", "a"}})};
  const ToolResult result{call, true, -1, -1, false, {}, Json("a")};
  std::vector<ModelRequest> requests(6);
  requests[0].messages = {{Role::user, "abcd", {}, {}}};
  requests[1].messages = {{Role::user, "abcd", {}, {}}, {Role::assistant, "ef", {}, {}}};
  requests[2].messages = {{Role::user, "abcde", {}, {result}}, {Role::assistant, "ef", {}, {}}};
  requests[3].messages = {{Role::user, "abc", {call}, {result}}};
  requests[4].messages = {{Role::user, "abcdefg", {call}, {}}, {Role::user, "", {call}, {}}};
  requests[5] = requests[1];
  Journal journal = begin();
  Transcript one(journal, {&model, &tools, &policy, &system_clock(), {}});
  std::vector<std::string> digests;
  for (const auto& request : requests) {
    const std::string digest = asked(one, journal, request);
    Journal other = begin();
    Transcript fresh(other, {&model, &tools, &policy, &system_clock(), {}});
    CHECK(digest == asked(fresh, other, request));
    digests.push_back(digest);
  }
  CHECK(digests[5] == digests[1]);
  digests.pop_back();
  std::sort(digests.begin(), digests.end());
  CHECK(std::unique(digests.begin(), digests.end()) == digests.end());
}
