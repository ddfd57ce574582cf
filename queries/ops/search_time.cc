#include "queries/ops/search_time.h"

#include "engine/clock.h"

namespace dossier {

static int64_t (*search_clock)() = steady_ms;

SearchTime::SearchTime(int64_t seconds) : until_ms_(now_ms() + seconds * 1000) {}

bool SearchTime::is_over() const { return now_ms() >= until_ms_; }

void SearchTime::check() const {
  if (is_over()) throw Error(ErrorCode::limit, "deadline");
}

int64_t SearchTime::now_ms() { return search_clock(); }

void set_search_clock(int64_t (*clock_ms)()) {
  search_clock = clock_ms == nullptr ? steady_ms : clock_ms;
}

std::string stopped_at(const std::string& path, bool is_own) {
  return "stopped at the time limit" +
         (path.empty() ? ": some files are not searched"
                       : " in " + path + ": what follows is not searched") +
         (is_own ? "; give it more time (timeout), or fewer files"
                 : "; ask for fewer files, or for more letters that every match holds");
}

bool is_deadline(const Error& error) {
  return error.code() == ErrorCode::limit && error.message() == "deadline";
}

}  // namespace dossier
