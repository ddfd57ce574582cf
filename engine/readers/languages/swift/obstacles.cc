#include "engine/readers/languages/swift/obstacles.h"

#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

// How many tokens of a line are looked at for what its declaration is.
constexpr size_t kMostBefore = 100;

class Obstacles : TokenView {
 public:
  using TokenView::TokenView;

  Blanks run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (const size_t attribute = behind_odd_attribute(i)) {
        leave_out(i, attribute);
        i = attribute - 1;
      } else if (const size_t bracket = behind_bracket(i))
        leave_out(i + 1, bracket);
      else if (const size_t constraints = behind_constraints(i))
        leave_out(i, constraints);
      else if (const size_t body = body_behind_lines(i))
        leave_out(i, body);
      else if (is_dollar_in_name(i))
        leave_out(i, i + 1, '_');
      else if (const size_t close = first_operand(i)) {
        leave_out(i, i + 1);
        leave_out(close, close + 1);
      } else if (is_dropped_value(i))
        leave_out(i, i + 3);
      else if (is_empty_value(i))
        leave_out(i, i + 2, '0');
      else if (const char instead = continued(i))
        leave_out(i, instead == '?' ? i + 2 : i + 1, instead);
      else if (is_second_effect(i) || is_prefix(i) || modifies_accessor(i) || is_macro_mark(i) ||
               is_diagnostic(i) || is_point_of_range(i))
        leave_out(i, i + 1);
    }
    return std::move(found_);
  }

 private:
  void leave_out(size_t first, size_t behind, char instead = ' ') {
    found_.push_back({tokens_[first].begin, tokens_[behind - 1].end, false, instead});
  }

  /// Behind `nonisolated(unsafe)`, `@_lifetime(borrow self)` and whatever else is not for everybody
  /// to write; 0 if there is none.
  size_t behind_odd_attribute(size_t i) const {
    const bool is_marked = at(i) == "@" && touches_next(i) && at(i + 1).starts_with("_");
    if (!is_marked && (at(i) != "nonisolated" || before(i) == ".")) return 0;
    const size_t open = is_marked ? i + 2 : i + 1;
    if (at(open) != "(" || !touches_next(open - 1)) return 0;
    const size_t close = closing_token(text_, tokens_, open);
    return close == tokens_.size() ? 0 : close + 1;
  }

  /// Behind the bracket of `throws(E)`; 0 if there is none.
  size_t behind_bracket(size_t i) const {
    if (at(i) != "throws" || at(i + 1) != "(" || !touches_next(i)) return 0;
    const size_t close = closing_token(text_, tokens_, i + 1);
    return close == tokens_.size() ? 0 : close + 1;
  }

  /// Behind `where A == B` of an associated type or an alias; 0 if none begins here. It ends with a
  /// line that none of them is continued on.
  size_t behind_constraints(size_t i) const {
    if (at(i) != "where") return 0;
    size_t first = i;
    for (size_t steps = 0; first > 0 && steps < kMostBefore; ++steps, --first)
      if (tokens_[first].begins_line && first < i) break;
    while (is_among("public package internal private fileprivate open", at(first))) ++first;
    if (!is_among("associatedtype typealias", at(first))) return 0;
    size_t end = i + 1;
    while (end < tokens_.size() &&
           (!tokens_[end].begins_line || end == i + 1 || before(end) == ","))
      ++end;
    return end;
  }

  /// The brace behind a `where` that ends its line, where the brace begins one, too; 0 if there is
  /// none. The grammar takes that for no body of an `init`.
  size_t body_behind_lines(size_t i) const {
    if (at(i) != "where" || i + 1 == tokens_.size() || !tokens_[i + 1].begins_line) return 0;
    size_t head = i;
    while (head > 0 && i - head < kMostBefore && at(head) != "init" &&
           !is_among("for case func while catch if { }", at(head)))
      --head;
    if (at(head) != "init") return 0;
    for (size_t end = i + 1; end < tokens_.size() && end < i + kMostBefore; ++end) {
      if (at(end) == "{") return tokens_[end].begins_line ? end : 0;
      if (is_among("} ; ( ) @", at(end))) return 0;
    }
    return 0;
  }

  /// `_$id`
  bool is_dollar_in_name(size_t i) const {
    return at(i) == "$" && i > 0 && is_word(i - 1) && touches_next(i - 1);
  }

  /// Of `case (a + 1)...b:` the bracket that closes; 0 if none begins here.
  size_t first_operand(size_t i) const {
    if (at(i) != "(" || before(i) != "case") return 0;
    const size_t close = closing_token(text_, tokens_, i);
    return close < tokens_.size() && at(close + 1) == "." && at(close + 2) == "." ? close : 0;
  }

  /// `case .min..<0`: as a name alone the range is understood.
  bool is_point_of_range(size_t i) const {
    return at(i) == "." && before(i) == "case" && is_word(i + 1) && at(i + 2) == "." &&
           at(i + 3) == "." && is_among("< .", at(i + 4));
  }

  /// What stands instead of an operator that the grammar does not take at the beginning of a line;
  /// 0: it is none.
  char continued(size_t i) const {
    if (!tokens_[i].begins_line || i == 0) return 0;
    const auto mark = at(i);
    const bool is_double = touches_next(i) && at(i + 1) == mark;
    if (mark == "|" || mark == "^") return is_double ? '\0' : '+';
    return is_double && is_among("< >", mark) ? '?' : '\0';
  }

  /// `succeed(())`, `return ()`, and `()` that is all of a statement: to the grammar that is a type
  /// alone. What stands in its place is a number.
  bool is_empty_value(size_t i) const {
    if (at(i) != "(" || at(i + 1) != ")" || !touches_next(i)) return false;
    if (is_among("-> async throws rethrows .", at(i + 2))) return false;
    const bool ends_statement =
        i + 2 == tokens_.size() || tokens_[i + 2].begins_line || at(i + 2) == "}";
    const auto last = before(i);
    if (last == ":" && before(i - 1) == "_") return false;  // `_: ()` is a parameter
    if (is_among("( , :", last) && is_among(") ,", at(i + 2))) return true;
    if (is_among("return : in", last)) return ends_statement;
    return tokens_[i].begins_line && ends_statement;
  }

  /// `() = f()`
  bool is_dropped_value(size_t i) const {
    return at(i) == "(" && at(i + 1) == ")" && at(i + 2) == "=" && at(i + 3) != "=" &&
           tokens_[i].begins_line;
  }

  /// `try await f() { … }`
  bool is_second_effect(size_t i) const {
    if (at(i) != "await") return false;
    const auto last = before(i);
    return last == "try" || ((last == "?" || last == "!") && i > 1 && at(i - 2) == "try");
  }

  /// Before a value or a type: `unsafe read()`, `consume x`.
  bool is_prefix(size_t i) const {
    if (!is_among("unsafe consume copy sending isolated borrowing consuming", at(i))) return false;
    const bool is_of_type = is_among("sending isolated", at(i)) && is_among("( @ [", at(i + 1)) &&
                            (before(i) == ":" || before(i) == ">");
    if (is_of_type) return true;
    if (!is_word(i + 1) || tokens_[i + 1].begins_line) return false;
    if (is_among("in is as else where async throws rethrows", at(i + 1))) return false;
    const auto last = before(i);
    if (is_among(". @ # func let var case class struct enum actor protocol typealias operator",
                 last))
      return false;
    const bool is_label = (last == "(" || last == ",") && at(i + 2) == ":";  // `copy item: Item`
    return !is_label;
  }

  /// Before an accessor that the grammar takes for a call: `nonmutating _modify { … }`.
  bool modifies_accessor(size_t i) const {
    return is_among("mutating nonmutating", at(i)) && at(i + 2) == "{" &&
           is_among("_read _modify unsafeAddress unsafeMutableAddress", at(i + 1));
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

  Blanks found_;
};

}  // namespace

Blanks obstacles_of_swift(std::string_view text, const std::vector<PlainToken>& tokens) {
  return Obstacles(text, tokens).run();
}

}  // namespace dossier::languages
