#include "queries/ops/filters.h"

#include <algorithm>
#include <array>
#include <set>

#include "engine/nearest.h"
#include "engine/path_parts.h"
#include "engine/readers/languages/language.h"
#include "engine/unicode.h"
#include "queries/sql.h"
#include "store/index/contents.h"
#include "store/scope/texts.h"

namespace dossier {
namespace {

using Names = std::vector<std::string_view>;

constexpr std::array<std::string_view, 4> kExtensions = {".dll", ".exe", ".netmodule", ".winmd"};

std::string absent(std::string_view what, std::string_view name, const Names& known) {
  return "no " + std::string(what) + " '" + std::string(name) + "'" + suggestion(name, known);
}

bool is_among(std::string_view name, const Names& known) {
  return std::any_of(known.begin(), known.end(),
                     [&](std::string_view one) { return equal_ignoring_case(one, name); });
}

Names module_names(const ScopeModules& modules) {
  Names names;
  for (const ScopeModule& module : modules.modules) names.emplace_back(module.name);
  return names;
}

}  // namespace

std::string language_meant(std::string_view word) {
  const std::string_view name = languages::name_called(word);
  return std::string(name.empty() ? word : name);
}

std::string unknown_language(Store& store, const Scope& scope, std::string_view language) {
  Names known;
  for (const auto* one : languages::all()) known.push_back(one->name);
  if (language.empty() || is_among(language, known)) return {};
  const auto files = files_in(store.statements(), scope);  // an index of others knows more
  for (const auto& file : files)
    if (equal_ignoring_case(file.language, language)) return {};
  std::string text = absent("language is called", language, known);
  if (!text.ends_with("?)")) {
    std::set<std::string_view> here;
    for (const auto& file : files)
      if (!file.language.empty()) here.insert(file.language);
    for (const auto name : here)
      text += (name == *here.begin() ? "; here are " : ", ") + std::string(name);
  }
  return text;
}

std::string unmatched_files(Store& store, const Scope& scope,
                            const std::vector<std::string>& globs) {
  if (globs.empty()) return {};
  const auto files = files_in(store.statements(), scope);
  if (std::any_of(files.begin(), files.end(),
                  [&](const FileEntry& file) { return is_selected(globs, file.path); }))
    return {};
  Names paths;
  const bool is_path = globs.front().find('/') != std::string::npos;
  for (const auto& file : files)
    paths.push_back(is_path ? std::string_view(file.path) : file_name_of(file.path));
  std::string_view first = globs.front();
  if (first.starts_with('/')) first.remove_prefix(1);
  return absent("file matches", first, paths);
}

std::string module_meant(Store& store, const Scope& scope, std::string_view name) {
  if (name.empty()) return {};
  const auto modules = store.index().modules(scope.text());
  const Names names = module_names(*modules);
  std::string wanted(name);
  if (is_among(wanted, names)) return wanted;
  for (const auto extension : kExtensions)
    if (is_among(wanted + std::string(extension), names)) return wanted + std::string(extension);
  const auto ends_so = [&](std::string_view one) {
    if (one.size() <= wanted.size()) return equal_ignoring_case(one, wanted);
    const size_t cut = one.size() - wanted.size();
    return one[cut - 1] == '/' && equal_ignoring_case(one.substr(cut), wanted);
  };
  const ScopeModule* found = nullptr;
  for (const ScopeModule& module : modules->modules) {
    if (!ends_so(module.name) && !ends_so(module.path)) continue;
    if (found != nullptr && found->path != module.path) return wanted;
    found = &module;
  }
  if (found == nullptr) return wanted;
  // Of several builds of one name the path tells which.
  const bool is_one = std::none_of(
      modules->modules.begin(), modules->modules.end(), [&](const ScopeModule& module) {
        return module.name == found->name && module.path != found->path;
      });
  return is_one ? found->name : found->path;
}

bool is_in_module(std::string_view module, std::string_view name, std::string_view path) {
  return module.empty() || equal_ignoring_case(name, module) || equal_ignoring_case(path, module);
}

std::string unknown_module(Store& store, const Scope& scope, std::string_view name) {
  if (name.empty()) return {};
  const auto modules = store.index().modules(scope.text());
  const std::string meant = module_meant(store, scope, name);
  const auto is_meant = [&](const ScopeModule& one) {
    return is_in_module(meant, one.name, one.path);
  };
  if (std::any_of(modules->modules.begin(), modules->modules.end(), is_meant)) return {};
  const Names names = module_names(*modules);
  Names candidates = names;
  for (const auto one : names)
    for (const auto extension : kExtensions)
      if (one.ends_with(extension))
        candidates.push_back(one.substr(0, one.size() - extension.size()));
  return absent("module is called", name, candidates);
}

std::string nothing_in_module(std::string_view module, std::string_view wanted) {
  return "the module '" + std::string(module) + "' defines nothing that is called '" +
         std::string(wanted) + "'";
}

std::string unknown_namespace(Store& store, const Scope& scope, std::string_view name) {
  if (name.empty()) return {};
  std::set<std::string> found;
  for (const ScopeModule& module : store.index().modules(scope.text())->modules)
    for (const auto& row : store.rows<sql::ModuleNamespaces>(module.module, module.last))
      found.emplace(row.name);
  const Names names(found.begin(), found.end());
  return is_among(name, names) ? std::string() : absent("type is in a namespace", name, names);
}

}  // namespace dossier
