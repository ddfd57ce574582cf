#pragma once
// Ranks the results of broad lookups by how well a symbol's structure fits the concepts of a
// question: its own name before its type's, its type's before its namespace's; types whose members
// cover the concepts; fields before accessors; the project before frameworks; symbols that other
// good candidates mention. Pure functions.
#include <map>
#include <string>
#include <vector>

#include "agent/offline/concepts.h"
#include "engine/json_value.h"

namespace dossier::offline {

struct Candidate {
  std::string kind;  // type or member, as broad lookup says
  std::string name;
  std::string full_name;
  std::string module;
  std::string assembly_path;
  std::string signature;
  double score = 0;
  std::vector<size_t> matched{};  // concepts in its own name or its type's
  std::vector<double> values{};   // how well it matches each concept, 0..1
  double factor = 1;              // for its kind: generated, accessor, framework, …
};

/// The weights of the concepts, by rarity: rarer ones count more.
using Weights = std::vector<double>;

/// The weight of a concept that occurs in `total` symbols.
double weight_of(int64_t total);

/// Adds the rows of a broad lookup, each full name, kind and signature once.
void add_candidates(const Json& rows, std::map<std::string, Candidate>& candidates);

/// The best candidates, best first. Each pick lowers the rank of candidates that match the same
/// concepts and raises its type's, so that ten findings cover the question. `data`: the question
/// asks for values, so fields and properties rank before code that uses them.
/// `near` multiplies the scores of what stands near what the person looks at, by full name without
/// parameters.
using Nearness = std::map<std::string, double>;
std::vector<Candidate> rank(const std::map<std::string, Candidate>& candidates,
                            const std::vector<Concept>& concepts, const Weights& weights,
                            size_t limit, bool data, const Nearness& near = {});

}  // namespace dossier::offline
