#pragma once
// Permissions of tools. Each tool has a capability, and a policy allows it, denies it or asks a
// person. Looking things up in the store and reading files of the workspace are different
// capabilities: Ask mode has only the first (seed 002: actions on the folder are disabled,
// informative answers remain). A person's consent may apply to one call, to the tool, to all tools
// of the capability in its category, or to all tools of the capability, until the session ends. If
// nobody can be asked, asking means denying. Calls that a script makes may have a table of their
// own.
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
bool is_external(std::string_view tool);

/// A rule for an external tool, "fs__read", or for all of a server, "fs__*".
struct ToolRule {
  std::string name;
  Permission permission = Permission::ask;
};

/// Applies "read=allow,write=ask" to the table, without what names external tools. Throws
/// Error{invalid} for other text.
std::array<Permission, 4> permissions_in(std::string_view text, std::array<Permission, 4> table);

/// The permissions of a session in this mode, whatever its dialect: in modes agent and fix those
/// of `permit`, in every other mode lookups only.
std::array<Permission, 4> permissions_of(std::string_view mode, std::string_view permit);

/// What "fs__*=allow" and the like say of external tools; the last that fits applies. None in a
/// mode that has lookups only.
std::vector<ToolRule> tool_rules_of(std::string_view mode, std::string_view permit);

/// A person's answer.
struct Consent {
  bool granted = false;
  enum Scope : uint8_t { call, tool, category, capability } scope = call;
};

/// What a person is asked about.
struct PermissionRequest {
  std::string_view tool;
  std::string_view within;  // what makes the call where the model does not: auto-tools
  Capability capability;
  const Json& input;
  std::string_view category = {};  // of the tool
};
using Asker = std::function<Consent(const PermissionRequest&)>;

/// What a person agreed to for longer than a call. What was agreed to of a kind of our tools says
/// nothing of others' tools, nor of another server's.
class Grants {
 public:
  bool cover(const PermissionRequest& request) const;
  void add(const PermissionRequest& request, const Consent& consent);

 private:
  // Tools "edit_file", kinds "*write" and categories of a kind "*write/filesystem", those of
  // another server behind its name, "fs__*write".
  std::set<std::string, std::less<>> granted_;
};

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

  /// The table of calls that have `within`; without it the one table is for all.
  void set_within(Table table) { within_ = table; }

  /// `within` is what makes the call where the model does not; the question to a person names it.
  Decision decide(std::string_view tool, Capability capability, const Json& input,
                  std::string_view within = {}, std::string_view category = {});
  /// The message to the model about a call that was denied: that a person declined it, or the rule.
  std::string refusal(Capability capability, const Decision& decision) const;

 private:
  Permission permission_of(std::string_view tool, Capability capability,
                           std::string_view within) const;

  Table table_;
  Asker asker_;
  std::string refusal_;
  std::vector<ToolRule> rules_;
  std::optional<Table> within_;
  Grants grants_;
};

}  // namespace dossier
