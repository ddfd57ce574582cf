#pragma once
// Ranks symbols by how well what is known about them says the terms of a question: their names,
// where they belong, signatures, doc comments and the words of their code, each with a weight of
// weights.txt; rare terms count more. Then by what they are: the kind that the question asks for,
// the program before its tests. Pure functions.
//
// The score is a product, so that its logarithm is a sum of weights times signals, which
// bench/fit_answers.py fits. Rejected: FTS5's bm25(), which knows neither fields nor kinds.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "agent/offline/concepts.h"
#include "engine/json_value.h"

namespace dossier::offline {

/// Where a term is said of a symbol.
enum Field : uint8_t {
  kOwn,    // its name
  kOwner,  // the name of the type that holds it
  kSpace,  // the namespace, the path of the file
  kSignature,
  kDoc,     // its doc comment
  kBody,    // the words of its lines
  kFirst,   // the first sentence of its doc comment
  kAround,  // the lines around its uses
  kFields
};

/// What a symbol is.
enum class Shape : uint8_t { type, code, value, constructor };

struct Candidate {
  int64_t symbol = 0;
  int64_t type = 0;  // that holds it; itself for a type
  Shape shape = Shape::type;
  std::string kind;  // of a finding: type, method, field, property, event
  std::string name;
  std::string full_name;
  std::string module;
  std::string path;
  std::string signature;
  std::array<std::vector<float>, kFields> said{};  // per term how well, 0..1; empty = not at all
  double precision = 0;    // the part of its name's words that the question holds
  bool is_beside = false;  // of a test, an example, …
  bool is_aside = false;   // called after tests by a part of its path or full name
  bool is_generated = false;
  bool is_whole = false;    // a file or a package, which holds what stands in it
  bool is_foreign = false;  // of a library
  bool is_public = false;
  bool is_accessor = false;
  double body_words = 0;  // of its lines
  double together = 0;    // the part of the question that one of its lines says
  double related = 0;     // how much it has to do with the best candidates
  double near = 1;        // how much more its words count for what the person looks at
  double score = 0;
};

/// The rarity of what `holders` of `all` hold.
double rarity_of(double holders, double all);

/// How rare a term is among `all` whose `holders` hold each of its alternatives: as rare as its own
/// word, or as its commonest synonym where nothing holds that. A synonym that is more common says
/// less of it.
double weigh(Term& term, const std::vector<double>& holders, double all);

/// The candidate's score, above 0 where it says a term; `rarity` is each term's.
double score_of(const Candidate& candidate, const Question& question,
                const std::vector<double>& rarity);

/// The terms that a candidate says somewhere, as words.
std::vector<std::string> terms_said(const Candidate& candidate, const Question& question);

/// The best candidates by their scores, best first; overloads are one. "Attack power and health"
/// asks for both: of terms beside an "and" that no name of the answer says, symbols whose names do
/// take the last two places, first of those that belong to the best of all.
std::vector<Candidate> best_of(std::vector<Candidate> candidates, size_t limit,
                               const Question& question = {});

/// Adds the rows of a broad lookup as candidates, each full name, kind and signature once.
void add_candidates(const Json& rows, const Question& question, std::vector<Candidate>& candidates);

/// What its name says of it: an accessor, a constructor, generated.
void describe(Candidate& candidate);

/// What its names say of the terms.
void say_names(Candidate& candidate, Likeness& likeness);

/// A weight of weights.txt.
double weight(std::string_view name);

}  // namespace dossier::offline
