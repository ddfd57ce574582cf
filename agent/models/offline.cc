// A model that needs nothing: it derives concepts from the question, asks for broad lookups as any
// text model would (json_calls), ranks what they find, and answers in the contract's shape. Its
// state is the conversation, so its sessions replay, fork and re-tool like any other's.
#include <algorithm>
#include <cctype>

#include "agent/models/providers.h"
#include "agent/offline/rank.h"
#include "agent/report.h"
#include "agent/selection.h"

namespace dossier::models {
namespace {

using offline::Concept;

constexpr int64_t kSingleRows = 120, kPairRows = 80;
constexpr size_t kPaired = 5, kFindings = 10;

// The stems of a concept as alternatives of a regular expression.
std::string pattern_of(const Concept& idea) {
  std::string out;
  for (const auto& stem : idea.stems) {
    // Two letters inside a word say nothing: hp must begin a word or follow an underscore.
    const std::string alternative = stem.size() > 2 ? stem : "(?:^|[._])" + stem;
    out += (out.empty() ? "" : "|") + alternative;
  }
  return "(?:" + out + ")";
}

Json call_of(std::string pattern, int64_t rows) {
  return Json::object(
      {{"tool", "broad_lookup"},
       {"input", Json::object({{"pattern", std::move(pattern)}, {"maxResults", rows}})}});
}

// The lookups that bring in what stands near the selection, whatever it is called.
void add_calls_near(const Selection& selection, Json& calls) {
  std::vector<std::string> names = {selection.symbol, selection.owner};
  names.insert(names.end(), selection.siblings.begin(), selection.siblings.end());
  names.insert(names.end(), selection.callers.begin(), selection.callers.end());
  std::string pattern;
  for (const auto& name : names) {
    std::string plain;
    for (const char c : name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && (c & 0x80) == 0)
        plain += '\\';
      plain += c;
    }
    if (!plain.empty()) pattern += (pattern.empty() ? "^(?:" : "|") + plain;
  }
  if (!pattern.empty()) calls.add(call_of(pattern + ")(?:\\(|$)", kSingleRows));
}

// One lookup for each concept in a symbol's own name, one for each pair anywhere in its full name.
Json calls_for(const std::vector<Concept>& concepts, const Selection& selection) {
  Json calls = Json::array();
  for (const auto& idea : concepts) calls.add(call_of(pattern_of(idea) + "[^.]*$", kSingleRows));
  const size_t paired = std::min(concepts.size(), kPaired);
  for (size_t i = 0; i < paired; ++i)
    for (size_t j = i + 1; j < paired; ++j) {
      const std::string a = pattern_of(concepts[i]), b = pattern_of(concepts[j]);
      calls.add(call_of(a + ".*" + b + "|" + b + ".*" + a, kPairRows));
    }
  if (selection.is_known()) add_calls_near(selection, calls);
  return Json::object({{"tool_calls", std::move(calls)}});
}

std::string kind_of(const offline::Candidate& candidate) {
  if (candidate.kind == "type") return "type";
  if (candidate.signature.find('(') != std::string::npos) return "method";
  const char first = candidate.name.empty() ? ' ' : candidate.name[0];
  return first == '_' || (first >= 'a' && first <= 'z') ? "field" : "property";
}

std::string notes_of(const offline::Candidate& candidate, const std::vector<Concept>& concepts) {
  std::string words;
  for (const size_t i : candidate.matched) words += (words.empty() ? "" : ", ") + concepts[i].word;
  return "Its name, or where it belongs, says: " + words + ".";
}

// How much more what stands near the selection counts.
offline::Nearness nearness_of(const Selection& selection) {
  constexpr double kSelected = 5, kOwner = 4, kSibling = 3.5, kCaller = 3;
  offline::Nearness out;
  for (const auto& name : selection.callers) out[name] = kCaller;
  for (const auto& name : selection.siblings) out[name] = kSibling;
  if (!selection.owner.empty()) out[selection.owner] = kOwner;
  if (!selection.symbol.empty()) out[selection.symbol] = kSelected;
  return out;
}

Report report_of(const std::string& question, const std::vector<Concept>& concepts,
                 const Json& results, const Selection& selection) {
  std::map<std::string, offline::Candidate> candidates;
  offline::Weights weights(concepts.size(), offline::weight_of(0));
  Report report{question, {}, {}, {}};
  size_t index = 0;
  for (const auto& result : *results.items()) {
    const int64_t total = std::max<int64_t>(0, result.number("total"));
    // Single results come first; a full page implies many more.
    if (index < concepts.size())
      weights[index] = offline::weight_of(result.flag("truncated") ? total * 8 : total);
    ++index;
    const Json *rows = result.find("result"), *input = result.find("input");
    if (rows != nullptr) offline::add_candidates(*rows, candidates);
    report.steps.push_back({"Searched the names of types and members.", "broad_lookup",
                            input != nullptr ? input->text("pattern") : "", total});
  }
  for (const auto& candidate :
       offline::rank(candidates, concepts, weights, kFindings, offline::asks_for_values(question),
                     nearness_of(selection))) {
    const size_t place = report.findings.size();
    report.findings.push_back({kind_of(candidate), candidate.name, candidate.full_name,
                               candidate.module, candidate.assembly_path, "",
                               notes_of(candidate, concepts),
                               place < 3   ? "high"
                               : place < 6 ? "medium"
                                           : "low"});
  }
  if (report.findings.empty()) {
    report.summary = "No symbol's name fits the question's words.";
  } else {
    report.summary = "Most likely " + report.findings[0].full_name;
    for (size_t i = 1; i < std::min<size_t>(3, report.findings.size()); ++i)
      report.summary += ", " + report.findings[i].full_name;
    report.summary += " (found by name, without a language model).";
  }
  return report;
}

constexpr std::string_view kNoChat =
    "No language model is chosen, so there is nobody to talk to. Choose one with --model or "
    "DOSSIER_MODEL; without one, `dossier ask` answers questions about the program.";

class Offline final : public Model {
 public:
  std::string name() const override { return "offline"; }
  bool native_calls() const override { return false; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token) override {
    // It reads its instructions as any model does: where they do not offer calls as JSON (a chat's
    // do not), it has nothing to answer from.
    std::string text = request.system.find("\"tool_calls\"") == std::string::npos
                           ? std::string(kNoChat)
                           : answer(request.messages);
    if (listener) listener({ModelProgress::piece, text});
    return {{Role::assistant, text, {}, {}}, {}, {}};
  }

 private:
  static std::string answer(const std::vector<Message>& messages) {
    // The newest question and what was found since.
    std::string question;
    Json results = Json::array();
    bool asked = false;
    for (const auto& message : messages) {
      const auto parsed = parse_json(message.text);
      const Json* json = std::get_if<Json>(&parsed);
      const Json* found = json != nullptr ? json->find("tool_results") : nullptr;
      if (message.role == Role::user && found != nullptr && found->items() != nullptr) {
        for (const auto& result : *found->items()) results.add(result);
        asked = true;
      } else if (message.role == Role::user && !asked) {
        question = message.text;
      }
    }
    const Asked asked_for = asked_in(question);
    const auto concepts = offline::concepts_of(asked_for.question);
    if (concepts.empty()) {
      Report report{asked_for.question, "The question holds no word to look for.", {}, {}};
      return to_json(report).dump();
    }
    if (!asked) return calls_for(concepts, asked_for.selection).dump();
    return to_json(report_of(asked_for.question, concepts, results, asked_for.selection)).dump();
  }
};

}  // namespace

std::unique_ptr<Model> offline() { return std::make_unique<Offline>(); }

}  // namespace dossier::models
