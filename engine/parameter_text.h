#pragma once
// Helpers for parsing parameter lists of source code: finding text outside of brackets and strings,
// and removing everything in front of a parameter that is not its type.
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace dossier::parameters {

bool in_name(char c);
bool is_word(std::string_view text, std::initializer_list<std::string_view> words);

/// Walks a text and tracks brackets.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  /// Counts the brackets at `at`; returns how many characters to advance.
  size_t step(size_t at);

  size_t depth = 0;  // brackets that enclose what comes next; one too many closed counts as none

 private:
  size_t quoted(size_t at) const;
  bool is_channel(size_t at) const;

  std::string_view text_;
};

/// The first position outside of brackets for which `is_it` is true; std::string_view::npos if
/// there is none.
template <typename IsIt>
size_t find_outside(std::string_view text, const IsIt& is_it) {
  Walk walk(text);
  for (size_t i = 0; i < text.size();) {
    if (walk.depth == 0 && is_it(i)) return i;
    i += walk.step(i);
  }
  return std::string_view::npos;
}

/// The parameters, trimmed. A trailing comma, as Rust and others allow, adds none.
std::vector<std::string_view> split(std::string_view list);
/// Without `= value`.
std::string_view without_default(std::string_view parameter);
/// Removes leading words that are in `words`.
std::string_view without_words(std::string_view text,
                               std::initializer_list<std::string_view> words);
/// Removes attributes, which begin with `open` and end with its bracket: `[FromBody] Order o`,
/// `#[A] int $x`, `@A(1) T t`.
std::string_view without_attributes(std::string_view text, std::string_view open);

}  // namespace dossier::parameters
