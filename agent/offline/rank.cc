#include "agent/offline/rank.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace dossier::offline {
namespace {

constexpr double kSynonym = 0.6;        // beside the question's own word
constexpr double kPrefix = 0.85;        // "temperature" for "temp"
constexpr double kInside = 0.45;        // "autotype" for "type"
constexpr double kOwner = 0.7;          // in the type's name, for a member
constexpr double kSpace = 0.15;         // in the namespace
constexpr double kMembers = 0.35;       // in the members, for a type
constexpr double kData = 1.4;           // a field or property, where values are asked for
constexpr double kSurroundings = 0.35;  // only its type or namespace fits
constexpr double kType = 1.15;
constexpr double kSaidAgain = 0.92;  // a concept that a finding has said already
constexpr double kLift = 0.9;        // a type, by its best finding
constexpr double kFramework = 0.25, kAccessor = 0.3, kGenerated = 0.1, kConstructor = 0.5;

// How well one word of a name says a stem: 0..1.
double likeness(const std::string& word, const std::string& stem) {
  if (word == stem) return 1;
  const std::string own = stem_of(word);
  if (own == stem) return 1;
  if (stem.size() >= 3 && word.starts_with(stem)) return kPrefix;
  if (word.size() >= 4 && stem.starts_with(word)) return kPrefix;
  if (stem.size() >= 4 && word.find(stem) != word.npos) return kInside;
  return 0;
}

double likeness(const std::vector<std::string>& words, const Concept& idea) {
  double best = 0;
  for (size_t i = 0; i < idea.stems.size(); ++i) {
    for (const auto& word : words)
      best = std::max(best, likeness(word, idea.stems[i]) * (i == 0 ? 1 : kSynonym));
    // "hot key" in the name, "hotkey" in the question.
    for (size_t n = 0; n + 1 < words.size(); ++n)
      if (stem_of(words[n] + words[n + 1]) == idea.stems[i])
        best = std::max(best, i == 0 ? 1.0 : kSynonym);
  }
  return best;
}

bool is_framework(const std::string& module, const std::string& full_name) {
  for (const std::string_view prefix :
       {"System", "mscorlib", "netstandard", "UnityEngine", "Unity.", "UnityEditor", "Microsoft.",
        "Mono.", "Newtonsoft", "OpenTK", "Tao.", "PresentationCore", "WindowsBase"})
    if (module.starts_with(prefix) || full_name.starts_with(prefix)) return true;
  return false;
}

// Names of the pieces: namespace, type and member.
struct Pieces {
  std::vector<std::string> own, owner, space;
  std::string owner_name;
};

Pieces pieces_of(const Candidate& candidate) {
  Pieces out;
  out.own = words_of_name(candidate.name);
  std::string rest = candidate.full_name;
  if (const size_t parameters = rest.find('('); parameters != rest.npos) rest.resize(parameters);
  if (rest.size() > candidate.name.size() && rest.ends_with(candidate.name))
    rest.resize(rest.size() - candidate.name.size() - 1);
  else
    rest.clear();
  if (candidate.kind == "type") {
    // What holds a nested type says as much about it as a namespace does.
    out.space = words_of_name(rest);
    return out;
  }
  out.owner_name = rest;
  const size_t dot = rest.rfind('.');
  out.owner = words_of_name(dot == rest.npos ? rest : rest.substr(dot + 1));
  if (dot != rest.npos) out.space = words_of_name(rest.substr(0, dot));
  return out;
}

double shape_factor(const Candidate& candidate, const std::set<std::string>& names) {
  double factor = 1;
  const std::string& name = candidate.name;
  if (name.find('<') != name.npos || candidate.full_name.find("<>") != std::string::npos ||
      candidate.full_name.find("__AnonStorey") != std::string::npos ||
      candidate.full_name.find("c__Iterator") != std::string::npos)
    factor *= kGenerated;
  if (name == ".ctor" || name == ".cctor" || name == "Dispose" || name == "ToString" ||
      name == "Invoke" || name == "BeginInvoke" || name == "EndInvoke" || name == "value__")
    factor *= kConstructor * 0.5;
  for (const std::string_view prefix : {"get_", "set_", "add_", "remove_"})
    if (name.starts_with(prefix)) {
      std::string base = candidate.full_name.substr(0, candidate.full_name.find('('));
      base.replace(base.size() - name.size(), prefix.size(), "");
      factor *= names.contains(base) ? kGenerated : kAccessor;
    }
  if (is_framework(candidate.module, candidate.full_name)) factor *= kFramework;
  return factor;
}

// Every candidate with its values and its shape, in a fixed order.
std::vector<Candidate> judged(const std::map<std::string, Candidate>& candidates,
                              const std::vector<Concept>& concepts) {
  std::set<std::string> names;
  std::map<std::string, std::vector<double>> gathered;  // by type: the best of its members
  for (const auto& [key, candidate] : candidates) {
    if (!candidate.name.starts_with("get_") && !candidate.name.starts_with("set_"))
      names.insert(candidate.full_name);
    if (candidate.kind == "type") continue;
    const Pieces pieces = pieces_of(candidate);
    auto& best = gathered[pieces.owner_name];
    best.resize(concepts.size());
    for (size_t i = 0; i < concepts.size(); ++i)
      best[i] = std::max(best[i], likeness(pieces.own, concepts[i]));
  }
  std::vector<Candidate> out;
  for (const auto& [key, original] : candidates) {
    Candidate candidate = original;
    const Pieces pieces = pieces_of(candidate);
    const auto members = gathered.find(candidate.full_name);
    size_t own_hits = 0;
    candidate.values.resize(concepts.size());
    for (size_t i = 0; i < concepts.size(); ++i) {
      const double own = likeness(pieces.own, concepts[i]);
      double value = std::max({own, kOwner * likeness(pieces.owner, concepts[i]),
                               kSpace * likeness(pieces.space, concepts[i])});
      if (candidate.kind == "type" && members != gathered.end())
        value = std::max(value, kMembers * members->second[i]);
      candidate.values[i] = value;
      own_hits += own > 0;
      if (value > kSpace) candidate.matched.push_back(i);
    }
    const double unmatched =
        static_cast<double>(pieces.own.size() - std::min(pieces.own.size(), own_hits));
    candidate.factor = shape_factor(candidate, names) / (1 + 0.06 * unmatched);
    if (own_hits == 0) candidate.factor *= kSurroundings;
    if (candidate.kind == "type") candidate.factor *= kType;
    out.push_back(std::move(candidate));
  }
  return out;
}

double score_of(const Candidate& candidate, const Weights& weights,
                const std::vector<double>& fresh) {
  double score = 0, covered = 0, all = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    score += weights[i] * candidate.values[i] * fresh[i];
    covered += weights[i] * std::min(1.0, candidate.values[i] * 1.5) * fresh[i];
    all += weights[i];
  }
  return score * (0.4 + 0.6 * covered / std::max(all, 1e-9)) * candidate.factor;
}

}  // namespace

