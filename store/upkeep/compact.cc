#include "store/upkeep/compact.h"

#include <string>
#include <utility>
#include <vector>

#include "engine/chunks.h"
#include "store/index/content_words.h"
#include "store/index/name_words.h"
#include "store/index/segment_merge.h"
#include "store/lease.h"
#include "store/recover.h"
#include "store/scope/texts.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

int64_t file_bytes(Store& store) {
  return store.database().number("PRAGMA page_count") * store.database().number("PRAGMA page_size");
}

class Compaction {
 public:
  explicit Compaction(Store& store)
      : store_(store),
        symbols_(store.index(), IndexPart::symbols),
        contents_(store.index(), IndexPart::contents) {}

  void run(Compacted& report) {
    report.segments_before = symbols_.segments_before() + contents_.segments_before();
    report.segments_after = symbols_.segments_after() + contents_.segments_after();
    copy_segments();
    Transaction transaction(store_.database(), Transaction::writing);
    remove_dead_content_words(store_.index());  // of texts in segments that go now
    if (symbols_.is_needed()) symbols_.adopt();
    if (contents_.is_needed()) contents_.adopt();
    delete_modules(report);
    delete_texts(report);
    store_.run<sql::OptimizeEventWords>();
    if (marked_) store_.run<sql::EndImport>();
    store_.run<sql::BumpGeneration>();
    transaction.commit();
  }

 private:
  void copy_segments() {
    if (!symbols_.is_needed() && !contents_.is_needed()) return;
    Transaction transaction(store_.database(), Transaction::writing);
    store_.run<sql::BeginImport>();
    const auto marks = store_.rows<sql::ImportMarks>().next();
    transaction.commit();
    marked_ = true;
    Chunks chunks(store_.database());
    const auto yield = [&] { chunks.yield(); };
    if (symbols_.is_needed()) symbols_.copy(marks->segment + 1, yield);
    if (contents_.is_needed()) contents_.copy(marks->segment + 2, yield);
    chunks.pause();
  }

  void delete_modules(Compacted& report) {
    std::vector<std::pair<int64_t, int64_t>> dead;
    for (const auto& row : store_.rows<sql::DeadModules>()) dead.emplace_back(row.id, row.last);
    for (const auto& [first, last] : dead) sql::delete_symbols(store_.statements(), first, last);
    report.modules = static_cast<int64_t>(dead.size());
    store_.run<sql::DeleteDeadTargets>();
    store_.run<sql::DeleteDeadSigs>();
    store_.run<sql::DeleteDeadSourceSets>();
    store_.run<sql::DeleteDeadSourcePaths>();
  }

  void delete_texts(Compacted& report) {
    const auto changes = [this] { return store_.database().number("SELECT changes()"); };
    store_.run<sql::DeleteDeadContents>();
    report.contents = changes();
    store_.run<sql::DeleteDeadLiteralTexts>();
    store_.run<sql::DeleteDeadNames>();
    report.names = changes();
    // A name may have lost its last short use and still be part of something else.
    if (report.names > 0 || report.modules > 0) index_names_again(store_.statements());
    if (contents_.is_needed()) place_texts();
  }

  void place_texts() {
    std::vector<int64_t> snapshots;
    for (const auto& row : store_.rows<sql::SnapshotsWithTexts>())
      snapshots.push_back(row.snapshot);
    for (const int64_t snapshot : snapshots) {
      std::vector<TextRange> texts;
      for (const auto& row : store_.rows<sql::TextsOfSnapshot>(snapshot))
        texts.push_back({static_cast<uint32_t>(row.position), 0, static_cast<uint32_t>(row.segment),
                         static_cast<uint32_t>(row.first_block),
                         static_cast<uint32_t>(row.blocks)});
      store_.run<sql::UpdateSnapshotTexts>(snapshot, std::string_view(pack_texts(texts)));
    }
  }

  Store& store_;
  SegmentMerge symbols_;
  SegmentMerge contents_;
  bool marked_ = false;
};

}  // namespace

Compacted compact(Store& store, const LeaseWait& wait) {
  const ImportLease lease(store.database().path(), wait);
  empty_log(store);
  remove_import(store);
  Compacted report;
  report.bytes_before = file_bytes(store);
  Compaction(store).run(report);
  empty_log(store);  // or it lies beside both copies of the database
  store.database().execute("VACUUM");
  report.log_emptied = store.database().number("PRAGMA wal_checkpoint(TRUNCATE)") == 0;
  report.bytes_after = file_bytes(store);
  return report;
}

}  // namespace dossier
