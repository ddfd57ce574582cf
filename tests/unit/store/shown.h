#pragma once
// What a database shows, to hold one import against another.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/rows.h"

namespace dossier::test {

/// By the name of the view or question.
using Rows = std::map<std::string, std::vector<std::string>>;

/// Everything that the newest snapshot shows, without the numbers of rows.
inline Rows shown(Store& store) {
  const std::pair<const char*, const char*> kViews[] = {
      {"snapshots", "project, kind, modules, types, members, \"references\", files"},
      {"modules", "name, full_name, path, kind, language"},
      {"types",
       "module, namespace, name, full_name, base_type, kind, is_public, source_path, line, "
       "is_abstract, is_sealed, is_static, token, end_line, visibility"},
      {"members",
       "module, type, kind, name, full_name, signature, key, is_static, is_public, line, token, "
       "body, end_line, visibility"},
      {"refs",
       "module, source_type, source_member, kind, target, target_type, target_scope, target_key, "
       "in_module, il_offset, path, line, \"column\", by_name"},
      {"literals", "module, source_member, kind, value, il_offset, path, line"},
      {"details", "module, kind, text"},
      {"files",
       "path, language, size, lines, hash, is_generated, is_vendored, is_binary, damaged"}};
  std::map<std::string, std::string> queries = {
      {"hashes",
       "SELECT quote(m.hash) FROM _head h JOIN _snapshot_module l USING (snapshot) JOIN _module m "
       "ON m.id = l.module"},
      {"order", "SELECT l.position, l.path FROM _head h JOIN _snapshot_module l USING (snapshot)"},
      {"snapshot", "SELECT quote(hash) FROM _snapshot s JOIN _head h ON h.snapshot = s.id"},
      {"symbols", "SELECT kind, full_name, signature, path, base_type FROM symbols"},
      {"searched", "SELECT full_name, path FROM symbols WHERE name REGEXP '[a-z]e'"},
      {"lines", "SELECT path, line, text FROM lines WHERE text REGEXP 'e'"}};
  for (const auto& [view, columns] : kViews)
    queries[view] = "SELECT " + std::string(columns) + " FROM " + view + " WHERE is_latest";
  Rows all;
  for (const auto& [name, sql] : queries) {
    all[name] = rows_of(store, sql);
    std::sort(all[name].begin(), all[name].end());
  }
  return all;
}

}  // namespace dossier::test
