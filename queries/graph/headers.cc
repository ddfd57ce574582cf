#include "queries/graph/headers.h"

#include <algorithm>
#include <utility>

#include "engine/first_row.h"
#include "engine/path_parts.h"
#include "engine/readers/languages/language.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"

namespace dossier {
namespace {

/// The path as far as it says where the file is: "../core/shop.h" is "core/shop.h".
std::string_view plain(std::string_view include) {
  while (include.starts_with("./") || include.starts_with("../"))
    include.remove_prefix(include.find('/') + 1);
  return include;
}

}  // namespace

Headers::Headers(Statements& statements, std::shared_ptr<const ScopeModules> modules, size_t most)
    : statements_(statements), modules_(std::move(modules)), most_(most) {}

void Headers::find_modules() {
  if (!by_id_.empty()) return;
  for (const ScopeModule& one : modules_->modules) {
    const auto* language = languages::of(one.path);
    if (language == nullptr || language->headers.empty()) continue;
    by_id_.push_back(&one);
    by_file_name_[file_name_of(one.path)].push_back(&one);
  }
  std::sort(by_id_.begin(), by_id_.end(),
            [](const auto* a, const auto* b) { return a->module < b->module; });
}

bool Headers::apply_to(int64_t module) {
  find_modules();
  return module_of(module) != nullptr;
}

const ScopeModule* Headers::module_of(int64_t symbol) const {
  const auto after =
      std::upper_bound(by_id_.begin(), by_id_.end(), symbol,
                       [](int64_t id, const ScopeModule* module) { return id < module->module; });
  return after == by_id_.begin() || symbol > (*(after - 1))->last ? nullptr : *(after - 1);
}

const std::vector<int64_t>& Headers::included_by(const ScopeModule& module) {
  const auto [at, is_new] = included_.try_emplace(module.module);
  if (!is_new) return at->second;
  std::vector<std::string> includes;
  for (const auto& row : statements_.rows<sql::ModuleImports>(module.module, module.last))
    includes.emplace_back(plain(row.target));
  const auto folder = std::string_view(module.path).substr(0, module.path.rfind('/') + 1);
  for (const std::string& include : includes) {
    const auto named = by_file_name_.find(file_name_of(include));
    if (named == by_file_name_.end()) continue;
    std::vector<int64_t> found;
    for (const ScopeModule* one : named->second) {
      const std::string_view path = one->path;
      if (path.size() == folder.size() + include.size() && path.starts_with(folder) &&
          path.ends_with(include)) {
        found = {one->module};
        break;
      }
      if (path == include ||
          (path.ends_with(include) && path[path.size() - include.size() - 1] == '/'))
        found.push_back(one->module);
    }
    at->second.insert(at->second.end(), found.begin(), found.end());
  }
  return at->second;
}

const std::unordered_set<int64_t>& Headers::seen_from(int64_t module) {
  if (seen_from_ == module) return seen_;
  find_modules();
  seen_from_ = module;
  seen_ = {module};
  std::vector<int64_t> open = {module};
  while (!open.empty() && seen_.size() < most_) {
    const ScopeModule* const next = module_of(open.back());
    open.pop_back();
    if (next == nullptr) continue;
    for (const int64_t one : included_by(*next))
      if (seen_.insert(one).second) open.push_back(one);
  }
  is_cut_ = is_cut_ || !open.empty();
  return seen_;
}

bool Headers::stands_alone(int64_t member) {
  int64_t type = 0;
  {
    const auto row = first_row<sql::MemberOwner>(statements_, member);
    if (!row) return false;
    // A macro is of no struct, wherever it is defined.
    if (row->member_type == "Constant" || row->member_type == "Macro") return true;
    type = row->type;
  }
  const std::string kind = kind_of_type(statements_, type);
  return kind == "file" || kind == "enum";
}

const std::vector<int64_t>& Headers::members_called(std::string_view name) {
  const auto [at, is_new] = members_.try_emplace(std::string(name));
  if (!is_new) return at->second;
  for (const int64_t member : members_with_name(statements_, parse_scope(modules_->scope), name))
    if (module_of(member) != nullptr && stands_alone(member)) at->second.push_back(member);
  return at->second;
}

std::vector<int64_t> Headers::shown(std::string_view name, int64_t module) {
  std::vector<int64_t> found;
  const auto& seen = seen_from(module);
  const ScopeModule* only = nullptr;
  for (const int64_t member : members_called(name)) {
    const ScopeModule* const own = module_of(member);
    if (!seen.contains(own->module)) continue;
    if (own->module == module || (only != nullptr && only->module != own->module)) return {};
    only = own;
    found.push_back(member);
  }
  return found;
}

bool Headers::show(int64_t member, std::string_view name, int64_t module) {
  const auto found = shown(name, module);
  return std::find(found.begin(), found.end(), member) != found.end();
}

}  // namespace dossier
