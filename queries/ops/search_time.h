#pragma once
// How long a search may take, and what ends at its end: the same for a command, a request and a
// tool, whose callers may have deadlines of their own (Database::set_checkpoint). Time in which
// results are handed over does not count, because a pager may hold them up for as long as it likes.
#include <atomic>
#include <cstdint>
#include <string>

#include "engine/error.h"

namespace dossier {

/// Seconds of a search of lines, unless it is given others.
inline constexpr int64_t kLineSearchSeconds = 10;
inline constexpr int64_t kMostSearchSeconds = 86'400;

class SearchTime {
 public:
  explicit SearchTime(int64_t seconds);

  bool is_over() const;
  /// Throws Error{limit, "deadline"} once the time is over. Safe for several threads.
  void check() const;
  /// Takes the time that `work` takes off.
  template <typename Work>
  void leave_out(const Work& work) {
    const int64_t begun = now_ms();
    work();
    until_ms_ += now_ms() - begun;
  }

 private:
  static int64_t now_ms();

  std::atomic<int64_t> until_ms_;
};

/// Null = the machine's. For tests.
void set_search_clock(int64_t (*clock_ms)());

/// Whether a deadline has thrown it, this one or a caller's.
bool is_deadline(const Error& error);

/// Does the work. False where a deadline ended it.
template <typename Work>
bool in_time(const Work& work) {
  try {
    work();
  } catch (const Error& late) {
    if (!is_deadline(late)) throw;
    return false;
  }
  return true;
}

/// What an answer says that a deadline ended in the file at `path`; "" = not known in which. Only
/// where it is the search's own, more time can be asked for.
std::string stopped_at(const std::string& path, bool is_own);
template <typename Search>
std::string stopped_in(Search& search, bool is_own) {
  std::string path;
  in_time([&] {
    if (const auto* file = search.place()) path = file->path;
  });
  return stopped_at(path, is_own);
}

}  // namespace dossier
