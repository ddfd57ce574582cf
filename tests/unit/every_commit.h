#pragma once
// What a database says, and a look at every state that a writer commits. SQLite calls a commit hook
// before each commit, when other connections still see the state of the one before: so nothing that
// was committed goes unseen, and no timing decides. What a process leaves that is killed between
// two commits is the same states.
#include <sqlite3.h>

#include <catch2/catch.hpp>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/statement.h"
#include "queries/open.h"
#include "queries/ops/ops.h"
#include "store/store.h"
#include "tests/unit/rows.h"

namespace dossier::test {

/// Calls `look` with a reader of its own at every state between two commits of `writer`.
class EveryCommit {
 public:
  EveryCommit(Store& writer, std::function<void(Store&)> look)
      : writer_(writer), reader_(open_to_read(writer.database().path())), look_(std::move(look)) {
    sqlite3_commit_hook(writer_.database().handle(), before_commit, this);
  }
  ~EveryCommit() { sqlite3_commit_hook(writer_.database().handle(), nullptr, nullptr); }
  EveryCommit(const EveryCommit&) = delete;

  /// Looks once more, at the last state; throws what a look threw. How many states there were.
  int finish() {
    if (!failure_) look();
    if (failure_) std::rethrow_exception(failure_);
    return states_;
  }

 private:
  static int before_commit(void* self) {
    auto& all = *static_cast<EveryCommit*>(self);
    if (!all.failure_) all.look();
    return 0;
  }
  void look() {
    try {
      ++states_;
      look_(reader_);
    } catch (...) {  // it cannot pass through SQLite
      failure_ = std::current_exception();
    }
  }

  Store& writer_;
  Store reader_;
  std::function<void(Store&)> look_;
  std::exception_ptr failure_;
  int states_ = 0;
};

using Said = std::map<std::string, std::vector<std::string>>;

/// Every row of every view, of `projects` where a view tells projects apart.
inline Said every_view(Store& store, const std::string& projects) {
  Said all;
  std::vector<std::string> views;
  {
    Statement names(store.database(), "SELECT name FROM sqlite_schema WHERE type = 'view'");
    while (names.step()) views.emplace_back(names.text(0));
  }
  for (const auto& view : views) {
    const bool has_project = store.database().number(("SELECT count(*) FROM pragma_table_info('" +
                                                      view + "') WHERE name = 'project'")
                                                         .c_str()) != 0 &&
                             view != "sessions";
    const std::string which = has_project          ? " WHERE project IN (" + projects + ")"
                              : view == "projects" ? " WHERE name IN (" + projects + ")"
                                                   : "";
    all[view] = rows_of(store, "SELECT * FROM \"" + view + "\"" + which);
  }
  for (const std::string table : {"symbols", "lines"})
    all[table] = rows_of(store, "SELECT * FROM " + table + " WHERE project IN (" + projects + ")");
  return all;
}

/// What a foreign key refers to is there: those that SQLite knows, and those that are no REFERENCES
/// clause because what they refer to is in one of several tables or within a range of numbers.
inline void require_keys(Store& store) {
  const auto none = [&](const std::string& sql) {
    INFO(sql);
    REQUIRE(rows_of(store, sql) == std::vector<std::string>());
  };
  none("PRAGMA foreign_key_check");
  static const std::pair<const char*, const char*> kSymbols[] = {
      {"_reference", "source"}, {"_literal", "source"}, {"_detail", "symbol"}};
  for (const auto& [table, column] : kSymbols) {
    const std::string child = std::string("r.") + column;
    none("SELECT '" + std::string(table) + "', " + child + " FROM " + table + " r WHERE " + child +
         " > coalesce((SELECT m.last FROM _module m WHERE m.id <= " + child +
         " ORDER BY m.id DESC LIMIT 1), 0)");
    none("SELECT '" + std::string(table) + "', " + child + " FROM " + table + " r WHERE " + child +
         " NOT IN (SELECT id FROM _module UNION ALL SELECT id FROM _type UNION ALL SELECT id FROM "
         "_member)");
  }
  none("SELECT id FROM _member WHERE full_name > 0 AND full_name NOT IN (SELECT id FROM _name)");
  none("SELECT member FROM _code WHERE member NOT IN (SELECT id FROM _member)");
  none(
      "SELECT t.id FROM _type t JOIN _module m ON m.id = t.module WHERE t.id NOT BETWEEN m.id AND "
      "m.last OR t.last > m.last");
  none(
      "SELECT e.id FROM _member e JOIN _type t ON t.id = e.type WHERE e.id NOT BETWEEN t.id AND "
      "t.last");
  none(
      "SELECT l.snapshot FROM _snapshot_module l JOIN _module m ON m.id = l.module WHERE m.segment "
      "NOT IN (SELECT id FROM _segment) AND m.blocks > 0");
  none(
      "SELECT sources FROM _snapshot_module WHERE sources IS NOT NULL AND sources NOT IN (SELECT "
      "id FROM _source_set)");
  none("SELECT id FROM _content WHERE blocks > 0 AND segment NOT IN (SELECT id FROM _segment)");
  none(
      "SELECT snapshot FROM _snapshot_module WHERE snapshot IN (SELECT id FROM _snapshot WHERE "
      "NOT visible)");
  none(
      "SELECT gram FROM _posting p WHERE segment NOT IN (SELECT id FROM _segment s WHERE s.part = "
      "p.part)");
  none("SELECT id FROM _posting_page WHERE id >> 32 NOT IN (SELECT id FROM _segment)");
}

}  // namespace dossier::test
