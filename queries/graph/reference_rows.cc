#include "queries/graph/reference_rows.h"

#include <algorithm>

#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "engine/stored.h"
#include "queries/graph/aliases.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

ReferenceRows::ReferenceRows(Store& store, const Scope& scope)
    : store_(store), modules_(store.index().modules(scope.text())), texts_(store.statements()) {
  by_id_.resize(modules_->modules.size());
  for (size_t i = 0; i < by_id_.size(); ++i) by_id_[i] = i;
  std::sort(by_id_.begin(), by_id_.end(), [&](size_t a, size_t b) {
    return modules_->modules[a].module < modules_->modules[b].module;
  });
}

// Every place in scope of each row's module; modules do not overlap, but several snapshots may
// share one.
template <typename Rows>
std::vector<FoundReference> ReferenceRows::placed(Rows rows, uint32_t kinds) {
  std::vector<FoundReference> found;
  const auto id_of = [&](size_t index) { return modules_->modules[index].module; };
  auto last = by_id_.begin();  // rows of one target come in the order of their sources
  for (const auto& row : rows) {
    if ((kinds & bit(stored_reference_kind(row.kind))) == 0) continue;
    const bool is_same = last != by_id_.end() && id_of(*last) <= row.source &&
                         row.source <= modules_->modules[*last].last;
    if (!is_same) {
      last = std::upper_bound(by_id_.begin(), by_id_.end(), row.source,
                              [&](int64_t source, size_t index) { return source < id_of(index); });
      if (last == by_id_.begin()) continue;
      --last;
      while (last != by_id_.begin() && id_of(*(last - 1)) == id_of(*last)) --last;
      if (row.source > modules_->modules[*last].last) continue;
    }
    for (auto at = last; at != by_id_.end() && id_of(*at) == id_of(*last); ++at)
      found.push_back({*at, row.source, row.use, row.kind, row.scope, row.type});
  }
  return found;
}

std::vector<FoundReference> ReferenceRows::to_key(std::string_view key, uint32_t kinds) {
  return placed(store_.rows<sql::RefsToKey>(key), kinds);
}

std::vector<FoundReference> ReferenceRows::to_type(std::string_view type, uint32_t kinds) {
  return placed(store_.rows<sql::RefsToType>(type), kinds);
}

void ReferenceRows::order(std::vector<FoundReference>& found) {
  std::sort(found.begin(), found.end(), [](const FoundReference& a, const FoundReference& b) {
    return std::pair(a.place(), a.sure) < std::pair(b.place(), b.sure);
  });
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

bool ReferenceRows::is_by_name(const FoundReference& one) {
  const auto row = first_row<sql::RefAt>(store_, one.source, one.use);
  return row && row->by_name;
}

bool ReferenceRows::is_of_library(const FoundReference& one, std::string_view name) {
  if (text_of(one.type) != name) return false;
  const auto* language = languages::of(module(one).name);
  return language != nullptr && language->imports_names;
}

std::string_view ReferenceRows::family(int64_t symbol) {
  const auto [at, is_new] = families_.try_emplace(symbol);
  if (is_new) {
    const auto row = first_row<sql::ModuleOfSymbol>(store_, symbol);
    if (row && row->kind == static_cast<int64_t>(ModuleKind::source))
      at->second = family_of(row->language);
  }
  return at->second;
}

}  // namespace dossier
