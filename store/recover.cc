#include "store/recover.h"

#include "engine/error.h"
#include "engine/search/words.h"
#include "store/index/content_words.h"
#include "store/lease.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

void remove_words(Store& store, int64_t last_name) {
  if (last_name == 0) return store.run<sql::DeleteAllWords>();
  for (const auto& name : store.rows<sql::NamesWithWordsAfter>(last_name))
    store.run<sql::DeleteWord>(name.id, std::string_view(search::words_of(name.text)));
}

}  // namespace

void remove_import(Store& store) {
  Transaction transaction(store.database(), Transaction::writing);
  std::string indexes;
  {
    auto rows = store.rows<sql::UnfinishedImport>();
    const auto mark = rows.next();
    if (!mark) return;
    indexes = mark->indexes;
    store.run<sql::TrimSnapshotModule>(mark->snapshot - 1);
    store.run<sql::TrimFile>(mark->snapshot - 1);
    remove_content_words_after(store.index(), mark->content);
    store.run<sql::TrimContent>(mark->content);
    store.run<sql::TrimContentUnit>(((mark->content_segment + 1) << 32) - 1);
    store.run<sql::TrimContentSegment>(mark->content_segment);
    store.run<sql::TrimSourcePath>(mark->source_set);
    store.run<sql::TrimSourceSet>(mark->source_set);
    store.run<sql::TrimReference>(mark->symbol);
    store.run<sql::TrimLiteral>(mark->symbol);
    store.run<sql::TrimLiteralText>(mark->name);
    store.run<sql::TrimDetail>(mark->symbol);
    store.run<sql::TrimPlace>(mark->symbol);
    store.run<sql::TrimCode>(mark->symbol);
    store.run<sql::TrimMember>(mark->symbol);
    store.run<sql::TrimType>(mark->symbol);
    store.run<sql::TrimModule>(mark->symbol);
    store.run<sql::TrimTarget>(mark->target);
    store.run<sql::TrimSnapshot>(mark->snapshot - 1);
    store.run<sql::TrimProject>(mark->project);
    store.run<sql::TrimUnit>(((mark->segment + 1) << 32) - 1);
    store.run<sql::TrimSegment>(mark->segment);
    remove_words(store, mark->name);
    store.run<sql::TrimName>(mark->name);
    store.run<sql::TrimSig>(mark->sig);
  }
  store.run<sql::EndImport>();
  if (!indexes.empty()) store.database().execute(indexes.c_str());
  transaction.commit();
}

void remove_dead_import(Store& store) {
  {
    auto rows = store.rows<sql::UnfinishedImport>();
    if (!rows.next()) return;
  }
  try {
    const ImportLease lease(store.database().path(), 0);
    remove_import(store);
  } catch (const Error& busy) {
    // Another process holds the lease: that import is alive.
    if (busy.code() != ErrorCode::conflict) throw;
  }
}

}  // namespace dossier
