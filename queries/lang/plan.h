#pragma once
// The fourth and fifth stages: how the understood query is served, and the SQL that serves it.
//
// A plan names the sources that can answer and sorts the conditions that must all hold into those
// that drive (texts that the gram index narrows, and sets that other tables give) and those that
// are checked on each row that is left. User text is bound, never written into the SQL.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "queries/lang/rank.h"
#include "queries/lang/resolved.h"
#include "queries/lang/source.h"

namespace dossier {
class Statement;
}

namespace dossier::lang {

struct Plan {
  std::vector<const Source*> sources;  // never empty
  std::vector<Condition> drives;
  std::vector<Condition> checks;
  std::string symbol_kind;             // "module", "type" or "member" where only one can match
  std::vector<const Source*> scanned;  // nothing narrows: every row of theirs is looked at
  std::vector<RankedWord> words;
  std::string sort;
  bool descending = false;
  std::string count;
  std::vector<std::string> shown;  // columns that are wanted; the others are not worked out

  /// One line each: what drives, what is checked, the order, and what a scan would need.
  std::string dump() const;
};

Plan plan(const Resolved& resolved);
/// The condition leaves only some of the source's rows to be looked at.
bool narrows(const Condition& condition, const Source& source);
/// What the query finds of other kinds than those it answers with: the same conditions, but for
/// the kinds it names. Without sources when there is none.
Plan plan_of_others(const Resolved& resolved);

using Binding = std::variant<int64_t, std::string>;

/// Statement text and its parameters: ?1 is bindings[0].
struct Sql {
  std::string text;
  std::vector<Binding> bindings;

  /// As the sqlite3 shell takes it: a .parameter line for each binding, then the statement.
  std::string dump() const;
};

/// Binds what the statement uses, without copying: `sql` must outlive its run.
void bind(Statement& statement, const Sql& sql);

/// The binding as SQL would write it.
std::string literal(const Binding& binding);

/// The last id that counts of what grows: session, finding, note, event.
using Bounds = std::vector<std::pair<std::string, int64_t>>;

/// The rows in order: kind, name, full_name, signature, module, project, snapshot, path, base_type,
/// in, ns, lang, line, rank, id; with Plan::count instead value, count. `scope` is Scope::text().
Sql emit(const Plan& plan, const std::string& scope, const Bounds& bounds = {});

}  // namespace dossier::lang
