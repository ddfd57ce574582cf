#include "agent/offline/concepts.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>

#include "engine/search/identifier_words.h"
#include "engine/unicode.h"

namespace dossier::offline {
namespace {

using search::split_words;

constexpr double kPrefix = 0.85;  // "temperature" for "temp"
constexpr double kShort = 0.75;   // "config" for "configuration"
constexpr double kInside = 0.45;  // "autotype" for "type"
constexpr double kSynonym = 0.5;  // beside the question's own word
constexpr double kMeant = 0.85;   // what a phrase means
constexpr double kClause = 0.6;   // in a clause that says when or why
constexpr double kCommon = 0.35;  // a word that many questions hold

void add_alternative(Term& term, const std::string& word, bool own, bool joined = false) {
  std::string stem = stem_of(word);
  for (const auto& known : term.alternatives)
    if (known.stem == stem) return;
  term.alternatives.push_back({word, std::move(stem), own, joined, own ? 1 : kSynonym});
}

Term term_of(const std::string& word) {
  const bool is_common =
      words_of_kind("common").contains(word) || words_of_kind("kind").contains(word);
  Term term{word, is_common ? kCommon : 1.0, false, {}};
  add_alternative(term, word, true);
  if (const std::string* base = base_of(word)) add_alternative(term, *base, true);
  for (size_t i = 0, own = term.alternatives.size(); i < own; ++i) {
    const auto [first, last] = synonyms_of(term.alternatives[i].stem);
    for (auto at = first; at != last; ++at) add_alternative(term, at->second, false);
  }
  return term;
}

// What a contraction leaves: "player" of "player's", "doesn" of "doesn't" and "they" of "they're".
std::string_view before_apostrophe(std::string_view run) {
  for (const std::string_view end : {"'s", "'t", "'re", "'ve", "'ll", "'d", "'m"})
    if (run.size() > end.size() && run.ends_with(end))
      return run.substr(0, run.size() - end.size());
  return run;
}

// The words of a question, lower-case: "player's" is player, "TLS" tls, "maxRetries" both. `named`:
// whether each is part of a name as programs write it.
Words words_in(std::string text, std::vector<bool>& named) {
  Words out;
  std::string run;
  static constexpr std::string_view kCurly = "\u2019";  // as phones and editors write an apostrophe
  for (size_t at = 0; (at = text.find(kCurly, at)) != text.npos;)
    text.replace(at, kCurly.size(), "'");
  const auto flush = [&] {
    run.resize(before_apostrophe(run).size());
    run.erase(std::remove(run.begin(), run.end(), '\''), run.end());
    const auto trimmed = run.find_last_not_of('_');
    run.resize(trimmed + 1);  // npos + 1 is 0
    bool mixed = run.find('_', 1) != run.npos;
    for (size_t i = 1; i < run.size(); ++i)
      mixed = mixed || (std::isupper(static_cast<unsigned char>(run[i])) != 0 &&
                        std::islower(static_cast<unsigned char>(run[i - 1])) != 0);
    if (mixed)
      for (auto& word : split_words(run)) out.push_back(std::move(word));
    else if (run.size() > 1 || (!run.empty() && run != "_"))
      out.push_back(lower(run.starts_with('_') ? run.substr(1) : run));
    named.resize(out.size(), mixed);
    run.clear();
  };
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 || c == '\'' ||
        c == '_')
      run += c;
    else
      flush();
  }
  flush();
  return out;
}

bool has(const Words& words, std::initializer_list<std::string_view> any) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(any.begin(), any.end(), word) != any.end();
  });
}

// What is done somewhere is done by code: "where is a map read".
bool is_done(const std::string& word) {
  return word == "does" || word == "do" || (word.size() > 4 && word.ends_with("ed")) ||
         words_of_kind("done").contains(word);
}

Wanted wanted_by(const Words& words) {
  const auto follows = [&](std::string_view first, std::initializer_list<std::string_view> then) {
    for (size_t i = 0; i + 1 < words.size(); ++i)
      if (words[i] == first && std::find(then.begin(), then.end(), words[i + 1]) != then.end())
        return true;
    return false;
  };
  if (follows("how", {"many", "much", "big", "long", "fast", "often", "large", "high", "deep"}) ||
      has(words, {"val", "vals", "value", "values", "amount", "stored", "kept", "held",
                  "remembered", "setting", "option", "default", "constant", "limit"}))
    return Wanted::value;
  if (has(words, {"class", "type", "struct", "interface", "represents", "represent", "error",
                  "exception"}))
    return Wanted::type;
  if (follows("how", {"is", "are", "does", "do", "can", "to"}) ||
      has(words, {"what", "which", "function", "method", "code"}) ||
      (has(words, {"where"}) && std::any_of(words.begin(), words.end(), is_done)))
    return Wanted::code;
  return Wanted::anything;
}

}  // namespace

std::string prefix_of(const Alternative& one) {
  size_t same = 0;
  while (same < one.stem.size() && same < one.word.size() && one.stem[same] == one.word[same])
    ++same;
  return "\"" + one.word.substr(0, same) + "\" *";
}

namespace {

Term term_of(const Phrase& phrase, const Words& words, size_t at) {
  std::string joined, spaced;
  for (size_t i = at; i < at + phrase.stems.size(); ++i) {
    joined += words[i];
    spaced += (i > at ? " " : "") + words[i];
  }
  Term term{spaced, 1, false, {}};
  add_alternative(term, joined, true, true);
  for (const auto& word : phrase.means) {
    add_alternative(term, word, false);
    term.alternatives.back().strength = kMeant;
  }
  return term;
}

// "Which class": a kind is asked for. "Is a class": one is spoken of.
bool is_said_of_kinds(const Words& words, size_t at) {
  return at > 0 && words_of_kind("kind").contains(words[at]) && words[at - 1] != "which" &&
         words[at - 1] != "what";
}

}  // namespace

