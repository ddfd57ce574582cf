#include "queries/graph/passing_imports.h"

#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/languages/rules.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"

namespace dossier {

std::vector<std::string> exporting_modules(std::string_view path, bool is_whole) {
  const auto* language = languages::of(path);
  return language && language->passes_on ? language->passes_on(path, is_whole)
                                         : std::vector<std::string>();
}

std::vector<PassingImport> PassingImports::found(std::string_view name, int64_t snapshot) {
  std::vector<PassingImport> all;
  for (const auto& row : statements_.rows<sql::RefsByKey>(name, snapshot)) {
    if (row.kind != static_cast<int64_t>(ReferenceKind::import)) continue;
    PassingImport one{std::string(row.target), std::string(row.path),
                      result_of(statements_, row.module_id) == name,
                      exporting_modules(row.path, false), exporting_modules(row.path, true)};
    if (one.is_default || !one.by_name.empty() || !one.of_whole.empty() ||
        one.target.find(languages::kPassedAs) != std::string::npos)
      all.push_back(std::move(one));
  }
  return all;
}

const std::vector<PassingImport>& PassingImports::of(std::string_view name, int64_t snapshot,
                                                     bool is_kept) {
  if (!is_kept) return last_ = found(name, snapshot);
  const auto [at, is_new] = known_.try_emplace(std::to_string(snapshot).append("\n").append(name));
  if (is_new) at->second = found(name, snapshot);
  return at->second;
}

}  // namespace dossier
