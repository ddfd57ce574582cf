#include "queries/graph/dependencies.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "engine/fact.h"
#include "queries/graph/related.h"
#include "queries/sql.h"
#include "store/index/index.h"

namespace dossier {
namespace {

// Beyond them it is not known what calls on values mean: far more than a large tree holds.
constexpr size_t kMostReceivers = 1'000'000;

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

class Files {
 public:
  Files(SearchIndex& index, const std::vector<ScopeModule>& modules, std::string_view scope)
      : index_(index), modules_(modules), walk_(index, scope, {~0u, true}, kMostReceivers) {
    for (const auto& module : modules_) by_file_name_.emplace(last_part(module.name), &module);
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
    std::string text, scope;
  };
  struct Found {
    std::set<int64_t> symbols;
    bool is_included = false;
  };

  std::map<std::string, Found> targets_of(const ScopeModule& module) {
    std::vector<Named> named;
    for (const auto& row :
         index_.statements().rows<sql::TargetsOfModule>(module.module, module.last))
      named.push_back(
          {row.target, row.kind, row.by_name != 0, std::string(row.text), std::string(row.scope)});
    std::map<std::string, Found> found;
    for (const Named& one : named) {
      const auto symbols = meant(one, module);
      for (const auto& [symbol, definer] : symbols)
        if (definer != &module) found[definer->name].symbols.insert(symbol);
      if (!symbols.empty() || one.kind != static_cast<int64_t>(ReferenceKind::import)) continue;
      const ScopeModule* file = included(one.text, module);
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
    for (const int64_t symbol : walk_.meant(one.target, one.kind, one.by_name, module)) {
      const ScopeModule* definer = walk_.module_of(symbol);
      if (definer == nullptr) continue;
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
        std::erase_if(out, [&](const auto& it) { return is_package(it.first); });
    }
    return out;
  }

  static bool is_in_one_file(const std::vector<std::pair<int64_t, const ScopeModule*>>& symbols) {
    return std::all_of(symbols.begin(), symbols.end(),
                       [&](const auto& one) { return one.second == symbols.front().second; });
  }

  // A package of several files: whoever imports it depends on none of them for that.
  bool is_package(int64_t symbol) {
    auto rows = index_.statements().rows<sql::TypeFacts>(symbol);
    const auto row = rows.next();
    return row && (row->kind == "package" || row->kind == "module" || row->kind == "file");
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
    const auto [first, last] = by_file_name_.equal_range(last_part(path));
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

  SearchIndex& index_;
  const std::vector<ScopeModule>& modules_;
  RelationWalk walk_;
  std::unordered_multimap<std::string_view, const ScopeModule*> by_file_name_;
  const ScopeModule* includes_of_ = nullptr;  // whose includes are known
  std::set<const ScopeModule*> includes_;
};

}  // namespace

std::vector<Dependency> dependencies(SearchIndex& index, int64_t snapshot) {
  const std::string scope = std::to_string(snapshot);
  const auto modules = index.modules(scope);
  return Files(index, modules->modules, scope).all();
}

}  // namespace dossier
