#pragma once
// Cuts a stream into lines, in whatever pieces it comes. A line that is over the limit is dropped
// as it arrives and reported once; the next line is read as if nothing had been.
#include <functional>
#include <string>
#include <string_view>

namespace dossier {

class Lines {
 public:
  /// Called with each line, without its end; with null for one over the limit.
  using Taker = std::function<void(const std::string* line)>;

  explicit Lines(size_t limit) : limit_(limit) {}

  void feed(std::string_view bytes, const Taker& take);
  /// The stream has ended: what stands behind its last line end is a line, too.
  void finish(const Taker& take);

 private:
  void end_line(const Taker& take);

  size_t limit_;
  std::string line_;
  bool is_over_ = false;
};

}  // namespace dossier
