#include "engine/readers/languages/attribute_macros.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr std::string_view kShapes = "class struct union enum";
constexpr std::string_view kStorage =
    "static extern inline const constexpr volatile unsigned signed register typedef virtual "
    "explicit friend mutable "
    "struct union enum class typename return else case goto new delete throw sizeof public private "
    "protected using "
    "namespace template operator do __inline __inline__ __extension__ thread_local";
constexpr std::string_view kBeginsDeclaration =
    "static inline const constexpr extern void int char bool unsigned signed long short float "
    "double auto struct class "
    "enum union template typedef typename virtual explicit friend using namespace volatile";
constexpr std::string_view kNoMacros =
    "__attribute__ __attribute __declspec __asm__ __asm __extension__ __typeof__ __typeof __func__ "
    "__FILE__ __LINE__ "
    "__FUNCTION__ __int64 __int32 __int128 __m128 __m256 __restrict __restrict__ __inline "
    "__inline__ __alignof__ "
    "__volatile__ __const __signed__ __builtin_va_list __cdecl __stdcall __fastcall __thiscall "
    "__based __try __except "
    "__finally __leave __unaligned __underlying_type NULL TRUE FALSE";

class Finder : TokenView {
 public:
  using TokenView::TokenView;

  Blanks run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      note_brace(i);
      if (word(i) == "template") parameters_end_ = behind_parameters(i + 1);
      const bool is_loop = heads_block(i) || is_keyword(i);
      if (!is_loop && !may_be_macro(i)) continue;
      const bool is_condition = i > 0 && is_among("if while", word(i - 1));  // if CONSTEXPR (
      const size_t behind = is_condition ? i + 1 : behind_arguments(i);
      if (is_parameter(i, behind)) {
        const bool is_first = !is_mark(i - 1, ",");
        const bool is_last = !is_mark(behind, ",");
        blanks_.push_back({tokens_[is_first ? i : i - 1].begin,
                           tokens_[is_first && !is_last ? behind : behind - 1].end, false});
        i = behind - 1;
        continue;
      }
      if (!is_loop && !is_condition && !stands_like_attribute(i, behind)) continue;
      blanks_.push_back({tokens_[i].begin, tokens_[behind - 1].end, false});
      // What stands before it stands before the next as well.
      before_ = before(i);
      blanked_until_ = behind;
      i = behind - 1;
    }
    return std::move(blanks_);
  }

 private:
  std::string_view word(size_t i) const { return at(i); }
  bool is_word(size_t i) const { return is_name_or_keyword(i); }
  bool is_mark(size_t i, std::string_view marks) const {
    return i < tokens_.size() && tokens_[i].kind == PlainToken::Kind::mark &&
           marks.find(text_[tokens_[i].begin]) != marks.npos && word(i).size() == 1;
  }
  bool is_directive(size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == PlainToken::Kind::directive;
  }

  bool may_be_macro(size_t i) const {
    if (!is_word(i)) return false;
    const auto name = word(i);
    if (is_among(kNoMacros, name)) return false;
    if (name.starts_with("__")) return name.size() > 2;
    bool has_letter = false;
    for (const char c : name) {
      if (std::islower(static_cast<unsigned char>(c)) != 0 || (c & '\x80') != 0) return false;
      has_letter = has_letter || std::isupper(static_cast<unsigned char>(c)) != 0;
    }
    return has_letter && name.size() > 1;
  }

  /// Whether the braces around are those of a function's body.
  bool in_code() const { return !braces_.empty() && braces_.back() == Braces::code; }
  bool in_enum() const { return !braces_.empty() && braces_.back() == Braces::enumerators; }

  void note_brace(size_t i) {
    if (is_mark(i, "{")) {
      const bool begins_body =
          i > 0 && (is_mark(i - 1, ")") || ends_result(i) ||
                    is_among("else do try const noexcept override final", word(i - 1)));
      braces_.push_back(begins_body || in_code() ? Braces::code
                        : heads_enum(i)          ? Braces::enumerators
                                                 : Braces::others);
    } else if (is_mark(i, "}") && !braces_.empty()) {
      braces_.pop_back();
    }
  }

  /// Whether a function's result ends at i: `auto size() const -> std::size_t {`.
  bool ends_result(size_t i) const {
    constexpr size_t kLongest = 20;  // tokens of a result
    for (size_t steps = 0; i-- > 1 && steps < kLongest; ++steps) {
      if (is_mark(i, ">") && is_mark(i - 1, "-")) return true;
      if (!is_word(i) && !is_mark(i, "<>*&,") && word(i) != "::") return false;
    }
    return false;
  }

  /// Whether the brace at i is that of an enum: `enum class Color : uint8_t {`.
  bool heads_enum(size_t i) const {
    constexpr size_t kLongest = 12;  // tokens of a head
    for (size_t steps = 0; i-- > 0 && steps < kLongest; ++steps) {
      if (word(i) == "enum") return true;
      if (!is_word(i) && !is_mark(i, ":") && word(i) != "::") return false;
    }
    return false;
  }

  /// A loop in the name of a macro: `list_for_each(at, list) {`. The block remains.
  bool heads_block(size_t i) const {
    if (!in_code() || !is_word(i) || !is_mark(i + 1, "(") || i == 0) return false;
    const size_t prev = before(i);
    const bool begins = prev != kNothing && (is_directive(prev) || is_mark(prev, ";{}"));
    if (!begins || is_among("if while for switch catch return sizeof", word(i))) return false;
    const size_t close = closing_token(text_, tokens_, i + 1);
    return close - i < kFarthest && is_mark(close + 1, "{");
  }

  /// A keyword in the name of a macro: `SPDLOG_TRY {`, `else RETRY {`. The block remains, which
  /// holds statements: what is made of values does not.
  bool is_keyword(size_t i) const {
    if (!in_code() || !is_word(i) || !is_mark(i + 1, "{") || i == 0) return false;
    const size_t prev = before(i);
    const bool begins =
        prev != kNothing && (begins_statement(prev) || is_among("else do", word(prev)) ||
                             (is_mark(prev, ")") && owns_block(prev)));
    if (!begins || is_among(kNoMacros, word(i)) || is_among(kStorage, word(i)) ||
        is_among(kShapes, word(i)) || is_among("do else try default", word(i)))
      return false;
    const size_t end = std::min(tokens_.size(), i + kFarthest);
    for (size_t at = i + 1, depth = 0; at < end; ++at) {
      if (is_mark(at, ";") && (depth == 1 || may_be_macro(i))) return true;
      depth += is_mark(at, "{([");
      if (is_mark(at, "})]") && --depth == 0) return at == i + 2 && may_be_macro(i);
    }
    return may_be_macro(i);
  }

  size_t behind_arguments(size_t i) const {
    if (!is_mark(i + 1, "(")) return i + 1;
    const size_t close = closing_token(text_, tokens_, i + 1);
    return close < tokens_.size() ? close + 1 : i + 1;
  }

  /// Behind the parameters of a template that begin at i; 0 where none do.
  size_t behind_parameters(size_t i) const {
    if (!is_mark(i, "<")) return 0;
    const size_t end = std::min(tokens_.size(), i + kFarthest);
    for (size_t depth = 0; i < end; ++i) {
      if (is_mark(i, "(")) i = closing_token(text_, tokens_, i);
      if (is_mark(i, ";{")) return 0;
      depth += is_mark(i, "<");
      if (is_mark(i, ">") && --depth == 0) return i + 1;
    }
    return 0;
  }

  /// Whether the call of a macro is a template's parameter: `template <typename T, ENABLE_IF(…)>`.
  bool is_parameter(size_t i, size_t behind) const {
    return i > 0 && behind < parameters_end_ && behind > i + 1 && is_mark(i - 1, ",<") &&
           is_mark(behind, ",>");
  }

  /// Whether a parameter's or a variable's name stands before i: `unsigned value NOTNULL)`.
  bool is_behind_parameter(size_t prev) const {
    if (prev == kNothing || prev == 0 || !is_word(prev)) return false;
    if (is_among(kBeginsDeclaration, word(prev)) || is_among(kStorage, word(prev))) return false;
    const size_t type = prev - 1;
    return is_mark(type, "*&>") || is_among("unsigned signed", word(type)) ||
           (is_word(type) && !is_among(kStorage, word(type)));
  }

  /// The token before, of those that are kept; kNothing at the beginning.
  static constexpr size_t kNothing = ~size_t{0};
  size_t before(size_t i) const {
    return i == blanked_until_ ? before_ : i == 0 ? kNothing : i - 1;
  }

  bool begins_statement(size_t prev) const {
    return prev == kNothing || is_directive(prev) || is_mark(prev, ";{}:>");
  }

  /// Whether the word at i, whose arguments end before `next`, stands where no type or value can.
  bool stands_like_attribute(size_t i, size_t next) const {
    const size_t prev = before(i);
    const bool is_call = next > i + 1;
    if (prev != kNothing && is_among(kShapes, word(prev)))  // class EXPORT Name {
      return is_word(next) &&
             (is_mark(next + 1, "{:<") || word(next + 1) == "final" || word(next + 1) == "::");
    const bool behind_name = prev != kNothing && is_word(prev);
    if (behind_name && is_mark(next, "{:") && is_among("class struct union", word(before(prev))))
      return true;  // class Name FINAL : public Base {
    if (behind_name && in_enum() && is_mark(next, ",=}")) return true;  // enum { A DEPRECATED, B }
    if (heads_own(next) && (begins_statement(prev) || is_among(kStorage, word(prev)))) return true;
    if (is_word(next) && is_among(kBeginsDeclaration, word(next)))  // EXPORT static int f(
      return prev == kNothing || !is_mark(prev, "(,=+-&|?<");
    if (is_word(next) && word(next) != "operator" && !is_call) {
      const bool after_type =
          prev != kNothing &&
          ((is_word(prev) && !is_among(kStorage, word(prev))) || is_mark(prev, "*&>"));
      if (after_type && (is_mark(next + 1, "(") || word(next + 1) == "::")) return true;
      if (begins_statement(prev) && is_word(next + 1)) return true;  // EXPORT type name
      if (begins_statement(prev) && is_mark(next + 1, "*&<") && !is_mark(next + 1, "="))
        return true;
      if (begins_statement(prev) && !in_code() && heads_path(next)) return true;
    }
    if (prev != kNothing && is_mark(prev, ")") && is_mark(next, "{;:=") && !owns_block(prev))
      return true;  // f() NOEXCEPT {
    if (is_mark(next, "),") && is_behind_parameter(prev)) return true;
    if (is_call && !in_code() && is_mark(next, ";") && begins_statement(prev)) return true;
    if (stands_alone(i, next, prev)) return true;
    return is_call && is_mark(next, ";=") && is_field_head(prev);  // int x GUARDED_BY(mu);
  }

  /// Whether what a path names is declared at i, `std::string name`, or made or ended,
  /// `Shop::Shop(`, `Shop::~Shop(`.
  bool heads_path(size_t i) const {
    size_t last = i;
    while (word(last + 1) == "::" && is_word(last + 2)) last += 2;
    if (word(last + 1) == "::") return is_mark(last + 2, "~");
    if (last == i) return false;
    if (is_mark(last + 1, "(")) return word(last) == word(last - 2);
    const size_t behind = is_mark(last + 1, "<") ? behind_parameters(last + 1) : last + 1;
    return behind > 0 && ((is_word(behind) && word(behind) != "operator") || is_mark(behind, "*&"));
  }

  /// Whether a destructor begins at i, or a constructor that initializes fields: `~Name()`,
  /// `Name(int v) : value(v) {`. No type stands before these.
  bool heads_own(size_t i) const {
    if (in_code()) return false;
    if (is_mark(i, "~")) return is_word(i + 1) && is_mark(i + 2, "(");
    if (!is_word(i) || !is_mark(i + 1, "(")) return false;
    size_t behind = closing_token(text_, tokens_, i + 1) + 1;
    if (word(behind) == "noexcept") ++behind;
    if (!is_mark(behind, ":")) return false;
    while (is_word(behind + 1) && word(behind + 2) == "::") behind += 2;  // : detail::Base<T>(a)
    return is_word(behind + 1) && is_mark(behind + 2, "({<");
  }

  /// Whether the bracket that closes here is that of if, while, for or switch.
  bool owns_block(size_t close) const {
    size_t depth = 0;
    for (size_t i = close + 1, steps = 0; i-- > 0 && steps < kFarthest; ++steps) {
      depth += is_mark(i, ")");
      if (is_mark(i, "(") && --depth == 0)
        return i > 0 && is_among("if while for switch", word(i - 1));
    }
    return true;
  }

  /// A line of its own, without a semicolon: Q_OBJECT, BEGIN_NAMESPACE(x).
  bool stands_alone(size_t i, size_t next, size_t prev) const {
    if (!tokens_[i].begins_line) return false;
    const bool ends_line = next >= tokens_.size() || tokens_[next].begins_line;
    if (!ends_line) return false;
    const bool begins = begins_statement(prev) || is_mark(prev, ")");
    const bool goes_on =
        is_word(next) || is_mark(next, "}~[") || is_directive(next) || next >= tokens_.size();
    return begins && goes_on;
  }

  bool is_field_head(size_t prev) const {
    if (prev == kNothing || prev == 0 || !is_word(prev) || is_among(kStorage, word(prev)) ||
        is_among(kBeginsDeclaration, word(prev)))
      return false;
    const bool typed = is_word(prev - 1) && !is_among("return else goto", word(prev - 1));
    return typed || is_mark(prev - 1, "*&>");
  }

  static constexpr size_t kFarthest = 400;  // tokens of a condition

  Blanks blanks_;
  enum class Braces : uint8_t { code, enumerators, others };
  std::vector<Braces> braces_;  // open: what each holds
  size_t parameters_end_ = 0;   // of the last template
  size_t before_ = kNothing;
  size_t blanked_until_ = kNothing;
};

}  // namespace

Blanks attribute_macros(std::string_view text, const std::vector<PlainToken>& tokens) {
  return Finder(text, tokens).run();
}

}  // namespace dossier::languages
