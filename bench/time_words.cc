// Times the ranked index of contents: time_words COPY takes the words of all texts out of a copy of
// a database and puts them in again, as the next import of their trees does, and prints what that
// took.
#include <chrono>
#include <cstdio>
#include <vector>

#include "engine/chunks.h"
#include "queries/open.h"
#include "store/index/content_words.h"
#include "store/sql.h"
#include "store/store.h"

int main(int argc, char** argv) {
  using namespace dossier;
  if (argc != 2) return 2;
  Store store = open_to_write(argv[1]);
  {
    Transaction transaction(store.database(), Transaction::writing);
    store.run<sql::DeleteAllContentWords>();
    store.database().execute("UPDATE _content SET words = NULL");
    transaction.commit();
  }
  std::vector<int64_t> snapshots;
  for (const auto& row : store.rows<sql::SnapshotsWithTexts>()) snapshots.push_back(row.snapshot);
  const auto began = std::chrono::steady_clock::now();
  Chunks chunks(store.database());
  for (const int64_t snapshot : snapshots) rank_contents(store.index(), snapshot, chunks);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::printf("%lld texts, %lld words, %.0f MB of text: %.2f s\n",
              static_cast<long long>(store.database().number("SELECT count(*) FROM _content")),
              static_cast<long long>(store.database().number("SELECT sum(words) FROM _content")),
              static_cast<double>(store.database().number("SELECT sum(bytes) FROM _content")) / 1e6,
              took.count());
}
