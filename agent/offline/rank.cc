#include "agent/offline/rank.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <queue>
#include <set>
#include <unordered_map>

#include "agent/offline/embedded.h"
#include "engine/error.h"

namespace dossier::offline {
namespace {

constexpr std::array<std::string_view, kFields> kFieldNames = {"own", "owner", "space", "signature",
                                                               "doc", "body",  "first", "around"};

std::map<std::string, double, std::less<>> read_weights() {
  std::map<std::string, double, std::less<>> out;
  for (const auto& file : embedded::files()) {
    if (file.name != "weights.txt") continue;
    std::string_view text = file.text;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const size_t space = line.find(' ');
      if (line.starts_with('#') || space == line.npos) continue;
      out.emplace(line.substr(0, space), std::strtod(line.data() + space, nullptr));
    }
  }
  return out;
}

constexpr double kLeastStrength = 0.3;  // of a synonym that nearly everything holds

struct Weights {
  std::array<double, kFields> field{};
  double enough = weight("enough"), rare = weight("rare"), half = weight("half"),
         longer = weight("long"), coverage = weight("coverage"), precision = weight("precision"),
         beside = weight("beside"), generated = weight("generated"), visible = weight("public"),
         accessor = weight("accessor"), foreign = weight("foreign"), whole = weight("whole"),
         again = weight("again"), together = weight("together"), aside = weight("aside"),
         size = weight("size"), named = weight("named"), related = weight("related"),
         constructor = weight("constructor");
  // By what is asked for, by shape.
  double shape[4][3] = {{weight("any-type"), 0, weight("any-value")},
                        {weight("code-type"), 0, weight("code-value")},
                        {weight("value-type"), weight("value-code"), 0},
                        {0, weight("type-code"), weight("type-value")}};

