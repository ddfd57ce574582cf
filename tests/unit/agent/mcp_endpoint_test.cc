// The protocol over HTTP: which heads are refused, which status answers, how long a session lasts.
#include "agent/mcp/endpoint.h"

#include <catch2/catch.hpp>

#include "queries/open.h"
#include "tests/mcp/fixtures.h"

using namespace dossier;

namespace {

struct Web : mcp::Lender {
  std::shared_ptr<mcp::Place> place =
      std::make_shared<mcp::Place>(open_in_memory(), "", "", mcp::Offer::few);
  mcp::Fixtures fixtures;
  mcp::Server server{"1.2.3", *this, &fixtures};
  mcp::Endpoint endpoint{server, *this, system_entropy()};
  std::map<std::string, std::string, std::less<>> head;

  std::shared_ptr<mcp::Place> lend(const std::stop_token&, Length) override { return place; }

  mcp::Endpoint::Head heads() const {
    return [this](std::string_view name) -> std::string_view {
      const auto at = head.find(name);
      return at == head.end() ? std::string_view() : at->second;
    };
  }
  mcp::Reply post(std::string_view body) { return endpoint.post(heads(), body, *this); }
  // A modern request with the head that belongs to it.
  mcp::Reply modern(std::string_view method, Json params, std::string_view version = mcp::kModern) {
    params.set("_meta", Json::object({{std::string(mcp::kMetaVersion), version},
                                      {std::string(mcp::kMetaCapabilities), Json::object()}}));
    return post(
        Json::object(
            {{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}})
            .dump());
  }
  std::string begin() {
    return post(R"({"jsonrpc":"2.0","id":1,"method":"initialize",)"
                R"("params":{"protocolVersion":"2025-11-25"}})")
        .session;
  }
};

constexpr std::string_view kPing = R"({"jsonrpc":"2.0","id":2,"method":"ping"})";

bool has_code(const mcp::Reply& reply, int code) {
  return reply.body.find("\"code\":" + std::to_string(code)) != std::string::npos;
}

}  // namespace

TEST_CASE("the head of a modern POST says what its body says") {
  Web web;
  const Json show = Json::object({{"name", "show"}, {"arguments", Json::object()}});
  struct Row {
    const char *version, *method, *name;
    int status;
  };
  const auto [version, method, name, status] = GENERATE(values<Row>({
      {"2026-07-28", "tools/call", "show", 200},
      {"2026-07-28", "tools/call", "=?base64?c2hvdw==?=", 200},
      {"2026-07-28", "tools/call", "=?base64?c2hvdw=?=", 400},
      {"2026-07-28", "tools/call", "=?base64?c2h!dw==?=", 400},
      {"2026-07-28", "tools/call",
       "=?base64?"
       "?=",
       400},
      {"2026-07-28", "tools/call", "Show", 400},
      {"2026-07-28", "tools/call", "sh\xc3\xb6w", 400},
      {"2026-07-28", "tools/call", "", 400},
      {"2026-07-28", "tools/list", "show", 400},
      {"2026-07-28", "", "show", 400},
      {"2025-11-25", "tools/call", "show", 400},
      {"", "tools/call", "show", 400},
  }));
  CAPTURE(version, method, name);
  web.head = {{"mcp-protocol-version", version}, {"mcp-method", method}, {"mcp-name", name}};
  const auto reply = web.modern("tools/call", show);
  CHECK(reply.status == status);
  CHECK(has_code(reply, mcp::kHeaderMismatch) == (status == 400));
}

TEST_CASE("statuses are those that the protocol names") {
  Web web;
  web.head = {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", "tools/list"}};
  CHECK(web.modern("tools/list", Json::object()).status == 200);
  web.head["mcp-method"] = "no/such";
  const auto unknown = web.modern("no/such", Json::object());
  CHECK(unknown.status == 404);
  CHECK(has_code(unknown, mcp::kMethodNotFound));
  web.head["mcp-method"] = "initialize";
  CHECK(web.modern("initialize", Json::object({{"protocolVersion", "2025-11-25"}})).status == 404);
  web.head = {{"mcp-protocol-version", "1900-01-01"}, {"mcp-method", "tools/list"}};
  const auto old = web.modern("tools/list", Json::object(), "1900-01-01");
  CHECK(old.status == 400);
  CHECK(has_code(old, mcp::kUnsupportedVersion));
  CHECK(web.post("{").status == 400);
  CHECK(web.post("[]").status == 400);
  const auto notified = web.post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  CHECK(notified.status == 202);
  CHECK(notified.body.empty());
  web.head = {{"mcp-protocol-version", "2026-07-28"}};
  const auto bare = web.post(kPing);
  CHECK(bare.status == 400);
  CHECK(has_code(bare, mcp::kInvalidParams));
}

TEST_CASE("an earlier client names its session until it ends it") {
  Web web;
  CHECK(web.post(kPing).status == 400);
  const std::string session = web.begin();
  CHECK(session.size() == 32);
  CHECK(web.begin() != session);
  web.head["mcp-session-id"] = session;
  CHECK(web.post(kPing).body == R"({"jsonrpc":"2.0","id":2,"result":{}})");
  web.head["mcp-protocol-version"] = "1900-01-01";
  CHECK(web.post(kPing).status == 400);
  web.head["mcp-protocol-version"] = "2025-06-18";
  CHECK(web.post(kPing).status == 200);
  CHECK(web.endpoint.remove(web.heads()).status == 204);
  CHECK(web.endpoint.remove(web.heads()).status == 404);
  CHECK(web.post(kPing).status == 404);
}

TEST_CASE("as many sessions are kept as the limit says, those that were used last") {
  Web web;
  const std::string first = web.begin(), second = web.begin();
  for (size_t i = 2; i < mcp::Endpoint::kMostConnections; ++i) web.begin();
  web.head["mcp-session-id"] = first;
  CHECK(web.post(kPing).status == 200);
  web.begin();
  CHECK(web.post(kPing).status == 200);
  web.head["mcp-session-id"] = second;
  CHECK(web.post(kPing).status == 404);
}
