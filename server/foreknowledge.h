#pragma once
// Reads names and texts of symbols into memory before anybody asks: when the server starts, and
// after each import, whichever process made it. Without it the first query waits for them.
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "queries/know_newest.h"
#include "server/routes.h"

namespace dossier {

class Foreknowledge {
 public:
  /// Borrows the pool, whose connections share what is read. `many`: know_newest().
  explicit Foreknowledge(StorePool& stores, int64_t many = lang::kManyBlocks);
  /// Ends within a moment, also while it reads.
  ~Foreknowledge();
  Foreknowledge(const Foreknowledge&) = delete;
  Foreknowledge& operator=(const Foreknowledge&) = delete;

 private:
  void run();
  void read(int64_t& known);

  StorePool& stores_;
  const int64_t many_;
  std::atomic<bool> is_stopping_ = false;
  std::mutex lock_;
  std::condition_variable stopped_;
  std::thread reader_;  // last: it uses the others
};

}  // namespace dossier
