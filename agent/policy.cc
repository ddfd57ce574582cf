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

namespace {

constexpr const char *kByUser = "user", *kByNobody = "nobody to ask";

// The value of a name among those from `first` to `last`.
template <typename T>
T named(std::string_view name, T first, T last, std::string_view text) {
  for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i)
    if (name_of(static_cast<T>(i)) == name) return static_cast<T>(i);
  throw Error(ErrorCode::invalid,
              "write lookup|read|write|execute=allow|ask|deny, separated by commas",
              std::string(text));
}

// Hands over each rule: what it is about, and the permission.
template <typename Take>
void for_each_rule(std::string_view text, const Take& take) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    const size_t equals = part.find('=');
    at = end + 1;
    take(part.substr(0, equals),
         named(equals == part.npos ? std::string_view() : part.substr(equals + 1),
               Permission::allow, Permission::deny, text));
  }
}

bool fits(std::string_view tool, std::string_view rule) {
  if (!rule.ends_with('*')) return tool == rule;
  return tool.starts_with(rule.substr(0, rule.size() - 1));
}

}  // namespace

bool is_external(std::string_view tool) { return tool.find("__") != tool.npos; }

std::array<Permission, 4> permissions_in(std::string_view text, std::array<Permission, 4> table) {
  for_each_rule(text, [&](std::string_view about, Permission permission) {
    if (is_external(about)) return;
    table[static_cast<size_t>(named(about, Capability::lookup, Capability::execute, text))] =
        permission;
  });
  return table;
}

std::vector<ToolRule> tool_rules_of(std::string_view mode, std::string_view permit) {
  std::vector<ToolRule> out;
  if (mode != "agent") return out;
  for_each_rule(permit, [&](std::string_view about, Permission permission) {
    if (is_external(about)) out.push_back({std::string(about), permission});
  });
  return out;
}

std::array<Permission, 4> permissions_of(std::string_view mode, std::string_view permit) {
  return mode == "agent" || mode == "fix" ? permissions_in(permit, Policy::kAgent)
                                          : Policy::kLookups;
}

Permission Policy::permission_of(std::string_view tool, Capability capability,
                                 std::string_view within) const {
  const Table& table = within_ && !within.empty() ? *within_ : table_;
  const Permission usual = table[static_cast<size_t>(capability)];
  // An external tool has another capability, so this one does not exist, which its call will tell.
  if (!is_external(tool) || capability == Capability::lookup) return usual;
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule)
    if (fits(tool, rule->name)) return rule->permission;
  return usual == Permission::deny ? Permission::deny : Permission::ask;
}

// "*write", or "fs__*write" of a tool of the server fs.
static std::string kind_of(const PermissionRequest& request) {
  const std::string_view tool = request.tool;
  return std::string(is_external(tool) ? tool.substr(0, tool.find("__") + 2) : "") + "*" +
         std::string(name_of(request.capability));
}

static std::string category_of(const PermissionRequest& request) {
  return kind_of(request) + "/" + std::string(request.category);
}

bool Grants::cover(const PermissionRequest& request) const {
  return granted_.contains(request.tool) || granted_.contains(kind_of(request)) ||
         granted_.contains(category_of(request));
}

void Grants::add(const PermissionRequest& request, const Consent& consent) {
  if (!consent.granted || consent.scope == Consent::call) return;
  granted_.insert(consent.scope == Consent::tool       ? std::string(request.tool)
                  : consent.scope == Consent::category ? category_of(request)
                                                       : kind_of(request));
}

Decision Policy::decide(std::string_view tool, Capability capability, const Json& input,
                        std::string_view within, std::string_view category) {
  const Permission permission = permission_of(tool, capability, within);
  if (permission != Permission::ask) return {permission == Permission::allow, "policy"};
  const PermissionRequest request{tool, within, capability, input, category};
  if (grants_.cover(request)) return {true, kByUser};
  if (!asker_) return {false, kByNobody};
  const Consent consent = asker_(request);
  grants_.add(request, consent);
  return {consent.granted, kByUser};
}

std::string Policy::refusal(Capability capability, const Decision& decision) const {
  const std::string why = decision.by == kByNobody ? " (" + std::string(kByNobody) + ")" : "";
  if (!refusal_.empty()) return refusal_ + why;
  if (decision.by == kByUser) return "denied: the person declined this call";
  return "denied: this session does not allow tools that " + std::string(name_of(capability)) + why;
}

}  // namespace dossier
