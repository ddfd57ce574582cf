#include "engine/readers/languages/rust/macros.h"

#include <utility>

#include "engine/ascii.h"
#include "engine/readers/languages/rust/tokens.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

// What these take is put together elsewhere, or is no value.
constexpr std::string_view kOthers =
    "quote quote_spanned parse_quote format_ident stringify cfg concat matches assert_matches "
    "offset_of";
constexpr std::string_view kItems =
    "struct enum union trait fn use mod static impl const type extern macro_rules";

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text), tokens_(rust_tokens(text)) {}

  std::vector<MacroCall> run() {
    for (size_t i = 0; i + 2 < tokens_.size() && calls_.size() < kMostMacroCalls; ++i) {
      depth_ += is_open(i);
      if (depth_ > 0 && (is(i, ")") || is(i, "]") || is(i, "}"))) --depth_;
      if (word(i) == "macro_rules" && is(i + 1, "!") && is_open(i + 3)) {
        i = std::max<size_t>(i, tokens_[i + 3].close);
        continue;
      }
      const bool is_call = is(i + 1, "!") && tokens_[i].end == tokens_[i + 1].begin && is_name(i) &&
                           is_open(i + 2) && tokens_[i + 2].close != 0;
      if (!is_call) continue;
      if (is_among(kOthers, word(i))) {
        i = tokens_[i + 2].close;
        continue;
      }
      add(i, i + 2, tokens_[i + 2].close);
    }
    return std::move(calls_);
  }

 private:
  std::string_view word(size_t i) const {
    return i < tokens_.size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin)
                              : std::string_view();
  }
  bool is(size_t i, std::string_view wanted) const { return word(i) == wanted; }
  bool is_open(size_t i) const { return is(i, "(") || is(i, "[") || is(i, "{"); }
  bool is_name(size_t i) const {
    const char c = text_[tokens_[i].begin];
    return is_letter(c) || c == '_';
  }

  void add(size_t name, size_t open, size_t close) {
    MacroCall call;
    call.end = tokens_[close].end;
    size_t first = name;  // of a path
    while (first >= 3 && is(first - 1, ":") && is(first - 2, ":") && is_name(first - 3)) first -= 3;
    call.begin = tokens_[first].begin;
    if (close == open + 1) return;
    if (is(open, "{") && is(open + 1, "if") && is(open + 2, "#")) {
      if (!add_conditions(call, name, open, close)) return;
    } else if (!is(open, "[") && holds_items(open + 1, close, is(open, "{"))) {
      leave_out_head(call, name, tokens_[open].end);
      const bool is_ended = is(close - 1, ";") || is(close - 1, "}");
      call.blanks.push_back(
          {tokens_[close].begin, tokens_[close].end, false, is_ended ? ' ' : ';'});
      if (is(name, "bitflags")) add_flags(call, open, close);
    } else if (is(open, "(") && holds_values(open, close)) {
      leave_out(call, tokens_[name + 1].begin, tokens_[name + 1].end);
    } else if (is(open, "[") && is(name, "vec") && holds_values(open, close)) {
      leave_out(call, call.begin, tokens_[name + 1].end);
    }
    if (!call.blanks.empty()) calls_.push_back(std::move(call));
  }

  /// Of `name! {` at the outermost level the rest of the text makes a call, `name();`.
  void leave_out_head(MacroCall& call, size_t name, uint32_t end) const {
    const uint32_t mark = tokens_[name + 1].begin;
    call.hides_name = depth_ > 0 || end < mark + 3;
    if (call.hides_name) return leave_out(call, call.begin, end);
    call.blanks.push_back({mark, mark + 1, false, '('});
    call.blanks.push_back({mark + 1, mark + 2, false, ')'});
    call.blanks.push_back({mark + 2, mark + 3, false, ';'});
    leave_out(call, mark + 3, end);
  }

  static void leave_out(MacroCall& call, uint32_t begin, uint32_t end) {
    if (begin < end) call.blanks.push_back({begin, end});
  }

  /// Behind attributes and visibility.
  size_t behind_head(size_t i) const {
    for (;; ++i) {
      const size_t list = is(i + 1, "!") ? i + 2 : i + 1;
      if (is(i, "#") && is(list, "[") && tokens_[list].close != 0) {
        i = tokens_[list].close;
      } else if (is(i, "pub")) {
        if (is(i + 1, "(") && tokens_[i + 1].close != 0) i = tokens_[i + 1].close;
      } else {
        return i;
      }
    }
  }

  bool holds_items(size_t begin, size_t end, bool in_braces) const {
    size_t i = behind_head(begin);
    if (!in_braces) return is(i, "static");  // thread_local!(static …)
    const bool is_marked = is(i, "unsafe") || is(i, "async");
    if (is_marked) ++i;
    return i < end && is_among(kItems, word(i)) && !is(i + 1, "{");
  }

  /// Whether there are values, and more to find than names that stand alone.
  bool holds_values(size_t open, size_t close) const {
    bool is_worth_it = false, has_closure = false;
    for (size_t i = open + 1; i < close; ++i) {
      const char before = text_[tokens_[i - 1].begin], c = text_[tokens_[i].begin];
      const bool begins = before == '(' || before == '[' || before == ',' || before == '=';
      if (c == '$' || (begins && (c == '{' || c == '?' || c == '%' || is(i, "_")))) return false;
      if ((c == '>' && before == '=') || (c == ';' && is(open, "("))) return false;
      has_closure = has_closure || c == '|';
      const bool is_label = c == ':' && before != ':' && !is(i + 1, ":") && !has_closure;
      if (is_label) return false;
      is_worth_it = is_worth_it || c == '.' || c == ':' || is_open(i);
      if (c == '{' && tokens_[i].close != 0) i = tokens_[i].close;
    }
    return is_worth_it;
  }

  /// `if #[cfg(…)] { items } else if #[cfg(…)] { items } else { items }`; false if it is not that.
  bool add_conditions(MacroCall& call, size_t name, size_t open, size_t close) const {
    leave_out_head(call, name, tokens_[open].end);
    uint32_t begin = tokens_[open].end;
    for (size_t i = open + 1; i < close;) {
      if (is(i, "else")) ++i;
      if (is(i, "if") && is(i + 1, "#") && is(i + 2, "[") && tokens_[i + 2].close != 0)
        i = tokens_[i + 2].close + 1;
      if (!is(i, "{") || tokens_[i].close == 0) return false;
      leave_out(call, begin, tokens_[i].end);
      const size_t end = tokens_[i].close;
      begin = tokens_[end].begin;
      i = end + 1;
    }
    leave_out(call, begin, call.end);
    return true;
  }

  /// Each `struct Name: u32 { const FLAG = 1; }` as `enum Name { FLAG = 1, }`.
  void add_flags(MacroCall& call, size_t open, size_t close) const {
    for (size_t i = open + 1; i + 2 < close; ++i) {
      if (!is(i, "struct") || !is(i + 2, ":")) continue;
      size_t body = i + 3;
      while (body < close && !is(body, "{")) ++body;
      if (body == close || tokens_[body].close == 0) return;
      constexpr std::string_view kEnum = "enum  ";
      for (uint32_t c = 0; c < kEnum.size(); ++c)
        call.blanks.push_back({tokens_[i].begin + c, tokens_[i].begin + c + 1, false, kEnum[c]});
      leave_out(call, tokens_[i + 2].begin, tokens_[body].begin);
      const size_t end = tokens_[body].close;
      for (size_t at = body + 1; at < end; ++at) {
        if (is_open(at) && tokens_[at].close != 0) at = tokens_[at].close;
        if (is(at, "const")) at = add_flag(call, at, end);
      }
      i = end;
    }
  }

  /// The index of what ends the flag.
  size_t add_flag(MacroCall& call, size_t begin, size_t end) const {
    size_t at = begin;
    while (at < end && !is(at, ";")) ++at;
    if (at == end) return at;
    if (is(begin + 1, "_")) {
      leave_out(call, tokens_[begin].begin, tokens_[at].end);
    } else {
      leave_out(call, tokens_[begin].begin, tokens_[begin].end);
      call.blanks.push_back({tokens_[at].begin, tokens_[at].end, false, ','});
    }
    return at;
  }

  std::string_view text_;
  std::vector<RustToken> tokens_;
  size_t depth_ = 0;  // of open brackets
  std::vector<MacroCall> calls_;
};

}  // namespace

std::vector<MacroCall> macros_of_rust(std::string_view text) { return Finder(text).run(); }

}  // namespace dossier::languages
