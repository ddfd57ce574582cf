// What the client of foreign servers reads: configurations, tools, headers and results.
#include <catch2/catch.hpp>

#include "agent/mcp/client/approvals.h"
#include "agent/mcp/client/config.h"
#include "agent/mcp/client/definition.h"
#include "agent/mcp/client/parameter_headers.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/client/result.h"
#include "agent/policy.h"
#include "agent/tool.h"
#include "engine/error.h"
#include "tests/unit/refusal.h"

using namespace dossier;
using namespace dossier::mcp::client;

namespace {

Listed tools_of(const std::string& text, bool over_http = false) {
  Listed out;
  take_tools(Json::object({{"tools", read_json(text)}}), "fs", over_http, out);
  return out;
}

std::string problem_with(const std::string& schema) {
  const auto read = parameter_headers(read_json(schema));
  const auto* problem = std::get_if<std::string>(&read);
  return problem != nullptr ? *problem : "";
}

ToolResult result_of(const std::string& text) {
  ToolResult out;
  take_result(read_json(text), out);
  return out;
}

}  // namespace

TEST_CASE("a server's configuration is what was written, filled in when it starts",
          "[mcp-client]") {
  const auto servers = read_servers(
      R"({"mcpServers":{"fs":{"command":"x","args":["${HOME}/a"],"env":{"KEY":"${KEY}"}},)"
      R"("web":{"url":"http://127.0.0.1/mcp","headers":{"Authorization":"Bearer ${KEY}"},"timeout":5},)"
      R"("off":{"command":"y","disabled":true}}})",
      "f");
  REQUIRE(servers.size() == 2);
  CHECK(servers[0].shown() == "x ${HOME}/a");
  CHECK(servers[1].timeout_ms == 5);
  CHECK(servers[1].is_http());
  CHECK(servers[0].digest != servers[1].digest);
  const Variables variables = [](const char* name) {
    return std::string_view(name) == "KEY" ? "k" : nullptr;
  };
  CHECK(filled_in("a ${KEY} ${NONE:-b} ${NONE:-} $KEY ${", variables) == "a k b  $KEY ${");
  CHECK_THROWS_AS(filled_in("${NONE}", variables), Error);
}

TEST_CASE("a configuration of servers is bounded, in bytes and in servers", "[mcp-client]") {
  const auto many = [](int count) {
    Json servers = Json::object();
    for (int i = 0; i < count; ++i)
      servers.set("s" + std::to_string(i), Json::object({{"command", "x"}}));
    return Json::object({{"mcpServers", std::move(servers)}}).dump();
  };
  CHECK(read_servers(many(32), "f").size() == 32);
  CHECK(test::failure_of([&] { read_servers(many(33), "f"); }) ==
        "invalid: there are over 32 servers");
  const std::string one = many(1);
  const std::string padded = one + std::string((1 << 20) - one.size(), ' ');
  CHECK(read_servers(padded, "f").size() == 1);
  CHECK(test::failure_of([&] { read_servers(padded + " ", "f"); }) ==
        "limit: the file is over 1 MB");
}

TEST_CASE("an entry that is wrong hides no other where that can be told", "[mcp-client]") {
  const std::string text =
      R"({"mcpServers":{"a b":{"command":"x"},"good":{"command":"y"},"none":{}}})";
  std::vector<std::string> told;
  const TellFault tell = [&](const Error& fault) { told.push_back(fault.origin()); };
  const auto servers = read_servers(text, "f", tell);
  REQUIRE(servers.size() == 1);
  CHECK(servers[0].name == "good");
  CHECK(told == std::vector<std::string>{"f: a b", "f: none"});
  CHECK_THROWS_AS(read_servers(text, "f"), Error);
  CHECK(read_servers("[]", "g", tell).empty());
  CHECK(told.back() == "g");
}

TEST_CASE("a foreign tool is kept as a toolbox can hold it", "[mcp-client]") {
  const Listed listed = tools_of(
      R"([{"name":"read.text","description":"a\u200bb\u202ec\u001b[1m\nd","inputSchema":{"type":"object","required":["p"],)"
      R"("properties":{"p":{"type":"string","description":"x\u200by"}}},"annotations":{"readOnlyHint":true}},)"
      R"({"name":"read_text","inputSchema":{"type":"object"}},{"name":"run_it","inputSchema":{"type":"object"},)"
      R"("annotations":{"readOnlyHint":true}},{"name":"","inputSchema":{"type":"object"}},)"
      R"({"name":"deleteAll","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},)"
      R"({"name":"none"},{"name":"list","inputSchema":{"type":"object","required":[1]}}])");
  REQUIRE(listed.tools.size() == 3);
  CHECK(listed.left_out.size() == 4);
  CHECK(listed.tools[0].tool == "fs__read_text");
  CHECK(listed.tools[0].name == "read.text");
  CHECK(listed.tools[0].description == "abc[1m\nd");
  CHECK(listed.tools[0].schema["properties"]["p"].text("description") == "xy");
  CHECK(listed.tools[0].capability() == Capability::read);
  CHECK(listed.tools[1].capability() == Capability::execute);
  CHECK(listed.tools[2].capability() == Capability::write);
}

