#include "engine/readers/languages/macro_bodies.h"

#include <algorithm>

#include "engine/readers/languages/plain_tokens.h"
#include "engine/readers/languages/source_text.h"
#include "engine/readers/word_list.h"

namespace dossier::languages {
namespace {

constexpr size_t kMostCalls = 256;  // of one macro

constexpr std::string_view kKeywords =
    "alignas alignof catch decltype defined do else for if operator return sizeof static_assert "
    "switch typeof __typeof__ __attribute__ __extension__ asm __asm__ while";

/// Whether the list names the word: `(a, b, ...)`.
bool lists(std::string_view parameters, std::string_view word) {
  for (size_t at = parameters.find(word); at != parameters.npos;
       at = parameters.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !is_part_of_name(parameters[at - 1]);
    if (begins && (end == parameters.size() || !is_part_of_name(parameters[end]))) return true;
  }
  return false;
}

}  // namespace

void add_calls_of_macro(std::string_view text, const Span& body, std::string_view parameters,
                        std::vector<Mention>& mentions) {
  const auto written = text.substr(body.begin, body.end - body.begin);
  if (written.find('(') == written.npos) return;
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
    if (at(i + 1) != "(" || is_among(kKeywords, at(i)) || lists(parameters, at(first))) continue;
    const auto before = first == 0 ? std::string_view() : at(first - 1);
    const bool is_member = before == "." || (before == ">" && first > 1 && at(first - 2) == "-");
    if (is_member || before == "#") continue;
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
