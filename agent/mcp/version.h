#pragma once
// The versions of the protocol that are spoken, and what differs between their two eras on the
// wire. A modern request (2026-07-28) names its version and client itself, in `_meta`. Before that
// a connection begins with `initialize`, which settles both for everything after it. What a method
// does is the same in both.
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "agent/mcp/message.h"

namespace dossier::mcp {

inline constexpr std::string_view kModern = "2026-07-28";
/// The newest version with a handshake.
inline constexpr std::string_view kLegacy = "2025-11-25";

/// Keys of `_meta` that the protocol reserves.
inline constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaClient = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaServer = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kMetaLogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kMetaSubscription = "io.modelcontextprotocol/subscriptionId";
/// The extension that lets a call go on as a task.
inline constexpr std::string_view kTasks = "io.modelcontextprotocol/tasks";

/// Who asks, in which version.
struct Caller {
  std::string version;  // "" before the handshake
  std::string client;   // "name version", as it calls itself
  Json capabilities = Json::object();

  bool is_modern() const { return version == kModern; }
  /// Whether the client declared it: "elicitation", "sampling", "roots".
  bool can(std::string_view capability) const { return capabilities.find(capability) != nullptr; }
  /// Whether it shows its user a form. Who declares no kind of elicitation means this one.
  bool can_elicit() const;
  bool has_extension(std::string_view name) const {
    return capabilities["extensions"].find(name) != nullptr;
  }
};

/// Whether this version begins with `initialize`.
bool is_legacy(std::string_view version);
/// Every version, newest first.
Json versions();

/// "name version" of an Implementation; what is no name is left out. Bounded.
std::string client_in(const Json& implementation);

/// The version that a request's `_meta` names; absent where it names none.
std::optional<std::string> version_in(const Json& params);
/// Who sends the request: as its `_meta` says, else as the connection's handshake said.
std::variant<Caller, Refusal> caller_of(const Incoming& request, const Caller& handshake);

/// How long a client may keep a result. Only modern results say it.
struct Freshness {
  int64_t ttl_ms = -1;  // -1: nothing is said
  bool is_public = false;
};

/// The result as the caller's version has it. One that says its kind is not complete.
Json finished(Json result, const Caller& caller, const Freshness& freshness, const Json& server);

}  // namespace dossier::mcp
