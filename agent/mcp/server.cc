#include "agent/mcp/server.h"

#include <algorithm>
#include <iterator>

#include "agent/mcp/call.h"
#include "agent/mcp/resources.h"
#include "engine/error.h"
#include "queries/sql.h"

namespace dossier::mcp {
namespace {

constexpr int64_t kHour = 3'600'000;
// What is offered is the same for everybody as long as the program runs.
constexpr Freshness kFixed{kHour, true};
// What the next import changes.
constexpr Freshness kNow{1'000, false};

constexpr std::string_view kInstructions =
    "dossier answers questions about code that was imported into its database: exactly, with "
    "places, without reading files into the conversation. Start with find (a query such as "
    "`kind:method in:Player heal`, or words alone); show gives the card of a symbol, refs what "
    "refers to it, grep matching lines, cat the text of a file, diff what changed between two "
    "snapshots. An answer with \"truncated\": true goes on with its cursor.";
constexpr std::string_view kInstructionsOfNote = " note keeps what was learnt about a symbol.";

}  // namespace

std::string Answer::text(const Json& id) const {
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) return error_text(id, *refusal);
  if (const auto* result = std::get_if<Json>(&outcome)) return result_text(id, *result);
  return {};
}

Server::Server(std::string version, Lender& lender, const Extras* extras, bool only_reads)
    : version_(std::move(version)),
      lender_(lender),
      extras_(extras),
      only_reads_(only_reads),
      seal_(system_entropy()),
      feed_([this] { return heads(); }),
      tasks_(system_clock(), system_entropy(),
             [this](const std::string& id, const Json& task) { feed_.task_changed(id, task); }) {}

std::span<const Server::Method> Server::methods() {
  static constexpr Method kMethods[] = {
      {"initialize", false, true, &Server::initialize},
      {"server/discover", true, false, &Server::discover, kFixed},
      {"ping", false, true, &Server::ping},
      {"logging/setLevel", false, true, &Server::set_level},
      {"tools/list", true, true, &Server::list_tools, kFixed},
      {"tools/call", true, true, &Server::call_tool},
      {"resources/list", true, true, &Server::list_resources, kNow},
      {"resources/templates/list", true, true, &Server::list_templates, kFixed},
      {"resources/read", true, true, &Server::read_resource, kNow},
      {"resources/subscribe", false, true, &Server::subscribe},
      {"resources/unsubscribe", false, true, &Server::unsubscribe},
      {"subscriptions/listen", true, false, &Server::listen},
      {"prompts/list", true, true, &Server::list_prompts, kFixed},
      {"prompts/get", true, true, &Server::get_prompt},
      {"completion/complete", true, true, &Server::complete},
      {"tasks/get", true, false, &Server::get_task},
      {"tasks/update", true, false, &Server::update_task},
      {"tasks/cancel", true, false, &Server::cancel_task},
  };
  return kMethods;
}

Answer Server::answer(const Incoming& request, Connection& connection, const Means& means) {
  const auto all = methods();
  const auto method = std::find_if(
      all.begin(), all.end(), [&](const Method& known) { return known.name == request.method; });
  if (method == all.end())
    return {Refusal{kMethodNotFound, "there is no method " + client_word(request.method)}};
  try {
    return {run(*method, request, connection, means)};
  } catch (const Error& error) {
    return {Refusal{kInternalError, error.message()}};
  }
}

Outcome Server::run(const Method& method, const Incoming& request, Connection& connection,
                    const Means& means) {
  // What begins a connection cannot say how it began.
  const bool begins = method.run == &Server::initialize && !version_in(request.params);
  std::variant<Caller, Refusal> caller = connection.handshake;
  if (!begins) caller = caller_of(request, connection.handshake);
  if (auto* refusal = std::get_if<Refusal>(&caller)) return std::move(*refusal);
  const Caller& from = std::get<Caller>(caller);
  if (!begins && (from.is_modern() ? !method.is_modern : !method.is_legacy))
    return Refusal{kMethodNotFound,
                   "version " + from.version + " has no method " + client_word(method.name)};
  RequestDialogue dialogue(
      {request, from, means.outlet.get(), connection.replies, seal_, connection.level, means.stop});
  if (dialogue.refusal()) return *dialogue.refusal();
  Call call{request, request.params, from, connection, means, dialogue, method.freshness};
  Outcome outcome = (this->*method.run)(call);
  if (auto* result = std::get_if<Json>(&outcome))
    *result = finished(std::move(*result), from, call.freshness, implementation());
  return outcome;
}

bool Server::may_talk(const Incoming& request, const Connection& connection) const {
  if (request.method == "subscriptions/listen") return true;
  if (request.method != "tools/call") return false;
  const Json& meta = request.params["_meta"];
  if (meta.find("progressToken") != nullptr || meta.find(kMetaLogLevel) != nullptr) return true;
  if (version_in(request.params)) return false;
  Json known;
  return connection.has_level || connection.handshake.can_elicit() ||
         (extras_ != nullptr &&
          extras_->find("tools", request.params.text("name"), known) != nullptr);
}

const Json* Server::schema_with_headers(std::string_view tool) const {
  Json known;
  const Json* extra = extras_ != nullptr ? extras_->find("tools", tool, known) : nullptr;
  return extra != nullptr ? &(*extra)["listed"]["inputSchema"] : nullptr;
}

std::string Server::unsubscribe(int64_t subscription, const Json& id) {
  if (!feed_.remove(subscription)) return {};
  Json result =
      Json::object({{"resultType", "complete"},
                    {"_meta", Json::object({{std::string(kMetaSubscription), id},
                                            {std::string(kMetaServer), implementation()}})}});
  return result_text(id, std::move(result));
}

void Server::end(Connection& connection) {
  connection.replies.close();
  if (connection.subscription != 0) feed_.remove(connection.subscription);
  if (connection.recording.session().empty()) return;
  try {
    connection.recording.end(*lender_.lend({}, Lender::bounded), "the client has gone");
  } catch (const Error&) {
  }
}

// What the database has now; nothing while it cannot be asked.
std::optional<Heads> Server::heads() {
  try {
    const auto place = lender_.lend({}, Lender::bounded);
    Heads out;
    for (const auto& row : place->store().rows<sql::ListSnapshots>()) {
      ++out.count;
      if (row.is_latest != 0) out.newest[std::string(row.project)] = row.id;
    }
    return out;
  } catch (const Error&) {
    return std::nullopt;
  }
}

Json Server::implementation() const {
  return Json::object({{"name", "dossier"}, {"version", version_}});
}

std::string Server::instructions() const {
  std::string out(kInstructions);
  if (!only_reads_) out += kInstructionsOfNote;
  return out;
}

Json Server::capabilities(bool is_modern) const {
  const Json lists = extras_ != nullptr ? Json::object({{"listChanged", true}}) : Json::object();
  Json out =
      Json::object({{"tools", lists},
                    {"resources", Json::object({{"subscribe", true}, {"listChanged", true}})},
                    {"prompts", lists},
                    {"completions", Json::object()},
                    {"logging", Json::object()}});
  if (is_modern) out.set("extensions", Json::object({{std::string(kTasks), Json::object()}}));
  return out;
}

Outcome Server::initialize(Call& call) {
  const std::string& wanted = call.params.text("protocolVersion");
  if (wanted.empty()) return Refusal{kInvalidParams, "initialize needs a protocolVersion"};
  const std::string version(is_legacy(wanted) ? std::string_view(wanted) : kLegacy);
  Connection& connection = call.connection;
  const Json& able = call.params["capabilities"];
  connection.handshake = {version, client_in(call.params["clientInfo"]),
                          able.fields() != nullptr ? able : Json::object()};
  if (connection.notices != nullptr && connection.subscription == 0)
    connection.subscription = feed_.add({}, {true, true, true, {}, {}}, connection.notices, "");
  return Json::object({{"protocolVersion", version},
                       {"capabilities", capabilities(false)},
                       {"serverInfo", implementation()},
                       {"instructions", instructions()}});
}

Outcome Server::discover(Call&) {
  return Json::object({{"supportedVersions", versions()},
                       {"capabilities", capabilities(true)},
                       {"instructions", instructions()}});
}

Outcome Server::ping(Call&) { return Json::object(); }

Outcome Server::set_level(Call& call) {
  const auto level = level_called(call.params.text("level"));
  if (!level) return needs("a level, from debug to emergency");
  call.connection.level = *level;
  call.connection.has_level = true;
  return Json::object();
}

// The list with the extras behind its own.
Json Server::shown_list(std::string_view key, Json items) const {
  if (extras_ != nullptr) extras_->list(key, items);
  return items;
}

Outcome Server::list_tools(Call& call) {
  const auto place = call.lend();
  Json tools = Json::array();
  for (const auto& spec : place->tools().specs())
    tools.add(listed(*place->tools().find(spec.name)));
  return page("tools", shown_list("tools", std::move(tools)), call.params);
}

}  // namespace dossier::mcp
