#include "queries/graph/dependencies.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/path_parts.h"
#include "engine/readers/languages/language.h"
#include "queries/graph/meanings.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"
#include "store/index/index.h"

namespace dossier {
namespace {

// Beyond them it is not known what calls on values mean: far more than a large tree holds.
constexpr size_t kMostReceivers = 1'000'000;

class Files {
 public:
  Files(SearchIndex& index, std::shared_ptr<const ScopeModules> modules)
      : index_(index),
        modules_(modules->modules),
        meanings_(index.statements(), modules, kMostReceivers) {
    for (const auto& module : modules_) {
      by_file_name_.emplace(file_name_of(module.name), &module);
      const auto* language = languages::of(module.name);
      if (language == nullptr || language->naming != languages::Naming::path) continue;
      const auto [at, is_new] = by_path_.emplace(language->module_path(module.name, {}), &module);
      if (!is_new) at->second = nullptr;
    }
  }

  std::vector<Dependency> all() {
    std::vector<Dependency> out;
    for (const auto& module : modules_) {
      index_.database().checkpoint();
      for (auto& [target, found] : targets_of(module))
        out.push_back(
            {module.name, target, static_cast<int64_t>(found.symbols.size()), found.is_included});
    }
    std::sort(out.begin(), out.end(), [](const Dependency& a, const Dependency& b) {
      return std::tie(a.path, a.target) < std::tie(b.path, b.target);
    });
    return out;
  }

 private:
  struct Named {
    int64_t target = 0, kind = 0;
    bool by_name = false;
    std::string text, key, scope;
  };
  struct Found {
    std::set<int64_t> symbols;
    bool is_included = false;
  };

  std::map<std::string, Found> targets_of(const ScopeModule& module) {
    std::vector<Named> named;
    for (const auto& row :
         index_.statements().rows<sql::TargetsOfModule>(module.module, module.last))
      named.push_back({row.target, row.kind, row.by_name != 0, std::string(row.text),
                       std::string(row.key), std::string(row.scope)});
    std::map<std::string, Found> found;
    for (const Named& one : named) {
      const auto symbols = meant(one, module);
      for (const auto& [symbol, definer] : symbols) {
        if (definer == &module) continue;
        Found& target = found[definer->name];
        if (what_is(symbol) == What::package)
          target.is_included = true;
        else
          target.symbols.insert(symbol);
      }
      if (one.kind != static_cast<int64_t>(ReferenceKind::import)) continue;
      const ScopeModule* file = included(one.text, module);
      // One that is passed on under another name says both: "pkg.shapes as pkg.sub.deep.s".
      if (file == nullptr) file = module_called(one.text.substr(0, one.text.find(" as ")), module);
      if (file != nullptr && file != &module) found[file->name].is_included = true;
    }
    return found;
  }

  std::vector<std::pair<int64_t, const ScopeModule*>> meant(const Named& one,
                                                            const ScopeModule& module) {
    std::vector<std::pair<int64_t, const ScopeModule*>> out;
    bool is_own = false, is_named = false;
    const auto names = [&](const ScopeModule& definer) {
      const auto& name = definer.name;
      return name == one.scope || name.substr(0, name.rfind('.')) == one.scope;
    };
    for (const int64_t symbol : meanings_.meant(one.target, one.kind, one.by_name, module)) {
      const ScopeModule* definer = meanings_.module_of(symbol);
      if (definer == nullptr || !may_mean(one, what_is(symbol))) continue;
      out.emplace_back(symbol, definer);
      is_own = is_own || definer == &module;
      is_named = is_named || names(*definer);
    }
    if (is_own) return {};
    if (is_named) std::erase_if(out, [&](const auto& it) { return !names(*it.second); });
    if (!is_in_one_file(out)) {
      if (one.by_name)
        std::erase_if(out, [&](const auto& it) { return !includes(module, *it.second); });
      else
        // Whoever imports a package of several files depends on none of them for that.
        std::erase_if(out, [&](const auto& it) { return what_is(it.first) == What::package; });
    }
    return out;
  }

  static bool is_in_one_file(const std::vector<std::pair<int64_t, const ScopeModule*>>& symbols) {
    return std::all_of(symbols.begin(), symbols.end(),
                       [&](const auto& one) { return one.second == symbols.front().second; });
  }

  enum class What : uint8_t { member, type, package };

  What what_is(int64_t symbol) {
    const auto [at, is_new] = known_.try_emplace(symbol, What::member);
    if (!is_new) return at->second;
    if (const auto row = first_row<sql::TypeFacts>(index_.statements(), symbol))
      at->second = is_kind_of_scope(row->kind) ? What::package : What::type;
    return at->second;
  }

