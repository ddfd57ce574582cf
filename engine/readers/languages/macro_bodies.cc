#include "engine/readers/languages/macro_bodies.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostCalls = 256;  // of one macro

constexpr std::string_view kKeywords =
    "alignas alignof and asm bool case catch char co_await co_return co_yield const const_cast "
    "consteval constexpr decltype defined delete do double dynamic_cast else explicit float for "
    "goto if int long new noexcept not operator or reinterpret_cast requires return short signed "
    "sizeof static_assert static_cast switch throw typeid typeof unsigned void volatile while "
    "_Alignas _Alignof _Generic _Pragma _Static_assert __alignof__ __asm __asm__ __attribute__ "
    "__declspec __extension__ __typeof __typeof__ __volatile __volatile__";

/// The words of a list: `(a, b, ...)`.
std::unordered_set<std::string_view> words_of(std::string_view list) {
  std::unordered_set<std::string_view> words;
  for (const auto& token : plain_tokens(list))
    if (token.kind == PlainToken::Kind::word) words.insert(token.of(list));
  return words;
}

/// Whether a word may stand before a call; another one makes it a declaration.
bool may_lead(std::string_view word) {
  return !is_part_of_name(word.front()) ||
         is_among("return else do case throw goto co_await co_return co_yield and or not", word);
}

}  // namespace

void add_calls_of_macro(std::string_view text, const Span& body, std::string_view parameters,
                        std::vector<Mention>& mentions) {
  const auto written = body.of(text);
  if (written.find('(') == written.npos) return;
  const auto own = words_of(parameters);
  const auto tokens = plain_tokens(written);
  const auto at = [&](size_t i) {
    return i < tokens.size() ? tokens[i].of(written) : std::string_view();
  };
  const auto is_word = [&](size_t i) {
    return i < tokens.size() && tokens[i].kind == PlainToken::Kind::word;
  };
  const auto touch = [&](size_t i, char mark) {
    return at(i) == std::string_view(&mark, 1) && at(i + 1) == at(i) &&
           tokens[i].end == tokens[i + 1].begin;
  };
  size_t calls = 0;
  for (size_t i = 0; i < tokens.size() && calls < kMostCalls; ++i) {
    if (!is_word(i)) continue;
    const size_t first = i;
    while (touch(i + 1, ':') && is_word(i + 3)) i += 3;
    if (at(i + 1) != "(" || is_among(kKeywords, at(i)) || own.contains(at(first))) continue;
    const auto before = first == 0 ? std::string_view() : at(first - 1);
    const bool is_member = before == "." || (before == ">" && first > 1 && at(first - 2) == "-");
    if (is_member || before == "#" || (!before.empty() && !may_lead(before))) continue;
    const auto lead = written.substr(0, tokens[first].begin);
    const auto line = lead.rfind('\n');
    Span span{body.begin + tokens[first].begin, body.begin + tokens[i].end};
    span.row = body.row + static_cast<uint32_t>(std::count(lead.begin(), lead.end(), '\n'));
    span.end_row = span.row;
    span.column = line == lead.npos ? body.column + tokens[first].begin
                                    : tokens[first].begin - static_cast<uint32_t>(line) - 1;
    mentions.push_back({"call", span, {}, {}});
    ++calls;
  }
}

}  // namespace dossier::languages
