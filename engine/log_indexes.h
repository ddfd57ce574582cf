#pragma once
// The indexes of logs that SQLite has mapped to write: what the handler of missing pages and
// whoever throws away what was read share (engine/mapped_files.h).
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace dossier {

struct LogIndex {
  std::atomic<int> file{-1};
  std::atomic<off_t> size{0};  // up to which it is mapped
};

/// One for each database that is open; of more than these the handler does not know.
inline std::array<LogIndex, 64> log_indexes;

/// Empties its head, two copies of 48 bytes (sqlite.org/walformat.html), so that the next
/// transaction builds the index again. Harmless at any time; a handler may call it.
inline bool empty_head(int file) {
  constexpr std::array<char, 96> kZeros{};
  return ::pwrite(file, kZeros.data(), kZeros.size(), 0) == ssize_t{kZeros.size()};
}

}  // namespace dossier
