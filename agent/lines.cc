#include "agent/lines.h"

#include <algorithm>
#include <utility>

namespace dossier {

void Lines::feed(std::string_view bytes, const Taker& take) {
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    is_over_ = is_over_ || line_.size() + end > limit_;
    if (is_over_)
      line_ = {};
    else
      line_ += bytes.substr(0, end);
    if (end == bytes.size()) return;
    end_line(take);
    bytes.remove_prefix(end + 1);
  }
}

void Lines::finish(const Taker& take) {
  if (is_over_ || !line_.empty()) end_line(take);
}

void Lines::end_line(const Taker& take) {
  const bool was_over = std::exchange(is_over_, false);
  std::string line = std::exchange(line_, {});
  if (line.ends_with('\r')) line.pop_back();
  if (was_over)
    take(nullptr);
  else if (line.find_first_not_of(" \t") != line.npos)
    take(&line);
}

}  // namespace dossier
