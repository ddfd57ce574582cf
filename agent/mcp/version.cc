#include "agent/mcp/version.h"

#include "agent/json_texts.h"
#include "engine/unicode.h"

namespace dossier::mcp {
namespace {

// Titles of sessions and the list of them show it.
constexpr size_t kClientBytes = 120;

// Newest first; all but the first have a handshake.
constexpr std::string_view kVersions[] = {kModern, kLegacy, "2025-06-18"};

}  // namespace

bool Caller::can_elicit() const {
  const Json& kinds = capabilities["elicitation"];
  return kinds.fields() != nullptr && (kinds.fields()->empty() || kinds.find("form") != nullptr);
}

bool is_legacy(std::string_view version) {
  for (const auto known : kVersions)
    if (known == version) return known != kModern;
  return false;
}

Json versions() { return list_of(kVersions); }

std::string client_in(const Json& implementation) {
  std::string out = implementation.text("name");
  if (const auto& version = implementation.text("version"); !out.empty() && !version.empty())
    out += " " + version;
  return std::string(utf8_prefix(out, kClientBytes));
}

std::optional<std::string> version_in(const Json& params) {
  const Json* version = params["_meta"].find(kMetaVersion);
  return version != nullptr ? std::optional(text_of_value(*version)) : std::nullopt;
}

std::variant<Caller, Refusal> caller_of(const Incoming& request, const Caller& handshake) {
  const Json& meta = request.params["_meta"];
  const auto version = version_in(request.params);
  if (!version && !handshake.version.empty()) return handshake;
  if (!version)
    return Refusal{kInvalidParams, "_meta lacks " + std::string(kMetaVersion) +
                                       "; a client of an earlier version sends initialize first"};
  if (*version != kModern)
    return Refusal{kUnsupportedVersion, "Unsupported protocol version",
                   Json::object({{"supported", versions()},
                                 {"requested", utf8_prefix(*version, kClientBytes)}})};
  if (meta[kMetaCapabilities].fields() == nullptr)
    return Refusal{kInvalidParams, "_meta lacks " + std::string(kMetaCapabilities)};
  if (const Json* client = meta.find(kMetaClient); client != nullptr && client->fields() == nullptr)
    return Refusal{kInvalidParams, std::string(kMetaClient) + " is an object"};
  return Caller{*version, client_in(meta[kMetaClient]), meta[kMetaCapabilities]};
}

Json finished(Json result, const Caller& caller, const Freshness& freshness, const Json& server) {
  if (!caller.is_modern()) return result;
  const bool is_complete = result.find("resultType") == nullptr;
  if (is_complete) result.set("resultType", "complete");
  if (is_complete && freshness.ttl_ms >= 0)
    result.set("ttlMs", freshness.ttl_ms)
        .set("cacheScope", freshness.is_public ? "public" : "private");
  Json meta = result["_meta"].fields() != nullptr ? result["_meta"] : Json::object();
  result.set("_meta", std::move(meta.set(kMetaServer, server)));
  return result;
}

}  // namespace dossier::mcp
