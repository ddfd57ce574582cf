#pragma once
// Permissions of tools. Each tool has a capability, and a policy allows it, denies it or asks a
// person. Looking things up in the store and reading files of the workspace are different
// capabilities: Ask mode has only the first (seed 002: actions on the folder are disabled,
// informative answers remain). A person's consent may apply to one call, to the tool, or to all
// tools of the capability, until the session ends. If nobody can be asked, asking means denying.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

enum class Capability : uint8_t { lookup, read, write, execute };
std::string_view name_of(Capability capability);

enum class Permission : uint8_t { allow, ask, deny };
std::string_view name_of(Permission permission);

/// Whether the tool is another program's, which has "__" behind its server's name. Every call of
/// one is asked about, unless a rule names it or its capability is denied.
bool is_foreign(std::string_view tool);

/// A rule for a foreign tool, "fs__read", or for all of a server, "fs__*".
struct ToolRule {
  std::string name;
  Permission permission = Permission::ask;
};

/// Applies "read=allow,write=ask" to the table, without what names foreign tools. Throws
/// Error{invalid} for other text.
std::array<Permission, 4> permissions_in(std::string_view text, std::array<Permission, 4> table);

/// The permissions of a session in this mode, whatever its dialect: in modes agent and fix those
/// of `permit`, in every other mode lookups only.
std::array<Permission, 4> permissions_of(std::string_view mode, std::string_view permit);

/// What "fs__*=allow" and the like say of foreign tools; the last that fits applies. None in a mode
/// that has lookups only.
std::vector<ToolRule> tool_rules_of(std::string_view mode, std::string_view permit);

/// A person's answer.
struct Consent {
  bool granted = false;
  enum Scope : uint8_t { call, tool, capability } scope = call;
};

/// What a person is asked about.
struct PermissionRequest {
  std::string_view tool;
  std::string_view within;  // the tool whose call makes this one, or ""
  Capability capability;
  const Json& input;
};
using Asker = std::function<Consent(const PermissionRequest&)>;

/// A decision and who made it: "policy", "user" or "nobody to ask".
struct Decision {
  bool allowed = false;
  std::string by;
};

class Policy {
 public:
  using Table = std::array<Permission, 4>;  // by capability
  static constexpr Table kLookups = {Permission::allow, Permission::deny, Permission::deny,
                                     Permission::deny};
  static constexpr Table kAgent = {Permission::allow, Permission::allow, Permission::allow,
                                   Permission::deny};

  explicit Policy(Table table, Asker asker = nullptr, std::string refusal = {},
                  std::vector<ToolRule> rules = {})
      : table_(table),
        asker_(std::move(asker)),
        refusal_(std::move(refusal)),
        rules_(std::move(rules)) {}

  /// `within` is the tool whose call makes this one; the question to a person names it.
  Decision decide(std::string_view tool, Capability capability, const Json& input,
                  std::string_view within = {});
  /// The message to the model about a denied call.
  std::string refusal(Capability capability) const;

 private:
  Permission permission_of(std::string_view tool, Capability capability) const;

  Table table_;
  Asker asker_;
  std::string refusal_;
  std::vector<ToolRule> rules_;
  std::set<std::string, std::less<>> granted_tools_;
  std::array<bool, 4> granted_{};
};

}  // namespace dossier
