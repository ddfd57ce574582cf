#include "store/recover.h"

#include <optional>
#include <set>

#include "engine/error.h"
#include "engine/search/identifier_words.h"
#include "store/index/content_words.h"
#include "store/lease.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

void remove_words(Store& store, int64_t last_name) {
  if (last_name == 0) store.run<sql::DeleteAllWords>();
  for (const auto& name : store.rows<sql::NamesWithWordsAfter>(last_name))
    store.run<sql::DeleteWord>(name.id, std::string_view(search::words_of(name.text)));
  store.run<sql::SetLastWord>(0);
}

// Their lists cannot be told by a range of a key, so they are looked for only where there are some.
std::set<int64_t> parts_with_segments_after(Store& store, int64_t last) {
  std::set<int64_t> parts;
  for (const auto& row : store.rows<sql::SegmentsAfter>(last)) parts.insert(row.part);
  return parts;
}

std::optional<sql::ImportMarks::Row> import_marks(Store& store) {
  return store.rows<sql::ImportMarks>().next();
}

}  // namespace

void remove_import(Store& store) {
  Transaction transaction(store.database(), Transaction::writing);
  const auto marks = import_marks(store);
  if (!marks) return;
  // While the texts and names are there whose words go.
  remove_content_words_after(store.index(), marks->content);
  remove_words(store, marks->name);
  const auto parts = parts_with_segments_after(store, marks->segment);
  sql::trim(store.statements(), *marks);
  for (const int64_t part : parts) store.run<sql::DeleteDeadPostings>(part);
  store.run<sql::EndImport>();
  store.database().execute(sql::kMakeBulkIndexes);
  transaction.commit();
}

void empty_log(Store& store) {
  try {
    store.database().number("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const Error& full) {
    // Without room for what it would move. What follows may need less.
    if (full.code() != ErrorCode::io) throw;
  }
}

void remove_dead_import(Store& store) {
  if (!import_marks(store)) return;
  try {
    const ImportLease lease(store.database().path(), {.ms = 0});
    empty_log(store);
    remove_import(store);
  } catch (const Error& busy) {
    // Another process holds the lease: that import is alive.
    if (busy.code() != ErrorCode::conflict) throw;
  }
}

}  // namespace dossier
