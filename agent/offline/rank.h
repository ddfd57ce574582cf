#pragma once
// Ranks what broad lookups found by how well a symbol's structure fits a question's concepts: its
// own name before its type's, its type's before its namespace's; a type that gathers the concepts
// in its members; fields before accessors; the project before frameworks; symbols that other good
// candidates mention. Pure.
#include <map>
#include <string>
#include <vector>

#include "agent/offline/words.h"
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
  std::vector<size_t> matched{};  // concepts that its own name or its type's holds
  std::vector<double> values{};   // how well it says each concept, 0..1
  double factor = 1;              // of its shape: generated, accessor, framework, …
};

/// How often a concept occurs: rarer ones count more. Of the same length as the concepts.
using Weights = std::vector<double>;

/// The weight of a concept that `total` symbols hold.
double weight_of(int64_t total);

/// Adds the rows of one broad answer, once each by full name, kind and signature.
void add_candidates(const Json& rows, std::map<std::string, Candidate>& candidates);

/// The best candidates, best first. Each pick leaves less for what says the same again, and brings
/// the type it belongs to nearer, so that ten findings cover the question.
/// `data`: the question asks for values, so fields and properties come before what acts on them.
std::vector<Candidate> rank(const std::map<std::string, Candidate>& candidates,
                            const std::vector<Concept>& concepts, const Weights& weights,
                            size_t limit, bool data);

}  // namespace dossier::offline
