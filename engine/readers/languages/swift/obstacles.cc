#include "engine/readers/languages/swift/obstacles.h"

#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

class Obstacles {
 public:
  Obstacles(std::string_view text, const std::vector<PlainToken>& tokens)
      : text_(text), tokens_(tokens) {}

  Blanks run() const {
    Blanks found;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const size_t bracket = behind_bracket(i);
      if (bracket != 0)
        found.push_back({tokens_[i + 1].begin, tokens_[bracket - 1].end});
      else if (is_second_effect(i) || is_prefix(i) || is_macro_mark(i) || is_diagnostic(i))
        found.push_back({tokens_[i].begin, tokens_[i].end});
    }
    return found;
  }

 private:
  std::string_view at(size_t i) const {
    return i < tokens_.size() ? tokens_[i].of(text_) : std::string_view();
  }
  std::string_view before(size_t i) const { return i == 0 ? std::string_view() : at(i - 1); }
  bool is_word(size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == PlainToken::Kind::word;
  }
  bool touches_next(size_t i) const {
    return i + 1 < tokens_.size() && tokens_[i].end == tokens_[i + 1].begin;
  }

  /// Behind the bracket of `throws(E)` and `nonisolated(unsafe)`; 0 if there is none.
  size_t behind_bracket(size_t i) const {
    if (!is_among("throws nonisolated", at(i)) || at(i + 1) != "(" || !touches_next(i)) return 0;
    const size_t close = closing_token(text_, tokens_, i + 1);
    return close == tokens_.size() ? 0 : close + 1;
  }

  /// `try await f() { … }`
  bool is_second_effect(size_t i) const {
    if (at(i) != "await") return false;
    const auto last = before(i);
    return last == "try" || ((last == "?" || last == "!") && i > 1 && at(i - 2) == "try");
  }

  /// Before a value or a type: `unsafe read()`, `consume x`.
  bool is_prefix(size_t i) const {
    if (!is_among("unsafe consume copy sending isolated", at(i))) return false;
    if (!is_word(i + 1) || tokens_[i + 1].begins_line) return false;
    if (is_among("in is as else where async throws rethrows", at(i + 1))) return false;
    const auto last = before(i);
    if (is_among(". @ # func let var case class struct enum actor protocol typealias operator",
                 last))
      return false;
    const bool is_label = (last == "(" || last == ",") && at(i + 2) == ":";  // `copy item: Item`
    return !is_label;
  }

  /// `#_sourceLocation`: without the mark it is a name.
  bool is_macro_mark(size_t i) const {
    constexpr std::string_view kKnown =
        "file fileID filePath line column function dsohandle if elseif else endif available "
        "unavailable selector keyPath colorLiteral fileLiteral imageLiteral sourceLocation";
    return at(i) == "#" && is_word(i + 1) && touches_next(i) && at(i + 2) != "(" &&
           !is_among(kKnown, at(i + 1));
  }

  /// `#warning("…")`, which the grammar does not expect in a type.
  bool is_diagnostic(size_t i) const {
    return tokens_[i].kind == PlainToken::Kind::directive &&
           (at(i).starts_with("#warning(") || at(i).starts_with("#error("));
  }

  std::string_view text_;
  const std::vector<PlainToken>& tokens_;
};

}  // namespace

Blanks obstacles_of_swift(std::string_view text, const std::vector<PlainToken>& tokens) {
  return Obstacles(text, tokens).run();
}

}  // namespace dossier::languages