TEST_CASE("the hash covers what a server says of a tool, seen or not", "[mcp-client]") {
  const auto hash = [](const std::string& more) {
    return tools_of(R"([{"name":"a","inputSchema":{"type":"object"})" + more + "}]").tools[0].hash;
  };
  CHECK(hash("") == hash(R"(,"icons":[],"_meta":{"at":1})"));
  CHECK(hash(R"(,"description":"x")") != hash(R"(,"description":"x\u200b")"));
  CHECK(hash("") != hash(R"(,"annotations":{"readOnlyHint":true})"));
  CHECK(hash("") != hash(R"(,"outputSchema":{"type":"object"})"));
  CHECK(hash("") != hash(R"(,"title":"t")"));
}

TEST_CASE("changes since an approval name what is new and what differs", "[mcp-client]") {
  const auto tools = tools_of(R"([{"name":"a","inputSchema":{"type":"object"}},)"
                              R"({"name":"b","inputSchema":{"type":"object"}},)"
                              R"({"name":"c","inputSchema":{"type":"object"}}])")
                         .tools;
  CHECK(changes_since(std::nullopt, tools).tools.size() == 3);
  Approved before;
  before.tools["a"] = {tools[0].hash, tools[0].shown()};
  before.tools["b"] = {"another", "b() write\nonce\n"};
  const Changes changes = changes_since(before, tools);
  CHECK(changes.tools == std::vector<std::string>{"b", "c"});
  CHECK(changes.shown.find("-once") != std::string::npos);
  before.tools["b"].shown = tools[1].shown();
  CHECK(changes_since(before, tools).shown.find("b: the schema") == 0);
}

TEST_CASE("marks of parameters that headers repeat", "[mcp-client]") {
  const auto read = parameter_headers(read_json(
      R"({"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"},"o":{"type":"object",)"
      R"("properties":{"n":{"type":"integer","x-mcp-header":"N"}}},"f":{"type":"number"}}})"));
  const auto& marks = std::get<Pairs>(read);
  REQUIRE(marks.size() == 2);
  const Json arguments = read_json(R"({"a":" x","o":{"n":-7},"f":1.5})");
  CHECK(encoded_header(header_value(arguments, marks[0].first).text) == "=?base64?IHg=?=");
  CHECK(header_value(arguments, marks[1].first).text == "-7");
  CHECK(marks[1].second == "Mcp-Param-N");
  CHECK_FALSE(header_value(read_json(R"({"a":null})"), marks[0].first).found);
  CHECK_FALSE(header_value(read_json("{}"), marks[1].first).found);
  for (const std::string property :
       {R"({"type":"string","x-mcp-header":""})", R"({"type":"string","x-mcp-header":"a b"})",
        R"({"type":"string","x-mcp-header":7})", R"({"type":"number","x-mcp-header":"A"})",
        R"({"type":"object","x-mcp-header":"A"})",
        R"({"type":"array","items":{"type":"string","x-mcp-header":"A"}})",
        R"({"anyOf":[{"type":"string","x-mcp-header":"A"}]})"}) {
    INFO(property);
    CHECK_FALSE(problem_with(R"({"type":"object","properties":{"p":)" + property + "}}").empty());
  }
  CHECK_FALSE(problem_with(R"({"properties":{"a":{"type":"string","x-mcp-header":"A"},)"
                           R"("b":{"type":"string","x-mcp-header":"a"}}})")
                  .empty());
  CHECK(encoded_header("us west 1") == "us west 1");
  CHECK(encoded_header("Hello, 世界") == "=?base64?SGVsbG8sIOS4lueVjA==?=");
  CHECK(encoded_header("=?base64?literal?=") == "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
  CHECK(encoded_header("a\nb") == "=?base64?YQpi?=");
}

TEST_CASE("a foreign result is bounded, and no result is a failure", "[mcp-client]") {
  CHECK(result_of(R"({"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]})")
            .result.dump() == R"({"text":"a\nb"})");
  CHECK(result_of(R"({"content":[],"structuredContent":{"n":1}})").result.dump() == R"({"n":1})");
  CHECK(result_of(R"({"content":[],"structuredContent":[1]})").result.dump() == R"({"value":[1]})");
  const auto failed = result_of(R"({"content":[{"type":"text","text":"no"}],"isError":true})");
  CHECK_FALSE(failed.ok);
  CHECK(*failed.result.string() == "no");
  CHECK_FALSE(result_of("{}").ok);
  CHECK_FALSE(result_of(R"({"content":"a"})").ok);
  const std::string much(3 * kMaxResultBytes, 'x');
  const auto text = result_of(R"({"content":[{"type":"text","text":")" + much + R"("}]})");
  CHECK(text.truncated);
  CHECK(text.result.text("text").size() == kMaxResultBytes);
  const auto one = result_of(R"({"content":[],"structuredContent":{"a":[")" + much + R"("]}})");
  CHECK(one.truncated);
  CHECK(one.result.dump().size() < 2 * kMaxResultBytes);
  std::string rows;
  for (int i = 0; i < 30'000; ++i) rows += (i == 0 ? "" : ",") + std::to_string(i + 100'000);
  const auto many = result_of(R"({"content":[],"structuredContent":{"rows":[)" + rows + "]}}");
  CHECK(many.truncated);
  CHECK(many.result["rows"].each().size() > 10'000);
  CHECK(many.result.dump().size() <= kMaxResultBytes + 100);
}

