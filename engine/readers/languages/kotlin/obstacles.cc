#include "engine/readers/languages/kotlin/obstacles.h"

#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

// How many tokens of a line are looked at.
constexpr size_t kMostOfLine = 200;

constexpr std::string_view kModifiers =
    "abstract actual annotation companion crossinline data enum expect external final infix inline "
    "inner internal lateinit noinline open operator override private protected public sealed "
    "suspend tailrec value vararg";

class Obstacles : TokenView {
 public:
  using TokenView::TokenView;

  Blanks run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (is_name(i) || is_call_of_accessor(i))
        replace(tokens_[i].begin, "_");
      else if (const size_t context = behind_context(i))
        found_.push_back({tokens_[i].begin, tokens_[context - 1].end});
      else if (is_dollar_of_string(i))
        replace(tokens_[i].begin, " ");
      else if (is_guard(i))
        replace(tokens_[i].begin, ", ");  // as another condition
      else if (const size_t assigned = backing_field(i)) {
        replace(tokens_[i].begin, "get()");
        if (assigned > i + 1) found_.push_back({tokens_[i + 1].begin, tokens_[assigned - 1].end});
      }
    }
    return std::move(found_);
  }

 private:
  void replace(uint32_t begin, std::string_view by) {
    for (const char c : by) {
      found_.push_back({begin, begin + 1, false, c});
      ++begin;
    }
  }
  bool is_on_line(size_t i) const { return i < tokens_.size() && !tokens_[i].begins_line; }
  bool is_arrow(size_t i) const { return at(i) == "-" && at(i + 1) == ">" && touches_next(i); }

  /// A modifier that modifies nothing: what one stands before is a word, an annotation or the type
  /// of a function.
  bool is_name(size_t i) const {
    if (!is_among(kModifiers, at(i)) || before(i) == "@" || before(i) == ":") return false;
    if (is_word(i + 1) || i + 1 == tokens_.size()) return is_word(i + 1) && is_infix(i);
    const auto next = at(i + 1);
    if (next == "@") return false;
    if (next != "(") return true;
    const size_t close = closing_token(text_, tokens_, i + 1);
    return touches_next(i) && close < tokens_.size() && !is_arrow(close + 1);
  }
  /// `if (open or closed)`, `open` as the last of its line.
  bool is_infix(size_t i) const {
    return is_among("as in is", at(i + 1)) && !tokens_[i + 1].begins_line;
  }

  /// `set() shouldBe 1` is no accessor: these have a body.
  bool is_call_of_accessor(size_t i) const {
    if (!is_among("get set", at(i)) || !tokens_[i].begins_line || at(i + 1) != "(") return false;
    const size_t close = closing_token(text_, tokens_, i + 1);
    return is_on_line(close + 1) && !is_among("= { : ; }", at(close + 1));
  }

  /// Behind `context(scope: Scope)` before a declaration; 0 if there is none.
  size_t behind_context(size_t i) const {
    if (at(i) != "context" || at(i + 1) != "(" || before(i) == "." || before(i) == "fun") return 0;
    const size_t close = closing_token(text_, tokens_, i + 1);
    const auto next = at(close + 1);
    const bool is_before =
        is_among("fun val var class interface object", next) || is_among(kModifiers, next);
    const bool is_of_type = next == "(" ? is_among(": < = suspend", before(i))
                                        : is_word(close + 1) && before(i) == "suspend";
    return is_before || is_of_type || next == "@" ? close + 1 : 0;
  }

  /// `$$"…"`
  bool is_dollar_of_string(size_t i) const {
    if (at(i) != "$" || !touches_next(i)) return false;
    return at(i + 1) == "$" || tokens_[i + 1].kind == PlainToken::Kind::quoted;
  }

  /// The `if` of `is Int if x > 3 ->`: behind the end of a value, with an arrow on its line.
  bool is_guard(size_t i) const {
    if (at(i) != "if" || !is_on_line(i)) return false;
    const auto last = before(i);
    const bool ends_value = (is_word(i - 1) && !is_among("return else throw in is as", last)) ||
                            tokens_[i - 1].kind == PlainToken::Kind::quoted ||
                            is_among(") ] > ?", last);
    if (!ends_value) return false;
    int depth = 0;
    for (size_t at_end = i + 1; is_on_line(at_end) && at_end < i + kMostOfLine; ++at_end) {
      depth += is_among("( [ {", at(at_end)) ? 1 : is_among(") ] }", at(at_end)) ? -1 : 0;
      if (depth < 0) return false;
      if (depth == 0 && is_arrow(at_end)) return true;
    }
    return false;
  }

  /// Of `field = …` in the line behind `val name: Type` the place of the `=`; 0 if it is none.
  size_t backing_field(size_t i) const {
    if (at(i) != "field" || i == 0 || !tokens_[i].begins_line) return 0;
    size_t assigned = i + 1;
    while (is_on_line(assigned) && at(assigned) != "=" && assigned < i + kMostOfLine) ++assigned;
    if (at(assigned) != "=" || (assigned > i + 1 && at(i + 1) != ":")) return 0;
    size_t first = i - 1;
    while (first > 0 && !tokens_[first].begins_line && i - first < kMostOfLine) --first;
    while (is_among(kModifiers, at(first))) ++first;
    if (!is_among("val var", at(first))) return 0;
    for (size_t one = first; one < i; ++one)
      if (is_among("= { }", at(one))) return 0;
    return assigned;
  }

  Blanks found_;
};

}  // namespace

Blanks obstacles_of_kotlin(std::string_view text, const std::vector<PlainToken>& tokens) {
  return Obstacles(text, tokens).run();
}

}  // namespace dossier::languages
