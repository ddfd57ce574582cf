#pragma once
// The short transactions of long work: an import, a compaction. Others that want to write wait for
// one chunk at most: after it the work stays away for a moment, so that one that waits gets its
// turn. Rejected: one transaction for all, and chunks without the pause, between which a waiting
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

  /// Opens a chunk, or commits one that has been open for long and opens the next. In a fresh
  /// database nobody waits, and one chunk is all.
  void breathe();
  /// Commits what is open, so that no lock is held.
  void pause();
  /// Rolls back what is open.
  void drop() { open_.reset(); }

 private:
  Database* database_;
  std::chrono::milliseconds length_;
  std::optional<Transaction> open_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace dossier