TEST_CASE("a foreign tool is not read on, and takes what its own schema takes", "[mcp-client]") {
  Toolbox tools;
  Tool tool;
  tool.spec = {"s__t", "", read_json(R"({"type":"object","required":["a"]})")};
  tool.external = true;
  std::string got;
  tool.run = [&](const Json& input, const EditListener&, ToolResult& result) {
    got = input.dump();
    result.result = Json::object({{"rows", read_json("[1,2,3]")}});
  };
  tools.add(tool);
  CHECK_FALSE(tools.dispatch({{}, "s__t", Json::object()}, nullptr).ok);
  const auto result =
      tools.dispatch({{}, "s__t", read_json(R"({"a":1,"b":2,"cursor":"2"})")}, nullptr);
  CHECK(result.ok);
  CHECK(got == R"({"a":1,"b":2,"cursor":"2"})");
  CHECK(result.result.dump() == R"({"rows":[1,2,3]})");
  CHECK(result.cursor.empty());
}

TEST_CASE("a foreign tool is asked about, whatever its kind is allowed", "[mcp-client][policy]") {
  int asked = 0;
  const auto asker = [&](const PermissionRequest&) {
    ++asked;
    return Consent{true, Consent::capability};
  };
  Policy policy(Policy::kAgent, asker);
  CHECK(policy.decide("edit_file", Capability::write, "{}").by == "policy");
  CHECK(policy.decide("fs__write", Capability::write, "{}").by == "user");
  CHECK(policy.decide("fs__edit", Capability::write, "{}").allowed);
  CHECK(asked == 1);
  policy.decide("fs__read", Capability::read, "{}");
  policy.decide("db__write", Capability::write, "{}");
  CHECK(asked == 3);
  CHECK_FALSE(policy.decide("fs__run", Capability::execute, "{}").allowed);
  Policy ruled(permissions_in("fs__*=allow,write=allow,fs__rm=deny", Policy::kAgent), nullptr, {},
               tool_rules_of("agent", "fs__*=allow,write=allow,fs__rm=deny"));
  CHECK(ruled.decide("fs__read", Capability::read, "{}").allowed);
  CHECK_FALSE(ruled.decide("fs__rm", Capability::write, "{}").allowed);
  CHECK_FALSE(ruled.decide("fsx__read", Capability::read, "{}").allowed);
  CHECK(ruled.decide("db__read", Capability::read, "{}").by == "nobody to ask");
  CHECK(tool_rules_of("ask", "fs__*=allow").empty());
  CHECK_THROWS_AS(permissions_in("fs__*=maybe", Policy::kAgent), Error);
}

TEST_CASE("what is no message of a server has a reason", "[mcp-client]") {
  for (const std::string text :
       {"", "{", "[]", "7", R"({"id":1,"result":{}})", R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":1.5,"result":{}})", R"({"jsonrpc":"2.0","result":{}})",
        R"({"jsonrpc":"2.0","id":1,"result":[]})", R"({"jsonrpc":"2.0","id":1,"error":{}})",
        R"({"jsonrpc":"2.0","method":7})"}) {
    INFO(text);
    CHECK(std::holds_alternative<std::string>(read_reply(text)));
  }
  const auto read =
      read_reply(R"({"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"\u001b[2J"}})");
  CHECK(std::get<Reply>(read).message == "[2J");
  CHECK(plain("a\n\n b\tc\u202e", 100) == "a  b c");
  CHECK(plain(std::string(10, 'x'), 4) == "xxxx…");
}
