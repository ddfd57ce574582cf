#pragma once
// What a question asks for: its words without those that say nothing, each as a stem with the words
// that programs use for the same idea (synonyms.txt), and the kind of symbol that would answer it.
// Pure functions.
//
// Rejected: general thesauri and word vectors, which added nothing on questions about programs.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agent/offline/vocabulary.h"

namespace dossier::offline {

/// A word that says a term.
struct Alternative {
  std::string word;  // lower-case
  std::string stem;
  bool own = false;     // the question's own word, not a synonym
  bool joined = false;  // two words of the question as one: nothing else is like it
  double strength = 1;  // how well it says the term, 0..1
};

/// One idea of the question.
struct Term {
  std::string word;                       // as written, lower-case
  double weight = 1;                      // less for words that most questions hold
  bool is_joined = false;                 // stands beside an "and": both are asked for
  std::vector<Alternative> alternatives;  // its own word first
};

/// What kind of symbol a question's form asks for.
enum class Wanted : uint8_t { anything, code, value, type };

struct Question {
  std::vector<Term> terms;
  std::set<std::string, std::less<>> words;  // all, with those that say nothing
  Wanted wanted = Wanted::anything;
};

/// The terms of a question, at most `limit`, in its order.
Question question_of(std::string_view text, size_t limit = 12);

/// The words that say it as the full-text indexes take them: the part that its forms share.
std::string prefix_of(const Alternative& one);

/// How well words say the terms of a question. Words are looked at once: texts repeat them.
class Likeness {
 public:
  /// Per term that a word says: the term's number, how well (0..1).
  using Said = std::vector<std::pair<uint32_t, float>>;

  explicit Likeness(const Question& question);

  /// Of one lower-case word; borrowed until the next call.
  const Said& of(std::string_view word);
  /// Of a name: per term the best of its words, and of two neighbours as one ("hot key"). `said`:
  /// how many of its `words` the question holds, in whatever form.
  std::vector<float> of_name(std::string_view name, size_t* said = nullptr,
                             size_t* words = nullptr);

 private:
  Said judge(std::string_view word) const;

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  const Question& question_;
  std::unordered_map<std::string, Said, Hash, std::equal_to<>> known_;
};

/// The offline keywords (docs/formats.md): lower-case, `.,;:()[]{}<>"'` stripped, stop words
/// dropped, repeats removed, the first 8.
std::vector<std::string> keywords_of(std::string_view message);

}  // namespace dossier::offline
