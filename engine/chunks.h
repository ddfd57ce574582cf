#pragma once
// Splits long work, such as an import or a compaction, into short transactions (chunks). Another
// writer waits for at most one chunk: after each chunk the work pauses for a moment, so that a
// waiting writer gets its turn.
//
// Rejected: one transaction for all the work; chunks without the pause, between which a waiting
// writer hardly ever finds the lock free.
#include <chrono>
#include <optional>

#include "engine/database.h"

namespace dossier {

class Chunks {
 public:
  /// One chunk keeps other writers waiting for about `length`.
  explicit Chunks(Database& database,
                  std::chrono::milliseconds length = std::chrono::milliseconds(150))
      : database_(&database), length_(length) {}

  /// Opens a chunk if none is open; commits one that has been open for long and opens the next. In
  /// a fresh database nobody waits, so there is only one chunk.
  void yield();
  /// Commits the open chunk, so that no lock is held.
  void pause();
  /// Rolls back the open chunk.
  void drop() { open_.reset(); }

 private:
  Database* database_;
  std::chrono::milliseconds length_;
  std::optional<Transaction> open_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace dossier
