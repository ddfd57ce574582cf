#pragma once
// Small pieces of a source's parameter list: what lies outside of brackets and strings, and what
// stands in front of a parameter without being its type.
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace dossier::parameters {

bool in_name(char c);
std::string_view trimmed(std::string_view text);
bool is_word(std::string_view text, std::initializer_list<std::string_view> words);

/// Goes over a text, bracket by bracket.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  /// Counts what stands at `at`; returns how many characters belong together.
  size_t step(size_t at);

  size_t depth = 0;  // brackets that enclose what comes next; one too many closed counts as none

 private:
  size_t quoted(size_t at) const;

  std::string_view text_;
};

/// The first place outside of brackets that `is_it` takes; std::string_view::npos = nowhere.
template <typename IsIt>
size_t find_outside(std::string_view text, const IsIt& is_it) {
  Walk walk(text);
  for (size_t i = 0; i < text.size();) {
    if (walk.depth == 0 && is_it(i)) return i;
    i += walk.step(i);
  }
  return std::string_view::npos;
}

/// The parameters, trimmed; a comma at the end, as Rust and others have it, begins none.
std::vector<std::string_view> split(std::string_view list);
/// Without `= value`.
std::string_view without_default(std::string_view parameter);
/// Leaves the words at the front that are among `words`.
std::string_view without_words(std::string_view text,
                               std::initializer_list<std::string_view> words);
/// Without what `open` begins and its bracket ends: `[FromBody] Order o`, `#[A] int $x`, `@A(1) T
/// t`.
std::string_view without_attributes(std::string_view text, std::string_view open);

}  // namespace dossier::parameters