  // A package is only imported. A bare name that stands for a type, or is imported, means no member
  // of another file that happens to be called so.
  static bool may_mean(const Named& one, What what) {
    const auto kind = static_cast<ReferenceKind>(one.kind);
    if (what == What::package) return kind == ReferenceKind::import;
    if (what == What::type || !one.by_name || one.key.find('.') != one.key.npos) return true;
    return kind != ReferenceKind::type && kind != ReferenceKind::base &&
           kind != ReferenceKind::interface && kind != ReferenceKind::signature &&
           kind != ReferenceKind::attribute && kind != ReferenceKind::import;
  }

  bool includes(const ScopeModule& from, const ScopeModule& file) {
    if (includes_of_ != &from) {
      includes_of_ = &from;
      includes_.clear();
      std::vector<std::string> paths;
      for (const auto& row : index_.statements().rows<sql::ModuleImports>(from.module, from.last))
        paths.emplace_back(row.target);
      for (const auto& path : paths) includes_.insert(included(path, from));
    }
    return includes_.contains(&file);
  }

  // The file that an include means: beside the one that includes it, else the only one whose path
  // ends so.
  const ScopeModule* included(std::string_view path, const ScopeModule& from) {
    const auto [first, last] = by_file_name_.equal_range(file_name_of(path));
    if (first == last) return nullptr;
    const std::string beside =
        (std::filesystem::path(from.name).parent_path() / path).lexically_normal().string();
    const ScopeModule* only = nullptr;
    size_t count = 0;
    for (auto at = first; at != last; ++at) {
      const std::string_view name = at->second->name;
      if (name == beside) return at->second;
      if (name != path && !(name.ends_with(path) && name[name.size() - path.size() - 1] == '/'))
        continue;
      only = at->second;
      ++count;
    }
    return count == 1 ? only : nullptr;
  }

  bool has_file(const std::string& path) const {
    const auto [first, last] = by_file_name_.equal_range(file_name_of(path));
    return std::any_of(first, last, [&](const auto& one) { return one.second->name == path; });
  }

  // The file that is the module of this full name, in languages whose modules are files. One that
  // only holds types has no symbol of that name.
  const ScopeModule* module_called(std::string_view name, const ScopeModule& from) const {
    const auto* language = languages::of(from.name);
    if (language == nullptr) return nullptr;
    if (language->naming == languages::Naming::path) {
      const auto found = by_path_.find(std::string(name));
      return found == by_path_.end() ? nullptr : found->second;
    }
    if (language->naming != languages::Naming::dotted) return nullptr;
    std::string path(name);
    std::replace(path.begin(), path.end(), '.', '/');
    const std::string mark(language->package_mark);
    const std::string own = std::filesystem::path(from.name).extension().string();
    if (const auto* file = module_below(path + own, mark, from)) return file;
    return module_below(path + "/" + mark, mark, from);
  }

  // The one that lies so in a folder that is itself no package: that of `from`, or the only one.
  const ScopeModule* module_below(const std::string& path, const std::string& mark,
                                  const ScopeModule& from) const {
    const std::string_view here = std::string_view(from.name).substr(0, from.name.rfind('/') + 1);
    const ScopeModule* only = nullptr;
    size_t count = 0;
    const auto [first, last] = by_file_name_.equal_range(file_name_of(path));
    for (auto at = first; at != last; ++at) {
      const std::string_view file = at->second->name;
      if (!file.ends_with(path)) continue;
      const std::string_view root = file.substr(0, file.size() - path.size());
      if ((!root.empty() && !root.ends_with('/')) || has_file(std::string(root) + mark)) continue;
      if (root == here) return at->second;
      only = at->second;
      ++count;
    }
    return count == 1 ? only : nullptr;
  }

  SearchIndex& index_;
  const std::vector<ScopeModule>& modules_;
  Meanings meanings_;
  std::unordered_multimap<std::string_view, const ScopeModule*> by_file_name_;
  // By their full names, where these are paths; null: several.
  std::unordered_map<std::string, const ScopeModule*> by_path_;
  std::unordered_map<int64_t, What> known_;
  const ScopeModule* includes_of_ = nullptr;  // whose includes are known
  std::set<const ScopeModule*> includes_;
};

}  // namespace

std::vector<Dependency> dependencies(SearchIndex& index, int64_t snapshot) {
  const std::string scope = std::to_string(snapshot);
  const auto modules = index.modules(scope);
  return Files(index, modules).all();
}

}  // namespace dossier