  Weights() {
    for (size_t i = 0; i < kFields; ++i) field[i] = weight(kFieldNames[i]);
  }
};

const Weights& weights() {
  static const Weights all;
  return all;
}

double shape_of(const Candidate& candidate, Wanted wanted) {
  const auto& w = weights();
  const auto* row = w.shape[static_cast<size_t>(wanted)];
  if (candidate.shape == Shape::constructor) return row[1] + w.constructor;
  return row[static_cast<size_t>(candidate.shape)];
}

std::string without_parameters(const std::string& full_name) {
  return full_name.substr(0, full_name.find('('));
}

bool is_everywhere(std::string_view name) {
  static constexpr std::string_view kNames[] = {"Dispose",   "ToString", "Invoke",  "BeginInvoke",
                                                "EndInvoke", "value__",  "Equals",  "GetHashCode",
                                                "hashCode",  "toString", "equals",  "__repr__",
                                                "__str__",   "__eq__",   "__hash__"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace

double weight(std::string_view name) {
  static const auto all = read_weights();
  const auto found = all.find(name);
  if (found == all.end())
    throw Error(ErrorCode::corrupt, "weights.txt of offline answers lacks a weight",
                std::string(name));
  return found->second;
}

double rarity_of(double holders, double all) { return std::log(1 + (all + 1) / (holders + 1)); }

double weigh(Term& term, const std::vector<double>& holders, double all) {
  double own = 0, others = 0;
  for (size_t i = 0; i < holders.size(); ++i) {
    double& most = term.alternatives[i].own ? own : others;
    most = std::max(most, holders[i]);
  }
  const double rare = rarity_of(own > 0 ? own : others, all);
  for (size_t i = 0; i < holders.size(); ++i)
    if (!term.alternatives[i].own)
      term.alternatives[i].strength *=
          std::clamp(rarity_of(holders[i], all) / rare, kLeastStrength, 1.0);
  return rare;
}

double score_of(const Candidate& candidate, const Question& question,
                const std::vector<double>& rarity) {
  const auto& w = weights();
  double sum = 0, all = 0, named = 0;
  const double half = w.half * (1 + w.longer * candidate.body_words / 60);
  for (size_t i = 0; i < question.terms.size(); ++i) {
    const double counts = question.terms[i].weight * std::pow(rarity[i], w.rare);
    double said = 0;
    for (size_t f = 0; f < kFields; ++f) {
      if (candidate.said[f].empty()) continue;
      const double rare = f == kDoc || f == kBody || f == kFirst ? rarity[i] : 1;
      double how = candidate.said[f][i];
      if (f == kBody) how /= how + half;
      said += w.field[f] * how * rare;
    }
    sum += counts * said / (said + w.enough);
    if (!candidate.said[kOwn].empty()) named += counts * candidate.said[kOwn][i];
    all += counts;
  }
  if (sum <= 0) return 0;
  double more = w.precision * candidate.precision + shape_of(candidate, question.wanted);
  more += w.together * candidate.together + w.size * std::log(1 + candidate.body_words);
  more += w.named * candidate.precision * named / all + w.related * candidate.related;
  if (candidate.is_aside) more += w.aside;
  if (candidate.is_beside) more += w.beside;
  if (candidate.is_generated) more += w.generated;
  if (candidate.is_foreign) more += w.foreign;
  if (candidate.is_whole) more += w.whole;
  if (candidate.is_public) more += w.visible;
  if (candidate.is_accessor) more += w.accessor;
  return std::pow(sum / all * candidate.near, w.coverage) * std::exp(more);
}

std::vector<std::string> terms_said(const Candidate& candidate, const Question& question) {
  std::vector<std::string> out;
  for (size_t i = 0; i < question.terms.size(); ++i)
    // What is said around its uses is not said of it.
    if (std::any_of(candidate.said.begin(), candidate.said.begin() + kAround,
                    [&](const auto& field) { return !field.empty() && field[i] > 0; }))
      out.push_back(question.terms[i].word);
  return out;
}

namespace {

// An accessor's property says the same. Only assemblies call accessors so: remove_label of a source
// is a function of its own.
bool is_accessor_of(const std::string& name, const std::string& module,
                    const std::set<std::string>& values) {
  if (!module.ends_with(".dll") && !module.ends_with(".exe")) return false;
  const size_t dot = name.rfind('.') + 1;
  for (const std::string_view prefix : {"get_", "set_", "add_", "remove_"})
    if (name.compare(dot, prefix.size(), prefix) == 0 &&
        values.contains(name.substr(0, dot) + name.substr(dot + prefix.size())))
      return true;
  return false;
}

void name_joined_terms(const std::vector<Candidate>& best_first, const Question& question,
                       std::vector<Candidate>& answer) {
  constexpr size_t kMostPlaces = 2;
  if (answer.size() < 3 * kMostPlaces) return;
  const auto says = [](const Candidate& one, size_t term) {
    return term < one.said[kOwn].size() && one.said[kOwn][term] > 0.9f;
  };
  std::vector<size_t> terms;
  for (size_t term = 0; term < question.terms.size(); ++term)
    if (question.terms[term].is_joined &&
        std::none_of(answer.begin(), answer.end(),
                     [&](const auto& one) { return says(one, term); }))
      terms.push_back(term);
  if (terms.size() > kMostPlaces) terms.resize(kMostPlaces);
  std::vector<Candidate> missed;
  for (const size_t term : terms) {
    size_t places = kMostPlaces / terms.size();
    for (const bool belongs : {true, false})
      for (const Candidate& one : best_first)
        if (places > 0 && (one.type == answer.front().type) == belongs && says(one, term)) {
          missed.push_back(one);
          --places;
        }
  }
  std::move(missed.begin(), missed.end(),
            answer.end() - static_cast<std::ptrdiff_t>(missed.size()));
}

}  // namespace

std::vector<Candidate> best_of(std::vector<Candidate> candidates, size_t limit,
                               const Question& question) {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score
                              : std::tie(a.full_name, a.module, a.symbol) <
                                    std::tie(b.full_name, b.module, b.symbol);
  });
  std::set<std::string> seen, values;
  for (const auto& candidate : candidates)
    if (candidate.shape == Shape::value) values.insert(candidate.full_name);
  std::vector<Candidate> out;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const std::string name = without_parameters(candidate.full_name);
    return candidate.score <= 0 || is_accessor_of(name, candidate.module, values) ||
           !seen.insert(name).second;
  });
  // The best is taken once it has paid for all that were called as it is.
  const double again = std::exp(weights().again);
  std::unordered_map<std::string, int> called;
  std::vector<int> paid(candidates.size());
  std::priority_queue<std::pair<double, size_t>>
      left;  // score; the earlier first: SIZE_MAX - index
  for (size_t i = 0; i < candidates.size(); ++i) left.emplace(candidates[i].score, SIZE_MAX - i);
  while (!left.empty() && out.size() < limit) {
    const auto [score, place] = left.top();
    left.pop();
    const size_t i = SIZE_MAX - place;
    int& times = called[candidates[i].name];
    if (paid[i] < times) {
      left.emplace(score * std::pow(again, times - paid[i]), place);
      paid[i] = times;
      continue;
    }
    ++times;
    candidates[i].score = score;
    out.push_back(candidates[i]);
  }
  if (out.size() == limit) name_joined_terms(candidates, question, out);
  return out;
}

