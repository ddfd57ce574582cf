#pragma once
// The fourth and fifth stages: a plan of how the resolved query is answered, and the SQL that
// answers it.
//
// A plan names the collections that can answer. It divides the conditions that must all hold into
// those that drive the search (texts that the gram index narrows, and sets from other tables) and
// those that are checked on each remaining row. User text is bound, never written into the SQL.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "queries/lang/collection.h"
#include "queries/lang/rank.h"
#include "queries/lang/resolved.h"

namespace dossier {
class Statement;
}

namespace dossier::lang {

/// A part of a query that looks at every symbol: a sub-query that nothing narrows.
struct WidePart {
  std::string what;  // as Condition::dump() has it
  Span span;
};

/// The order of a chain of calls, which no query names.
inline constexpr char kStep[] = "step";

struct Plan {
  std::vector<const Collection*> collections;  // never empty
  std::vector<Condition> drives;
  std::vector<Condition> checks;
  std::string symbol_kind;                 // "module", "type" or "member" where only one can match
  std::vector<const Collection*> scanned;  // nothing narrows these: every row is read
  std::vector<WidePart> wide;
  std::vector<RankedWord> words;
  std::string sort;
  bool descending = false;
  std::vector<std::string> count;
  std::vector<std::string> shown;  // columns that are computed; others are NULL
  std::string among;               // a JSON array of the symbols to look at; "" = all (front.h)

  /// One line each: what drives, what is checked, the order, and why a scan is needed.
  std::string dump() const;
};

Plan plan(const Resolved& resolved);
/// Whether the condition narrows the rows of the collection that are read.
bool narrows(const Condition& condition, const Collection& collection);
/// Whether files can satisfy the condition: then a sub-query of file: is about files, otherwise
/// about symbols.
bool is_of_files(const Condition& condition);
/// The plan for the same conditions over the other collections, without the kinds that the query
/// names. It has no collections if there are none.
Plan plan_of_others(const Resolved& resolved);

using Binding = std::variant<int64_t, std::string>;

/// Statement text and its parameters: ?1 is bindings[0].
struct Sql {
  std::string text;
  std::vector<Binding> bindings;

  /// A script for the sqlite3 shell: a .parameter line per binding, then the statement.
  std::string dump() const;
};

/// Binds the parameters that the statement uses. Nothing is copied: `sql` must outlive the run.
void bind(Statement& statement, const Sql& sql);

/// The binding as an SQL literal.
std::string literal(const Binding& binding);

/// The last id to include, for each table that grows: session, finding, note, event.
using Bounds = std::vector<std::pair<std::string, int64_t>>;

/// The SQL for the plan. Its rows, in order: kind, name, full_name, signature, module, project,
/// snapshot, path, base_type, in, ns, lang, line, rank, id; with Plan::count: value, count. `scope`
/// is Scope::text().
Sql emit(const Plan& plan, const std::string& scope, const Bounds& bounds = {});

}  // namespace dossier::lang
