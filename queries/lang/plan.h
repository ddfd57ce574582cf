#pragma once
// The fourth and fifth stages: how the understood query is served, and the SQL that serves it.
//
// Every row comes from the virtual table `symbols`. A plan sorts the conditions that must all hold
// into those that drive (texts that the gram index narrows, and sets of symbols that other tables
// give) and those that are checked on each row that is left. User text is bound, never written into
// the SQL.
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "queries/lang/resolved.h"

namespace dossier::lang {

struct Plan {
  std::vector<Condition> drives;
  std::vector<Condition> checks;
  std::string symbol_kind;  // "module", "type" or "member" where only one can match
  bool scans = false;       // nothing narrows: every symbol is looked at
  std::vector<std::string> words;
  std::string sort;
  bool descending = false;
  std::string count;

  /// One line each: what drives, what is checked, the order, and what a scan would need.
  std::string dump() const;
};

Plan plan(const Resolved& resolved);

using Binding = std::variant<int64_t, std::string>;

/// Statement text and its parameters: ?1 is bindings[0].
struct Sql {
  std::string text;
  std::vector<Binding> bindings;

  std::string dump() const;
};

/// The rows in order: kind, name, full_name, signature, module, project, snapshot, path, base_type,
/// in, ns, lang, line, rank, symbol; with Plan::count instead value, count. `scope` is
/// Scope::text().
Sql emit(const Plan& plan, const std::string& scope);

}  // namespace dossier::lang