Question question_of(std::string_view text, size_t limit) {
  Question out;
  std::vector<bool> named;
  const Words words = words_in(std::string(text), named);
  out.wanted = wanted_by(words);
  out.words.insert(words.begin(), words.end());
  Words stems;
  for (const auto& word : words) stems.push_back(stem_of(word));
  const std::string* before = nullptr;  // the word before, if it is a term
  bool is_clause = false;               // behind "so that", "when", …
  std::optional<size_t> last, joined;   // the term before; the one before an "and"
  for (size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    if (word == "and") joined = last;
    if (out.terms.size() >= 2 && words_of_kind("clause").contains(word)) is_clause = true;
    const Phrase* phrase = named[i] ? nullptr : phrase_at(stems, i);
    if (phrase != nullptr && phrase->means.empty()) {  // "in order to"
      i += phrase->stems.size() - 1;
      before = nullptr;
      continue;
    }
    // "looked up" in the question, "lookup" in a name.
    if (before != nullptr && !out.terms.empty() && words_of_kind("particle").contains(word))
      add_alternative(out.terms.back(), stem_of(*before) + word, true, true);
    if (phrase == nullptr && !is_said_of_kinds(words, i) &&
        (word.size() < 2 || word.size() > kLongestWord ||
         (!named[i] && words_of_kind("stop").contains(word)))) {
      before = nullptr;
      continue;
    }
    Term term = phrase != nullptr ? term_of(*phrase, words, i) : term_of(word);
    if (is_clause) term.weight *= kClause;
    const auto known = std::find_if(out.terms.begin(), out.terms.end(), [&](const Term& one) {
      return one.alternatives[0].stem == term.alternatives[0].stem;
    });
    const auto at = static_cast<size_t>(known - out.terms.begin());
    if (known == out.terms.end() && out.terms.size() < limit) {
      // "time out" in the question, "timeout" in a name.
      if (before != nullptr && !out.terms.empty())
        add_alternative(out.terms.back(), *before + word, true, true);
      out.terms.push_back(std::move(term));
      if (before != nullptr) add_alternative(out.terms.back(), *before + word, true, true);
    }
    before = phrase != nullptr ? nullptr : &word;
    if (phrase != nullptr) i += phrase->stems.size() - 1;
    if (at >= out.terms.size()) continue;  // beyond the limit
    last = at;
    if (joined) out.terms[*joined].is_joined = out.terms[at].is_joined = true;
    joined.reset();
  }
  return out;
}

Likeness::Likeness(const Question& question) : question_(question) {}

const Likeness::Said& Likeness::of(std::string_view word) {
  const auto known = known_.find(word);
  if (known != known_.end()) return known->second;
  return known_.emplace(std::string(word), judge(word)).first->second;
}

Likeness::Said Likeness::judge(std::string_view word) const {
  Said out;
  if (word.size() < 2 || word.size() > kLongestWord) return out;
  const std::string stem = stem_of(word);
  for (uint32_t i = 0; i < question_.terms.size(); ++i) {
    double best = 0;
    for (const auto& one : question_.terms[i].alternatives) {
      double like = 0;
      if (stem == one.stem || word == one.word)
        like = 1;
      else if (one.joined)
        continue;
      else if (one.stem.size() >= 4 && word.starts_with(one.stem))
        like = kPrefix;
      else if (one.own && word.size() >= 3 && one.word.size() >= word.size() + 4 &&
               one.word.starts_with(word))
        like = kShort;
      else if (one.own && one.stem.size() >= 4 && word.find(one.stem) != word.npos)
        like = kInside;
      best = std::max(best, like * one.strength);
    }
    if (best > 0) out.emplace_back(i, static_cast<float>(best));
  }
  return out;
}

std::vector<float> Likeness::of_name(std::string_view name, size_t* said, size_t* words) {
  std::vector<float> out(question_.terms.size());
  const Words parts = split_words(name);
  size_t hits = 0;
  const auto take = [&](const Said& terms) {
    for (const auto& [term, like] : terms) out[term] = std::max(out[term], like);
    return !terms.empty();
  };
  for (size_t i = 0; i < parts.size(); ++i) {
    hits += take(of(parts[i])) || question_.words.contains(parts[i]) ? 1 : 0;
    if (i + 1 < parts.size()) take(of(parts[i] + parts[i + 1]));
  }
  if (said != nullptr) *said = hits;
  if (words != nullptr) *words = parts.size();
  return out;
}

std::vector<std::string> keywords_of(std::string_view message) {
  constexpr std::string_view kStripped = ".,;:()[]{}<>\"'";
  constexpr size_t kMost = 8;
  std::vector<std::string> out;
  std::string word;
  const auto flush = [&] {
    if (!word.empty() && !words_of_kind("backend").contains(word) &&
        std::find(out.begin(), out.end(), word) == out.end() && out.size() < kMost)
      out.push_back(word);
    word.clear();
  };
  for (const char c : message) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0)
      flush();
    else if (kStripped.find(c) == kStripped.npos && c != '?' && c != '!')
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  flush();
  return out;
}

}  // namespace dossier::offline
