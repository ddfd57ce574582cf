#pragma once
// The places where a name occurs in a text, in order. A reader that looks behind each of them takes
// time in proportion to the text, whatever the text is: hostile exports have names of megabytes.
// std::string_view::find compares the whole name at every position of such a text, and the
// occurrences of "aaaa" overlap. So memmem, which is linear, and an end to the work: what follows
// counts as absent. A text that people or compilers write stays far below.
#include <string_view>

namespace dossier {

class Occurrences {
 public:
  static constexpr size_t kNone = std::string_view::npos;

  Occurrences(std::string_view text, std::string_view name)
      : text_(text), name_(name), work_left_(4096 + 8 * text.size()) {}

  /// The position of the next one; kNone behind the last, and for an empty name.
  size_t next();
  /// Counts the bytes that were looked at behind an occurrence.
  void spend(size_t bytes) { work_left_ -= bytes < work_left_ ? bytes : work_left_; }

 private:
  std::string_view text_, name_;
  size_t from_ = 0;
  size_t work_left_;
};

}  // namespace dossier