void describe(Candidate& candidate) {
  const std::string& name = candidate.name;
  candidate.is_accessor = is_everywhere(name);
  const std::string whole = without_parameters(candidate.full_name);
  if (name == ".ctor" || name == ".cctor" || name == "__init__" || name == "constructor" ||
      name.starts_with('~') ||
      (candidate.shape != Shape::type && whole.ends_with("." + name + "." + name)))
    candidate.shape = Shape::constructor;
  for (const std::string_view part : {"<>", "__AnonStorey", "c__Iterator"})
    if (candidate.full_name.find(part) != std::string::npos) candidate.is_generated = true;
  if (name.find('<') != name.npos && name.find('<') == 0) candidate.is_generated = true;
}

void say_names(Candidate& candidate, Likeness& likeness) {
  std::string rest = without_parameters(candidate.full_name);
  if (rest.size() > candidate.name.size() && rest.ends_with(candidate.name))
    rest.resize(rest.size() - candidate.name.size() - 1);
  else
    rest.clear();
  size_t said = 0, words = 0;
  candidate.said[kOwn] = likeness.of_name(candidate.name, &said, &words);
  candidate.precision = words == 0 ? 0 : static_cast<double>(said) / static_cast<double>(words);
  if (candidate.shape != Shape::type) {
    const size_t dot = rest.rfind('.');
    candidate.said[kOwner] = likeness.of_name(dot == rest.npos ? rest : rest.substr(dot + 1));
    rest.resize(dot == rest.npos ? 0 : dot);
  }
  candidate.said[kSpace] = likeness.of_name(rest);
}

void add_candidates(const Json& rows, const Question& question,
                    std::vector<Candidate>& candidates) {
  Likeness likeness(question);
  std::set<std::string> seen;
  for (const auto& row : rows.each()) {
    const std::string& kind = row.text("kind");
    if (kind != "type" && kind != "member") continue;
    if (!seen.insert(row.text("fullName") + "|" + kind + "|" + row.text("signature") + "|" +
                     row.text("moduleName"))
             .second)
      continue;
    Candidate candidate;
    candidate.name = row.text("name");
    candidate.full_name = row.text("fullName");
    candidate.module = row.text("moduleName");
    candidate.path = row.text("assemblyPath");
    candidate.signature = row.text("signature");
    const bool is_call = candidate.signature.find('(') != std::string::npos;
    candidate.shape = kind == "type" ? Shape::type : is_call ? Shape::code : Shape::value;
    candidate.kind = kind == "type" ? "type" : is_call ? "method" : "field";
    describe(candidate);
    say_names(candidate, likeness);
    candidates.push_back(std::move(candidate));
  }
}

}  // namespace dossier::offline
