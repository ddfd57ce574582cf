#include "engine/readers/languages/merged.h"

#include <algorithm>
#include <unordered_set>

namespace dossier::languages {

void merge_locals(std::vector<Local>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Local& a, const Local& b) { return a.name.begin < b.name.begin; });
  std::vector<Local> merged;
  for (const Local& one : all) {
    const bool is_same = !merged.empty() && merged.back().name.begin == one.name.begin &&
                         one.within.empty() && merged.back().within.empty();
    if (!is_same) {
      merged.push_back(one);
      continue;
    }
    Local& kept = merged.back();
    if (!one.type.empty()) kept.type = one.type;
    if (kept.value.empty()) {
      kept.value = one.value;
      kept.is_element = one.is_element;
    }
    if (kept.part.empty()) kept.part = one.part;
    kept.is_assigned = kept.is_assigned && one.is_assigned;
  }
  all = std::move(merged);
}

std::vector<Import> merged_imports(std::vector<Ranked<Import>> found) {
  std::vector<Import> imports;
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.pattern < b.pattern; });
  std::unordered_set<uint64_t> seen;
  for (const auto& [import, pattern] : found) {
    const uint32_t own = import.name.empty() ? import.alias.begin : import.name.begin;
    const bool bare = import.name.empty() && import.alias.empty();
    if (bare && seen.count(uint64_t{import.path.begin} << 32)) continue;
    if (!seen.insert((uint64_t{import.path.begin} << 32) | own).second) continue;
    seen.insert(uint64_t{import.path.begin} << 32);
    imports.push_back(import);
  }
  std::stable_sort(imports.begin(), imports.end(),
                   [](const Import& a, const Import& b) { return a.node.begin < b.node.begin; });
  return imports;
}

}  // namespace dossier::languages
