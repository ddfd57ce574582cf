#pragma once
// The concepts of a question: its words without stop words, cut to stems, with synonyms of the
// field. Pure functions. The tables were written from knowledge of how programs name things, not
// from the held-out half of tests/quality.
#include <string>
#include <string_view>
#include <vector>

namespace dossier::offline {

/// One idea of the question. The first stem is the question's own word.
struct Concept {
  std::string word;                // as written, lower-case
  std::vector<std::string> stems;  // alternatives that a name may contain, own stem first
};

/// The concepts of a question, at most `limit`, including the most telling words.
std::vector<Concept> concepts_of(std::string_view question, size_t limit = 6);

/// "calculated" → "calculat", "prices" → "price": the part that a word's forms share.
std::string stem_of(std::string_view word);

/// The words of a name, lower-case: "m_bAutoTypeHTML2" → m b auto type html 2.
std::vector<std::string> words_of_name(std::string_view name);

/// Whether a question asks for values ("vals", "how much", "how many", "how fast", …).
bool asks_for_values(std::string_view question);

/// The offline keywords (docs/formats.md): lower-case, `.,;:()[]{}<>"'` stripped, stop words
/// dropped, repeats removed, the first 8.
std::vector<std::string> keywords_of(std::string_view message);

}  // namespace dossier::offline
