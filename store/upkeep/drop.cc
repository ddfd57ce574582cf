#include "store/upkeep/drop.h"

#include "engine/error.h"
#include "engine/first_row.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {

Dropped drop_snapshot(Store& store, std::string_view project, std::string_view snapshot) {
  // As a scope, no name is every newest snapshot.
  if (snapshot.empty()) throw Error(ErrorCode::invalid, "a snapshot's name cannot be empty");
  Transaction transaction(store.database(), Transaction::writing);
  Dropped dropped;
  dropped.snapshot = resolve_scope(store.statements(), project, snapshot).snapshots.front();
  int64_t owner = 0;
  {
    auto rows = store.rows<sql::SnapshotById>(dropped.snapshot);
    dropped.project = rows.next()->project;
  }
  {
    auto rows = store.rows<sql::ProjectByName>(std::string_view(dropped.project));
    owner = rows.next()->id;
  }
  {
    const auto head = first_row<sql::HeadOfProject>(store, owner);
    dropped.was_newest = head && head->snapshot == dropped.snapshot;
  }
  store.run<sql::DropHead>(dropped.snapshot);
  store.run<sql::DropSnapshotModules>(dropped.snapshot);
  store.run<sql::DropSnapshotFiles>(dropped.snapshot);
  store.run<sql::DropSnapshotTexts>(dropped.snapshot);
  store.run<sql::DropSnapshot>(dropped.snapshot);
  store.run<sql::KeepSnapshotNumber>(dropped.snapshot);
  if (const auto row = first_row<sql::NewestOfProject>(store, owner))
    dropped.newest = row->snapshot;
  if (dropped.newest != 0)
    store.run<sql::SetHead>(owner, dropped.newest);
  else
    store.run<sql::DropEmptyProject>(owner);
  store.run<sql::BumpGeneration>();
  dropped.generation = store.rows<sql::Generation>().next()->generation;
  transaction.commit();
  return dropped;
}

}  // namespace dossier
