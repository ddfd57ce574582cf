#pragma once
// What is known of words, whatever the program: stop words and other sorts (stop_words.txt),
// synonyms (synonyms.txt), forms that no stemmer knows (forms.txt) and what phrases mean in the
// names of programs (phrases.txt: "how long" asks for a timeout).
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dossier::offline {

using Words = std::vector<std::string>;

inline constexpr size_t kLongestWord = 40;

/// "calculated" → "calcul": the part that an English word's forms share (Snowball).
std::string stem_of(std::string_view word);

/// stop_words.txt: the words of the lines that begin with a kind's name.
const std::set<std::string, std::less<>>& words_of_kind(std::string_view kind);

using Synonyms = std::multimap<std::string, std::string, std::less<>>;
/// By a stem: what stands in a group with it, first or after it.
std::pair<Synonyms::const_iterator, Synonyms::const_iterator> synonyms_of(std::string_view stem);

/// The word of which another is an irregular form: "write" of "written"; nothing of most.
const std::string* base_of(std::string_view word);

struct Phrase {
  Words stems;
  Words means;
};
/// The longest phrase that begins at one of a question's words; nothing if none does.
const Phrase* phrase_at(const Words& stems, size_t at);

}  // namespace dossier::offline
