#include "agent/auto/auto_settings.h"

#include "agent/settings.h"

namespace dossier {

AutoSettings auto_settings(const std::string& database) {
  const auto flag = [&](std::string_view name) { return setting(database, name) == Json(true); };
  const auto number = [&](std::string_view name) { return *setting(database, name).integer(); };
  AutoSettings out;
  out.enabled = flag("enableAutoTools");
  out.forced_traditional = flag("forceTraditionalMode");
  out.max_results = number("maxResults");
  out.timeout_ms = number("defaultTimeout");
  out.parallel_limit = number("parallelLimit");
  out.auto_approve_read = flag("autoApproveRead");
  out.debug = flag("debugMode");
  const Json categories = setting(database, "allowedCategories");
  for (const auto& name : categories.each()) out.categories.push_back(*name.string());
  return out;
}

Policy::Table script_permissions(std::string_view mode, std::string_view permit,
                                 const AutoSettings& settings) {
  if (mode != "agent") return Policy::kLookups;
  // What the store says is not a file of the person's.
  const Permission reads = settings.auto_approve_read ? Permission::allow : Permission::ask;
  return permissions_in(permit, {Permission::allow, reads, Permission::ask, Permission::ask});
}

}  // namespace dossier
