#include "queries/proto/spelled_clues.h"

#include <algorithm>

#include "engine/ascii.h"
#include "engine/search/identifier_words.h"
#include "queries/proto/schema_words.h"

namespace dossier::proto {
namespace {

// Whether `outer`, whose parts are joined by dots, stands in front of a token of the text, in any
// case and with whatever a language joins the parts by.
bool is_below(std::string_view text, std::string_view token, std::string_view outer) {
  size_t at = static_cast<size_t>(token.data() - text.data());
  while (!outer.empty()) {
    const auto part = last_part(outer);
    outer.remove_suffix(std::min(outer.size(), part.size() + 1));
    const size_t joined = at;
    while (at > 0 && joined - at < 2 && std::string_view("./\\:").find(text[at - 1]) != text.npos)
      --at;
    if (at == joined || at < part.size()) return false;
    at -= part.size();
    if (SpelledClues::canonical(text.substr(at, part.size())) != SpelledClues::canonical(part))
      return false;
  }
  const char before = at > 0 ? text[at - 1] : ' ';
  return !is_word_character(before);
}

}  // namespace

const std::vector<Meant>* SpelledClues::find(const Spelled& spelled, const std::string& text) {
  const auto found = spelled.find(text);
  return found == spelled.end() ? nullptr : &found->second;
}

bool is_access(std::string_view text, std::string_view name) {
  const auto begin = static_cast<size_t>(name.data() - text.data());
  const size_t end = begin + name.size();
  const char before = begin > 0 ? text[begin - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  return before == '.' || before == ':' || before == '>' || after == '(' || after == '=' ||
         after == ':';
}

bool SpelledClues::is_used(std::string_view text, std::string_view token, const Meant& meant) {
  if (meant.use == Meant::any) return true;
  if (meant.use == Meant::path) return is_below(text, token, meant.outer);
  const auto begin = static_cast<size_t>(token.data() - text.data());
  const std::string_view behind = text.substr(begin + token.size());
  const char before = begin > 0 ? text[begin - 1] : ' ';
  return before == '.' || before == '>' || before == ':' || behind.starts_with(':') ||
         (behind.starts_with('=') && !behind.starts_with("=="));
}

void SpelledClues::add(std::string_view spelling, Meant meant) {
  if (spelling.empty()) return;
  auto& called = called_[canonical(spelling)];
  if (std::find(called.begin(), called.end(), meant.clue) == called.end())
    called.push_back(meant.clue);
  const bool is_loose = meant.use == Meant::any && search::split_words(spelling).size() > 1;
  std::string text = is_loose ? canonical(spelling) : std::string(spelling);
  if (text.size() < 2) return;
  auto& known = (is_loose ? loose_ : exact_)[std::move(text)];
  const auto same = std::find_if(known.begin(), known.end(),
                                 [&](const Meant& one) { return one.clue == meant.clue; });
  if (same == known.end()) {
    known.push_back(meant);
  } else {
    same->use = std::min(same->use, meant.use);
    same->is_own = same->is_own || meant.is_own;
    same->is_telling = same->is_telling || meant.is_telling;
  }
}

void SpelledClues::add_path(std::string_view name, Meant meant) {
  loose_[canonical(name)].push_back(std::move(meant));
}

void SpelledClues::add_word(std::string_view name, const Meant& meant) {
  const std::string text = canonical(name);
  auto& known = loose_[text];
  if (std::any_of(known.begin(), known.end(),
                  [&](const Meant& one) { return one.clue == meant.clue; }))
    return;
  known.push_back(meant);
  called_[text].push_back(meant.clue);
}

}  // namespace dossier::proto