double weight_of(int64_t total) {
  return std::log(1 + 3000.0 / static_cast<double>(std::max<int64_t>(total, 1)));
}

void add_candidates(const Json& rows, std::map<std::string, Candidate>& candidates) {
  if (rows.items() == nullptr) return;
  for (const auto& row : *rows.items()) {
    const std::string& kind = row.text("kind");
    if (kind != "type" && kind != "member") continue;
    std::string key = row.text("fullName") + "|" + kind + "|" + row.text("signature") + "|" +
                      row.text("moduleName");
    candidates.emplace(std::move(key), Candidate{kind,
                                                 row.text("name"),
                                                 row.text("fullName"),
                                                 row.text("moduleName"),
                                                 row.text("assemblyPath"),
                                                 row.text("signature"),
                                                 0,
                                                 {}});
  }
}

std::vector<Candidate> rank(const std::map<std::string, Candidate>& candidates,
                            const std::vector<Concept>& concepts, const Weights& weights,
                            size_t limit, bool data, const Nearness& near) {
  std::vector<Candidate> all = judged(candidates, concepts);
  for (auto& candidate : all)
    if (const auto found = near.find(candidate.full_name.substr(0, candidate.full_name.find('(')));
        found != near.end())
      candidate.factor *= found->second;
  if (data)
    for (auto& candidate : all)
      if (candidate.kind != "type" && candidate.signature.find('(') == std::string::npos)
        candidate.factor *= kData;
  std::map<std::string, double> lifted;           // types, by what their picked members score
  std::vector<double> fresh(concepts.size(), 1);  // less for what was said already
  std::set<std::string> seen;                     // overloads are one finding
  std::vector<Candidate> best;
  while (best.size() < limit) {
    Candidate* pick = nullptr;
    for (auto& candidate : all) {
      if (candidate.factor == 0) continue;  // taken
      candidate.score = score_of(candidate, weights, fresh);
      if (candidate.kind == "type")
        if (const auto lift = lifted.find(candidate.full_name); lift != lifted.end())
          candidate.score = std::max(candidate.score, lift->second);
      if (pick == nullptr || candidate.score > pick->score) pick = &candidate;
    }
    if (pick == nullptr || pick->score <= 0) break;
    const std::string name = pick->full_name.substr(0, pick->full_name.find('('));
    const bool repeated = !seen.insert(pick->kind + name).second;
    if (!repeated) {
      best.push_back(*pick);
      for (size_t i = 0; i < concepts.size(); ++i)
        if (pick->values[i] > 0.5) fresh[i] *= kSaidAgain;
      if (pick->kind != "type") {
        double& lift = lifted[name.substr(0, name.rfind('.'))];
        lift = std::max(lift, kLift * pick->score * (is_framework(pick->module, name) ? 0.5 : 1));
      }
    }
    pick->factor = 0;
  }
  return best;
}

}  // namespace dossier::offline
