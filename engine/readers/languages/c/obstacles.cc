#include "engine/readers/languages/c/obstacles.h"

#include <algorithm>

#include "engine/ascii.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr size_t kLongest = 20;  // tokens of one obstacle

bool is_macro_name(std::string_view word) {
  return word.size() > 2 && std::all_of(word.begin(), word.end(), [](char c) {
           return c == '_' || is_upper(c) || is_digit(c);
         });
}

class Obstacles : TokenView {
 public:
  using TokenView::TokenView;

  Blanks run() const {
    Blanks found;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const size_t behind = std::max({behind_attribute(i), behind_base(i), behind_default(i),
                                      behind_cast(i), behind_extern(i), behind_access(i)});
      leave_out_references(i, found);
      if (behind == 0) continue;
      found.push_back({tokens_[i].begin, tokens_[behind - 1].end, false});
      i = behind - 1;
    }
    return found;
  }

 private:
  /// Each: behind what begins at i, 0 where nothing does.
  size_t behind_attribute(size_t i) const {
    const bool begins = at(i) == "[" && at(i + 1) == "[" && is_word(i - 1) &&
                        (at(i - 2) == "{" || at(i - 2) == ",");
    for (size_t end = i + 3; begins && end < i + kLongest; ++end) {
      if (at(end) != "]" || at(end - 1) != "]") continue;
      const auto next = at(end + 1);
      return next == "," || next == "=" || next == "}" ? end + 1 : 0;
    }
    return 0;
  }
  size_t behind_base(size_t i) const {
    if (at(i) != ":" || at(i - 1) != "enum") return 0;
    size_t end = i + 1;
    while (end < i + kLongest && (is_word(end) || at(end) == "::")) ++end;
    return at(end) == "{" ? end : 0;
  }
  size_t behind_default(size_t i) const {
    const bool is_empty = at(i) == "=" && at(i + 1) == "{" && at(i + 2) == "}" && is_word(i - 1);
    return is_empty && (at(i + 3) == ")" || at(i + 3) == ",") ? i + 3 : 0;
  }
  /// A cast in the form of a call, of a type that is more than one word to the grammar.
  size_t behind_cast(size_t i) const {
    if (!is_among("unsigned signed long short", at(i)) || at(i + 1) != "(") return 0;
    if (i == 0 || !is_among("( = , + - / | & < > ? : ! ~ [ { return", at(i - 1))) return 0;
    if (at(i + 2) == "*" || at(i + 2) == "&") return 0;  // unsigned (*next)(int)
    const auto next = at(closing_token(text_, tokens_, i + 1) + 1);
    return is_among("< ,", at(i - 1)) && is_among("> ,", next) ? 0 : i + 1;  // Function<long(int)>
  }
  size_t behind_extern(size_t i) const {
    return at(i) == "extern" && at(i + 1) == "template" ? i + 1 : 0;
  }

  /// `PRIVATE_UNLESS_TESTED:`, a macro in the place of `private:`.
  size_t behind_access(size_t i) const {
    const bool is_alone = is_word(i) && tokens_[i].begins_line && at(i + 1) == ":" &&
                          (i + 2 >= tokens_.size() || tokens_[i + 2].begins_line);
    return is_alone && is_macro_name(at(i)) && is_among("{ } ; :", at(i - 1)) ? i + 2 : 0;
  }
  /// `CHECK_THROWS_AS(f(), std::exception&);`: of a type that is an argument, what a value has not.
  void leave_out_references(size_t i, Blanks& found) const {
    if (!is_word(i) || !tokens_[i].begins_line || at(i + 1) != "(" || !is_macro_name(at(i))) return;
    const size_t close = closing_token(text_, tokens_, i + 1);
    if (at(close + 1) != ";") return;
    for (size_t end = i + 2; end < close; ++end)
      if (at(end) == "&" && is_among(") ,", at(end + 1)) && is_word(end - 1))
        found.push_back({tokens_[end].begin, tokens_[end].end});
  }
};

}  // namespace

Blanks obstacles_of_c(std::string_view text, const std::vector<PlainToken>& tokens) {
  return Obstacles(text, tokens).run();
}

}  // namespace dossier::languages
