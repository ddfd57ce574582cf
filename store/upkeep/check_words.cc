#include "store/upkeep/check_words.h"

#include <functional>
#include <utility>

#include "engine/search/identifier_words.h"
#include "engine/search/text_words.h"
#include "engine/statement.h"
#include "store/index/contents.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

using Add = std::function<void(int64_t row, std::string_view words)>;

// The statement that makes a table like this one.
std::string declared_like(Database& db, const std::string& table) {
  Statement declared(db, "SELECT sql FROM main.sqlite_schema WHERE name = '" + table + "'");
  std::string sql(declared.step() ? declared.text(0) : std::string_view());
  const size_t at = sql.find(table);
  if (at != sql.npos) sql.replace(at, table.size(), "temp.words_again");
  return sql;
}

// Whether every row of the one is among those of the other; both are in order.
bool has_all(Database& db) {
  Statement wanted(db, "SELECT term, doc FROM temp.words_wanted");
  Statement found(db, "SELECT term, doc FROM temp.words_found");
  const auto pair = [](const Statement& row) { return std::pair(row.text(0), row.integer(1)); };
  bool more = true;
  while (wanted.step()) {
    do more = more && found.step();
    while (more && pair(found) < pair(wanted));
    if (!more || pair(found) != pair(wanted)) return false;
  }
  return true;
}

void check_table(Store& store, const std::string& table, const std::string& what, Damage& damage,
                 const std::function<void(const Add&)>& add_all) {
  Database& db = store.database();
  // Temporary tables are no part of the file.
  const bool refuses = db.number("PRAGMA query_only") != 0;
  if (refuses) db.execute("PRAGMA query_only = OFF");
  damage.of([&] {
    db.execute(
        (declared_like(db, table) +
         "; CREATE VIRTUAL TABLE temp.words_wanted USING fts5vocab(temp, words_again, instance)" +
         "; CREATE VIRTUAL TABLE temp.words_found USING fts5vocab(main, " + table + ", instance)")
            .c_str());
    Statement insert(db, "INSERT INTO temp.words_again(rowid, words) VALUES (?, ?)");
    add_all([&](int64_t row, std::string_view words) {
      insert.bind(1, row);
      insert.bind(2, words);
      insert.run();
      insert.reset();
    });
    if (!has_all(db)) damage.add("the index of the words of " + what + " lacks some");
  });
  for (const char* made : {"words_found", "words_wanted", "words_again"})
    db.execute((std::string("DROP TABLE IF EXISTS temp.") + made).c_str());
  if (refuses) db.execute("PRAGMA query_only = ON");
}

}  // namespace

void check_words(Store& store, Damage& damage) {
  check_table(store, "_word", "names", damage, [&](const Add& add) {
    for (const auto& row : store.rows<sql::ShortNames>()) add(row.id, search::words_of(row.text));
  });
  check_table(store, "_content_word", "texts", damage, [&](const Add& add) {
    search::TextWords words;
    for (const auto& row : store.rows<sql::RankedContentsAfter>(0)) {
      FileEntry file;
      file.segment = static_cast<uint32_t>(row.segment);
      file.first_block = static_cast<uint32_t>(row.first_block);
      file.blocks = static_cast<uint32_t>(row.blocks);
      words.clear();
      words.add(text_of(store.index(), file));
      if (words.count() > 0) add(row.id, words.joined());
    }
  });
}

}  // namespace dossier
