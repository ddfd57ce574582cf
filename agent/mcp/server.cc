#include "agent/mcp/server.h"

#include <algorithm>
#include <iterator>

#include "agent/bounds.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier::mcp {
namespace {

constexpr int64_t kHour = 3'600'000;
// What is offered is the same for everybody as long as the program runs.
constexpr Freshness kFixed{kHour, true};

constexpr std::string_view kInstructions =
    "dossier answers questions about code that was imported into its database: exactly, with "
    "places, without reading files into the conversation. Start with find (a query such as "
    "`kind:method in:Player heal`, or words alone); show gives the card of a symbol, refs what "
    "refers to it, grep matching lines, cat the text of a file, diff what changed between two "
    "snapshots. An answer with \"truncated\": true goes on with its cursor. note keeps what was "
    "learnt about a symbol.";

Json capabilities() { return Json::object({{"tools", Json::object()}}); }

// The answer of a tool as one object: itself where it is one, with its counts otherwise. Where it
// was cut, it says how to go on.
Json structured(const ToolResult& result) {
  Json out = result.result.fields() != nullptr ? result.result : Json::object();
  if (result.result.fields() == nullptr) {
    if (result.total >= 0) out.set("total", result.total);
    if (result.returned >= 0) out.set("returned", result.returned);
    out.set("truncated", result.truncated).set("result", result.result);
  }
  if (result.truncated) out.set("truncated", true);
  if (!result.cursor.empty()) out.set("cursor", result.cursor);
  return out;
}

Json text_content(std::string text) {
  return Json(Json::Array{Json::object({{"type", "text"}, {"text", std::move(text)}})});
}

Json tool_result(const ToolResult& result) {
  if (!result.ok)
    return Json::object(
        {{"content", text_content(result.result.string() != nullptr ? *result.result.string()
                                                                    : result.result.dump())},
         {"isError", true}});
  Json value = structured(result);
  std::string text = value.dump();
  return Json::object({{"content", text_content(std::move(text))},
                       {"structuredContent", std::move(value)},
                       {"isError", false}});
}

std::string shown(std::string_view text) {
  return "'" + std::string(utf8_prefix(text, kPeerBounds.reason_bytes)) + "'";
}

}  // namespace

std::string Answer::text(const Json& id) const {
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) return error_text(id, *refusal);
  return result_text(id, std::get<Json>(outcome));
}

std::span<const Server::Method> Server::methods() {
  static constexpr Method kMethods[] = {
      {"initialize", false, true, &Server::initialize},
      {"server/discover", true, false, &Server::discover, kFixed},
      {"ping", false, true, &Server::ping},
      {"tools/list", true, true, &Server::list_tools, kFixed},
      {"tools/call", true, true, &Server::call_tool},
  };
  return kMethods;
}

Answer Server::answer(const Incoming& request, Connection& connection, Place& place) const {
  const auto all = methods();
  const auto method = std::find_if(
      all.begin(), all.end(), [&](const Method& known) { return known.name == request.method; });
  if (method == all.end())
    return {Refusal{kMethodNotFound, "there is no method " + shown(request.method)}};
  try {
    return {run(*method, request, connection, place)};
  } catch (const Error& error) {
    return {Refusal{kInternalError, error.message()}};
  }
}

Server::Outcome Server::run(const Method& method, const Incoming& request, Connection& connection,
                            Place& place) const {
  // What begins a connection cannot say how it began.
  if (method.run == &Server::initialize && !version_in(request.params))
    return initialize({request.params, connection.handshake, connection, place});
  auto caller = caller_of(request, connection.handshake);
  if (auto* refusal = std::get_if<Refusal>(&caller)) return std::move(*refusal);
  const Caller& from = std::get<Caller>(caller);
  if (from.is_modern() ? !method.is_modern : !method.is_legacy)
    return Refusal{kMethodNotFound,
                   "version " + from.version + " has no method " + shown(method.name)};
  Outcome outcome = (this->*method.run)({request.params, from, connection, place});
  if (auto* result = std::get_if<Json>(&outcome))
    *result = finished(std::move(*result), from, method.freshness, implementation());
  return outcome;
}

void Server::end(Connection& connection, Place& place) const {
  try {
    connection.recording.end(place, "the client has gone");
  } catch (const Error&) {
  }
}

Json Server::implementation() const {
  return Json::object({{"name", "dossier"}, {"version", version_}});
}

Server::Outcome Server::initialize(const Call& call) const {
  const std::string& wanted = call.params.text("protocolVersion");
  if (wanted.empty()) return Refusal{kInvalidParams, "initialize needs a protocolVersion"};
  const std::string version(is_legacy(wanted) ? std::string_view(wanted) : kLegacy);
  call.connection.handshake = {version, client_in(call.params["clientInfo"])};
  return Json::object({{"protocolVersion", version},
                       {"capabilities", capabilities()},
                       {"serverInfo", implementation()},
                       {"instructions", kInstructions}});
}

Server::Outcome Server::discover(const Call&) const {
  return Json::object({{"supportedVersions", versions()},
                       {"capabilities", capabilities()},
                       {"instructions", kInstructions}});
}

Server::Outcome Server::ping(const Call&) const { return Json::object(); }

Server::Outcome Server::list_tools(const Call& call) const {
  if (call.params.find("cursor") != nullptr)
    return Refusal{kInvalidParams, "the list has one page, so there is no such cursor"};
  Json tools = Json::array();
  for (const auto& spec : call.place.tools().specs())
    tools.add(listed(*call.place.tools().find(spec.name)));
  if (fixtures_ != nullptr) fixtures_->list(tools);
  return Json::object({{"tools", std::move(tools)}});
}

Server::Outcome Server::call_tool(const Call& call) const {
  const Json* name = call.params.find("name");
  if (name == nullptr || name->string() == nullptr)
    return Refusal{kInvalidParams, "tools/call needs the name of a tool"};
  if (const Json* fixture = fixtures_ != nullptr ? fixtures_->find(*name->string()) : nullptr)
    return call_fixture(call, *fixture);
  if (call.place.tools().find(*name->string()) == nullptr)
    return Refusal{kInvalidParams, "Unknown tool: " + shown(*name->string())};
  const Json* arguments = call.params.find("arguments");
  if (arguments != nullptr && arguments->fields() == nullptr)
    return Refusal{kInvalidParams, "arguments is an object"};
  ToolCall wanted{{}, *name->string(), arguments != nullptr ? *arguments : Json::object()};
  return tool_result(call.connection.recording.call(call.place, call.caller, wanted));
}

Server::Outcome Server::call_fixture(const Call& call, const Json& fixture) const {
  const Json& able = call.params["_meta"][kMetaCapabilities];
  const Json* required = fixture.find("requires");
  if (required != nullptr)
    for (const auto& [name, value] : *required->fields())
      if (able.find(name) == nullptr)
        return Refusal{kMissingCapability, "the client has to be capable of: " + name,
                       Json::object({{"requiredCapabilities", *required}})};
  return fixture["result"];
}

}  // namespace dossier::mcp
