#include "queries/adhoc/counted_refs.h"

#include <algorithm>
#include <array>

#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr std::array<std::string_view, 2> kViews = {"refs", "references"};
constexpr std::array<std::string_view, 11> kColumns = {
    "project", "snapshot",  "module",    "path", "is_latest", "kind",
    "by_name", "in_module", "il_offset", "line", "column"};

// The order of the joins is fixed: the planner would begin with the references.
constexpr const char* kCreate[] = {
    R"(CREATE TEMP VIEW refs AS
       SELECT p.name AS project, s.id AS snapshot, (SELECT n.text FROM main._name n WHERE n.id = m.name) AS module,
              l.path, EXISTS (SELECT 1 FROM main._head h WHERE h.snapshot = s.id) AS is_latest,
              (SELECT k.name FROM main._kind k WHERE k.family = 'reference' AND k.number = (r.use >> 3 & 31)) AS kind,
              (r.use & 2) <> 0 AS by_name, (r.use & 1) <> 0 AS in_module,
              CASE WHEN r.use & 4 THEN r.at END AS il_offset, CASE WHEN r.use & 4 = 0 THEN r.at END AS line,
              r."column"
       FROM main._snapshot s CROSS JOIN main._project p CROSS JOIN main._snapshot_module l
            CROSS JOIN main._module m CROSS JOIN main._reference r
       WHERE s.visible AND p.id = s.project AND l.snapshot = s.id AND m.id = l.module
             AND r.source BETWEEN m.id AND m.last)",
    R"(CREATE TEMP VIEW "references" AS SELECT * FROM temp.refs)"};
constexpr const char* kDrop[] = {R"(DROP VIEW IF EXISTS temp."references")",
                                 "DROP VIEW IF EXISTS temp.refs"};

template <size_t N>
bool is_any(const std::array<std::string_view, N>& of, std::string_view name) {
  return std::any_of(of.begin(), of.end(),
                     [&](std::string_view one) { return equal_ignoring_case(one, name); });
}

// Whether the word stands in the text, in any case.
bool says(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return (a | 0x20) == b; }) != text.end();
}

}  // namespace

bool counts_refs(const ReadColumns& reads, std::string_view statement) {
  bool is_of_refs = false;
  for (const auto& read : reads) {
    // What the views read to be what they are is not asked for.
    if (is_any(kViews, read.view))
      is_of_refs = true;
    else if (is_any(kViews, read.table) && !is_any(kColumns, read.column))
      return false;
  }
  // These joins compare columns of other tables, too, which the shorter view has not: they would
  // find fewer columns, or others.
  return is_of_refs && !says(statement, "natural") && !says(statement, "using");
}

CountedRefs::CountedRefs(Database& db, ReadingPolicy& policy) : db_(db), policy_(policy) {
  for (const char* sql : kCreate) run(sql);
}

CountedRefs::~CountedRefs() {
  try {
    for (const char* sql : kDrop) run(sql);
  } catch (const std::exception&) {
    // The view means the same rows, and goes with the connection.
  }
}

// The connection may refuse to write: this is memory of its own, not the file.
void CountedRefs::run(const char* sql) {
  const ReadingPolicy::Lifted lifted(policy_);
  const bool refuses = db_.number("PRAGMA query_only") != 0;
  if (refuses) db_.execute("PRAGMA query_only = OFF");
  struct Again {
    Database& db;
    bool refuses;
    ~Again() {
      if (refuses) db.execute("PRAGMA query_only = ON");
    }
  } again{db_, refuses};
  db_.execute(sql);
}

}  // namespace dossier
