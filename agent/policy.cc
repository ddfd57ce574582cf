#include "agent/policy.h"

#include "engine/error.h"

namespace dossier {

std::string_view name_of(Capability capability) {
  static constexpr std::string_view kNames[] = {"lookup", "read", "write", "execute"};
  return kNames[static_cast<size_t>(capability)];
}

std::string_view name_of(Permission permission) {
  static constexpr std::string_view kNames[] = {"allow", "ask", "deny"};
  return kNames[static_cast<size_t>(permission)];
}

std::array<Permission, 4> permissions_in(std::string_view text, std::array<Permission, 4> table) {
  const auto number_of = [&](std::string_view name, auto first, auto last) {
    for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i)
      if (name_of(static_cast<decltype(first)>(i)) == name) return static_cast<size_t>(i);
    throw Error(ErrorCode::invalid,
                "write lookup|read|write|execute=allow|ask|deny, separated by commas",
                std::string(text));
  };
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    const size_t equals = part.find('=');
    at = end + 1;
    const auto capability =
        number_of(part.substr(0, equals), Capability::lookup, Capability::execute);
    const auto permission =
        number_of(equals == part.npos ? std::string_view() : part.substr(equals + 1),
                  Permission::allow, Permission::deny);
    table[capability] = static_cast<Permission>(permission);
  }
  return table;
}

std::array<Permission, 4> permissions_of(std::string_view mode, std::string_view permit) {
  return mode == "agent" || mode == "fix" ? permissions_in(permit, Policy::kAgent)
                                          : Policy::kLookups;
}

Decision Policy::decide(std::string_view tool, Capability capability, std::string_view input,
                        std::string_view within) {
  const auto index = static_cast<size_t>(capability);
  if (table_[index] != Permission::ask) return {table_[index] == Permission::allow, "policy"};
  if (granted_[index] || granted_tools_.contains(tool)) return {true, "user"};
  if (!asker_) return {false, "nobody to ask"};
  const std::string asked =
      std::string(tool) + (within.empty() ? "" : ", called by " + std::string(within));
  const Consent consent = asker_(asked, capability, input);
  if (consent.granted && consent.scope == Consent::tool) granted_tools_.emplace(tool);
  if (consent.granted && consent.scope == Consent::capability) granted_[index] = true;
  return {consent.granted, "user"};
}

std::string Policy::refusal(Capability capability) const {
  if (!refusal_.empty()) return refusal_;
  return "denied: this session does not allow tools that " + std::string(name_of(capability));
}

}  // namespace dossier
