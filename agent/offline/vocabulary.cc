#include "agent/offline/vocabulary.h"

#include <libstemmer.h>

#include <algorithm>
#include <memory>

#include "agent/offline/embedded.h"
#include "engine/error.h"

namespace dossier::offline {
namespace {

std::string_view embedded_text(std::string_view name) {
  for (const auto& file : embedded::files())
    if (file.name == name) return file.text;
  throw Error(ErrorCode::corrupt, "a table of offline answers is missing", std::string(name));
}

// Calls back with the words of each line that is no comment.
template <typename Visit>
void each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    Words words;
    for (size_t at = 0; at < line.size();) {
      const size_t space = std::min(line.find(' ', at), line.size());
      if (space > at) words.emplace_back(line.substr(at, space - at));
      at = space + 1;
    }
    visit(words);
  }
}

// By stem: what stands in a group with it, first or after it.
const std::multimap<std::string, std::string, std::less<>>& synonyms() {
  static const auto all = [] {
    std::multimap<std::string, std::string, std::less<>> out;
    each_line(embedded_text("synonyms.txt"), [&](const Words& words) {
      for (size_t i = 1; i < words.size(); ++i) {
        out.emplace(stem_of(words[0]), words[i]);
        out.emplace(stem_of(words[i]), words[0]);
      }
    });
    return out;
  }();
  return all;
}

// The word of which another is a form that no stemmer knows: "write" of "written".
const std::map<std::string, std::string, std::less<>>& forms() {
  static const auto all = [] {
    std::map<std::string, std::string, std::less<>> out;
    each_line(embedded_text("forms.txt"), [&](const Words& words) {
      for (size_t i = 1; i < words.size(); ++i) out.emplace(words[i], words[0]);
    });
    return out;
  }();
  return all;
}

// By their first stem, phrases and what programs call it: in phrases.txt, words joined by _ are a
// phrase, the others of the line are what it means.
const std::multimap<std::string, Phrase, std::less<>>& phrases() {
  static const auto all = [] {
    std::multimap<std::string, Phrase, std::less<>> out;
    each_line(embedded_text("phrases.txt"), [&](const Words& words) {
      Words means;
      for (const auto& word : words)
        if (word.find('_') == word.npos) means.push_back(word);
      for (const auto& word : words) {
        if (word.find('_') == word.npos) continue;
        Phrase phrase{{}, means};
        for (size_t at = 0; at <= word.size();) {
          const size_t end = std::min(word.find('_', at), word.size());
          phrase.stems.push_back(stem_of(word.substr(at, end - at)));
          at = end + 1;
        }
        out.emplace(phrase.stems[0], std::move(phrase));
      }
    });
    return out;
  }();
  return all;
}

}  // namespace

const std::set<std::string, std::less<>>& words_of_kind(std::string_view kind) {
  static const auto all = [] {
    std::map<std::string, std::set<std::string, std::less<>>, std::less<>> out;
    each_line(embedded_text("stop_words.txt"),
              [&](const Words& words) { out[words[0]].insert(words.begin() + 1, words.end()); });
    return out;
  }();
  return all.find(kind)->second;
}

std::string stem_of(std::string_view word) {
  struct Free {
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
  };
  thread_local const std::unique_ptr<sb_stemmer, Free> stemmer(sb_stemmer_new("english", nullptr));
  if (word.size() > kLongestWord) return std::string(word);
  const auto* out = sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                                    static_cast<int>(word.size()));
  if (out == nullptr) throw Error(ErrorCode::limit, "no memory to find the stem of a word");
  return {reinterpret_cast<const char*>(out),
          static_cast<size_t>(sb_stemmer_length(stemmer.get()))};
}

std::pair<Synonyms::const_iterator, Synonyms::const_iterator> synonyms_of(std::string_view stem) {
  return synonyms().equal_range(stem);
}

const std::string* base_of(std::string_view word) {
  const auto found = forms().find(word);
  return found == forms().end() ? nullptr : &found->second;
}

const Phrase* phrase_at(const Words& stems, size_t at) {
  const Phrase* best = nullptr;
  const auto [first, last] = phrases().equal_range(stems[at]);
  for (auto one = first; one != last; ++one) {
    const auto& of = one->second.stems;
    if (at + of.size() <= stems.size() && (best == nullptr || of.size() > best->stems.size()) &&
        std::equal(of.begin(), of.end(), stems.begin() + static_cast<std::ptrdiff_t>(at)))
      best = &one->second;
  }
  return best;
}

}  // namespace dossier::offline
