// How a version is settled with a server, whatever it answers to what it does not know.
#include <catch2/catch.hpp>
#include <deque>
#include <utility>
#include <vector>

#include "agent/mcp/client/connection.h"
#include "engine/error.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::mcp::client;

namespace {

// Answers in order: a text, or how an exchange ends without one.
class Played final : public Transport {
 public:
  struct Step {
    Exchanged exchanged{};
    std::string text{};
  };

  Played(bool is_http, std::deque<Step> steps, std::string& heard)
      : is_http_(is_http), steps_(std::move(steps)), heard_(heard) {}

  Exchanged exchange(const Outgoing& request, const Taker& take, Patience&) override {
    heard_ += request.method + " ";
    if (steps_.empty()) throw Error(ErrorCode::io, "it has ended");
    const Step step = std::move(steps_.front());
    steps_.pop_front();
    if (!step.text.empty()) take(step.text);
    return step.exchanged;
  }
  void send(const Outgoing& message, Patience&) override {
    heard_ += (message.method.empty() ? "answer:" + message.text : message.method) + " ";
  }
  void listen(const std::string& version) override { heard_ += "listen:" + version + " "; }
  void glance(const Taker& take) override {
    for (const auto& text : std::exchange(later, {})) take(text);
  }
  bool is_open() override { return true; }
  bool is_http() const override { return is_http_; }

  std::vector<std::string> later;  // that comes between exchanges

 private:
  const bool is_http_;
  std::deque<Step> steps_;
  std::string& heard_;
};

Played::Step said(int id, const std::string& rest) {
  return {{}, R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + "," + rest + "}"};
}

const std::string kHands = R"("result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"s"}})";

// What was heard, and the version or why there is none.
std::string settled(bool is_http, std::deque<Played::Step> steps) {
  std::string heard;
  try {
    const Connection connection(std::make_unique<Played>(is_http, std::move(steps), heard), {"1"},
                                true, {});
    return heard + "= " + connection.version();
  } catch (const Error& error) {
    return heard + "! " + error.message();
  }
}

}  // namespace

TEST_CASE("a server that does not know discovery is asked for a handshake", "[mcp-client]") {
  const std::string hands =
      "server/discover initialize notifications/initialized listen:2025-06-18 = 2025-06-18";
  const Played::Step late{{Exchanged::late, 0, "no answer within 1 ms"}, {}};
  const auto refused = [](int status) {
    return Played::Step{{Exchanged::refused, status, "it answers " + std::to_string(status)}, {}};
  };
  const auto unknown = said(1, R"("error":{"code":-32601,"message":"no"})");
  CHECK(settled(false, {unknown, said(2, kHands)}) ==
        "server/discover initialize notifications/initialized listen:2025-06-18 = 2025-06-18");
  // A process may say nothing to what it does not know; over HTTP silence is a failure.
  const std::string after_silence = settled(false, {late, said(2, kHands)});
  CHECK(after_silence.find("initialize notifications/initialized listen:2025-06-18 = 2025-06-18") !=
        std::string::npos);
  CHECK(settled(true, {late, said(2, kHands)}) == "server/discover ! no answer within 1 ms");
  CHECK(settled(true, {refused(400), said(2, kHands)}) == hands);
  CHECK(settled(true, {refused(404), said(2, kHands)}) == hands);
  for (const int status : {401, 403, 500})
    CHECK(settled(true, {refused(status)}) ==
          "server/discover ! it answers " + std::to_string(status));
}

TEST_CASE("a version is one that both speak", "[mcp-client]") {
  CHECK(settled(true, {said(1, R"("result":{"supportedVersions":["2026-07-28","2025-11-25"]})")}) ==
        "server/discover = 2026-07-28");
  CHECK(
      settled(true, {said(1, R"("result":{"supportedVersions":["2025-06-18"]})"), said(2, kHands)})
          .ends_with("= 2025-06-18"));
  CHECK(settled(true, {said(1, R"("result":{"supportedVersions":["1999-01-01"]})")})
            .find("none of the versions of this program") != std::string::npos);
  CHECK(settled(false, {said(1, R"("error":{"code":-32601,"message":"no"})"),
                        said(2, R"("result":{"protocolVersion":"1999-01-01"})")})
            .find("none of the versions of this program") != std::string::npos);
}

TEST_CASE("what a server asks between calls is answered with the next look", "[mcp-client]") {
  std::string heard;
  auto transport = std::make_unique<Played>(
      false,
      std::deque<Played::Step>{said(1, R"("error":{"code":-32601,"message":"no"})"),
                               said(2, kHands)},
      heard);
  transport->later = {R"({"jsonrpc":"2.0","id":7,"method":"ping"})", "no message",
                      R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"};
  Connection connection(std::move(transport), {"1"}, true, {});
  heard.clear();
  CHECK_FALSE(connection.take_changed());
  connection.look();
  CHECK(connection.take_changed());
  CHECK_FALSE(connection.take_changed());
  CHECK(heard == R"(answer:{"jsonrpc":"2.0","id":7,"result":{}} )");
}

TEST_CASE("a server asks eight times in a call, and eight things at once", "[mcp-client]") {
  const auto failure_of_call = [](const Json& asked, int rounds) {
    const std::string again =
        R"("result":{"resultType":"input_required","inputRequests":)" + asked.dump() + "}";
    std::deque<Played::Step> steps{said(1, R"("result":{"supportedVersions":["2026-07-28"]})")};
    for (int id = 2; id < 2 + rounds; ++id) steps.push_back(said(id, again));
    steps.push_back(said(2 + rounds, R"("result":{"content":[]})"));
    std::string heard;
    Connection connection(std::make_unique<Played>(true, std::move(steps), heard), {"1"}, true, {});
    Patience patience = Patience::of(60'000, {});
    return test::failure_of([&] { connection.call({}, Json::object(), patience); });
  };
  CHECK(failure_of_call(Json::object(), 7).empty());
  CHECK(failure_of_call(Json::object(), 8) ==
        "limit: the server asks on after 8 rounds of questions");
  Json nine = Json::object();
  for (int i = 0; i < 9; ++i)
    nine.set(std::to_string(i), Json::object({{"method", "elicitation/create"}}));
  CHECK(failure_of_call(nine, 1) == "limit: the server asks over 8 things at once");
}
