#include "engine/readers/languages/c/cpp_signs.h"

#include <algorithm>

#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

using Kind = PlainToken::Kind;

class Signs : TokenView {
 public:
  using TokenView::TokenView;

  bool any() {
    bool guarded = false, others = false;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == Kind::directive) {
        follow(tokens_[i].of(text_));
        continue;
      }
      const bool sign = is_sign(i);
      if (guards_ == 0 && sign) return true;
      guarded = guarded || sign;
      others = others || guards_ == 0;
    }
    return guarded && !others;
  }

 private:
  /// Counts the conditionals around that ask whether this is C++; those inside of them count too.
  void follow(std::string_view directive) {
    directive.remove_prefix(std::min(directive.size(), directive.find_first_not_of(" \t", 1)));
    if (directive.starts_with("if")) {
      if (guards_ > 0 || directive.find("__cplusplus") != directive.npos) ++guards_;
    } else if (directive.starts_with("endif") && guards_ > 0) {
      --guards_;
    }
  }

  bool is_word(size_t i) const { return is_name_or_keyword(i); }

  /// Whether a declaration can begin here: behind another, or on a line of its own, as behind a
  /// macro.
  bool begins(size_t i) const {
    if (i == 0 || tokens_[i - 1].kind == Kind::directive) return true;
    if (is_among("; { } : ]", at(i - 1))) return true;
    return tokens_[i].begins_line && (is_word(i - 1) || at(i - 1) == ")") &&
           !is_among("struct union enum typedef const", at(i - 1));
  }

  bool is_sign(size_t i) const {
    if (!is_word(i)) return false;
    const auto word = at(i), next = at(i + 1);
    if (next == "::") return is_word(i + 2);
    if (word == "explicit" || word == "constexpr") return is_word(i + 1);
    if (word == "enum")  // of a name: C may call an enum "class"
      return is_among("class struct", next) && is_word(i + 2) && is_among("{ :", at(i + 3));
    if (!begins(i)) return false;
    if (is_among("public private protected", word)) return next == ":";
    if (word == "template") return next == "<";
    if (word == "virtual") return is_word(i + 1) || next == "~";
    if (word == "using") return is_word(i + 1);
    if (word == "namespace") return next == "{" || (is_word(i + 1) && is_among("{ ::", at(i + 2)));
    if (word != "class" || !is_word(i + 1)) return false;
    return is_word(i + 2) || is_among("{ : ; < ::", at(i + 2));
  }

  size_t guards_ = 0;
};

}  // namespace

bool has_cpp_signs(std::string_view header) {
  header = header.substr(0, kMostOfHeader);
  return Signs(header, plain_tokens(header)).any();
}

}  // namespace dossier::languages
