#include "server/foreknowledge.h"

#include <chrono>
#include <exception>

#include "engine/error.h"

namespace dossier {
namespace {

// Between two looks at whether there was an import: a row is read.
constexpr std::chrono::milliseconds kBetween(250);

}  // namespace

Foreknowledge::Foreknowledge(StorePool& stores, int64_t many)
    : stores_(stores), many_(many), reader_([this] { run(); }) {}

Foreknowledge::~Foreknowledge() {
  {
    const std::lock_guard lock(lock_);
    is_stopping_ = true;
  }
  stopped_.notify_one();
  reader_.join();
}

void Foreknowledge::run() {
  int64_t known = -1;
  std::unique_lock lock(lock_);
  do {
    lock.unlock();
    // What cannot be read now is read by who asks, who is also told why.
    try {
      read(known);
    } catch (const std::exception&) {
    }
    lock.lock();
  } while (!stopped_.wait_for(lock, kBetween, [this] { return is_stopping_.load(); }));
}

// Once per generation, also where it fails.
void Foreknowledge::read(int64_t& known) {
  auto store = stores_.borrow(std::chrono::steady_clock::now() + kBetween);
  const int64_t now = store->index().generation();
  if (now == known) return;
  known = now;
  struct Checked {
    Database& database;
    ~Checked() { database.set_checkpoint({}); }
  } checked{store->database()};
  checked.database.set_checkpoint([this] {
    if (is_stopping_) throw Error(ErrorCode::limit, "the server stops");
  });
  know_newest(*store, many_);
}

}  // namespace dossier
