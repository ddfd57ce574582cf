#include "agent/policy.h"

namespace dossier {

std::string_view name_of(Capability capability) {
  static constexpr std::string_view kNames[] = {"read", "write", "execute"};
  return kNames[static_cast<size_t>(capability)];
}

std::string_view name_of(Permission permission) {
  static constexpr std::string_view kNames[] = {"allow", "ask", "deny"};
  return kNames[static_cast<size_t>(permission)];
}

Decision Policy::decide(std::string_view tool, Capability capability, std::string_view input) {
  const auto index = static_cast<size_t>(capability);
  if (table_[index] != Permission::ask) return {table_[index] == Permission::allow, "policy"};
  if (granted_[index] || granted_tools_.contains(tool)) return {true, "user"};
  if (!asker_) return {false, "nobody to ask"};
  const Consent consent = asker_(tool, capability, input);
  if (consent.granted && consent.scope == Consent::tool) granted_tools_.emplace(tool);
  if (consent.granted && consent.scope == Consent::capability) granted_[index] = true;
  return {consent.granted, "user"};
}

std::string Policy::refusal(Capability capability) const {
  if (!refusal_.empty()) return refusal_;
  return "denied: this session does not allow tools that " + std::string(name_of(capability));
}

}  // namespace dossier
