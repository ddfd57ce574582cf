#include "engine/chunks.h"

#include <thread>

namespace dossier {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How long the work then stays away. Who waits tries every millisecond (engine/open.cc).
constexpr milliseconds kTurn(2);

}  // namespace

void Chunks::yield() {
  if (open_) {
    if (database_->is_fresh() || steady_clock::now() - began_ < length_) return;
    pause();
    std::this_thread::sleep_for(kTurn);
  }
  open_.emplace(*database_, Transaction::writing);
  began_ = steady_clock::now();
}

void Chunks::pause() {
  if (!open_) return;
  open_->commit();
  open_.reset();
}

}  // namespace dossier
