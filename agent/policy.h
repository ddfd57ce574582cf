#pragma once
// Who may do what: each tool has a capability, and a policy allows it, denies it or asks a person.
// To look the store up is one capability, to read files of the workspace another: Ask mode has the
// first and no other (seed 002: actions on the folder are off, answers that inform stay).
// A person's answer may hold for the call, for the tool, or for every tool of the capability, until
// the session ends. Where nobody can be asked, asking means denying.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace dossier {

enum class Capability : uint8_t { lookup, read, write, execute };
std::string_view name_of(Capability capability);

enum class Permission : uint8_t { allow, ask, deny };
std::string_view name_of(Permission permission);

/// The table with "read=allow,write=ask" applied to it. Throws Error{invalid} for anything else.
std::array<Permission, 4> permissions_in(std::string_view text, std::array<Permission, 4> table);

/// What a session of that mode may do, whatever its dialect: in mode agent what `permit` says, in
/// every other one lookups alone.
std::array<Permission, 4> permissions_of(std::string_view mode, std::string_view permit);

/// What a person answered.
struct Consent {
  bool granted = false;
  enum Scope : uint8_t { call, tool, capability } scope = call;
};

/// Asks a person about one call: the tool, its capability, the input as text.
using Asker = std::function<Consent(std::string_view, Capability, std::string_view)>;

/// What a policy decided and on whose word: "policy", "user" or "nobody to ask".
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

  explicit Policy(Table table, Asker asker = nullptr, std::string refusal = {})
      : table_(table), asker_(std::move(asker)), refusal_(std::move(refusal)) {}

  Decision decide(std::string_view tool, Capability capability, std::string_view input);
  /// What the model is told about a denied call.
  std::string refusal(Capability capability) const;

 private:
  Table table_;
  Asker asker_;
  std::string refusal_;
  std::set<std::string, std::less<>> granted_tools_;
  std::array<bool, 4> granted_{};
};

}  // namespace dossier
