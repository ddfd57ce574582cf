#pragma once
// Waiting for what another thread or process does: until it is so, however long this machine takes,
// and never for a length of time that is hoped to be enough.
#include <chrono>
#include <thread>

namespace dossier::test {

/// True once `so()` is; false when a minute was not enough, which only a hang takes.
template <typename Condition>
bool until(Condition so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!so()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace dossier::test
