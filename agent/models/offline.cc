// A model that needs nothing: it has the symbols ranked by the words of the question
// (agent/offline), and answers in the contract's shape. It calls its tool as any text model would
// (json_calls), and its state is the conversation, so its sessions replay, fork and re-tool like
// any other's.
#include <algorithm>

#include "agent/json_texts.h"
#include "agent/models/providers.h"
#include "agent/offline/concepts.h"
#include "agent/offline/rank_tool.h"
#include "agent/report.h"
#include "agent/selection.h"
#include "engine/error.h"

namespace dossier::models {
namespace {

Json calls_for(const Asked& asked) {
  Json calls = Json::array();
  calls.add(
      Json::object({{"tool", kRankTool}, {"input", rank_input(asked.question, asked.selection)}}));
  return Json::object({{"tool_calls", std::move(calls)}});
}

std::string notes_of(const Json& row) {
  std::string words;
  for (const auto& word : texts_in(row["says"])) words += (words.empty() ? "" : ", ") + word;
  if (words.empty()) return "It stands near what is selected.";
  return "Its name, code or comment, or where it belongs, says: " + words + ".";
}

Report report_of(const std::string& question, const Json& results) {
  Report report{question, {}, {}, {}};
  for (const auto& result : results.each()) {
    report.steps.push_back({"Ranked types and members by the words of the question.",
                            "broad_lookup", question,
                            std::max<int64_t>(0, result.number("total"))});
    for (const auto& row : result["result"].each()) {
      const size_t place = report.findings.size();
      report.findings.push_back({row.text("kind"), row.text("name"), row.text("fullName"),
                                 row.text("moduleName"), row.text("assemblyPath"), "",
                                 notes_of(row),
                                 place < 3   ? "high"
                                 : place < 6 ? "medium"
                                             : "low"});
    }
  }
  if (report.findings.empty()) {
    report.summary = "No symbol fits the question's words.";
  } else {
    report.summary = "Most likely " + report.findings[0].full_name;
    for (size_t i = 1; i < std::min<size_t>(3, report.findings.size()); ++i)
      report.summary += ", " + report.findings[i].full_name;
    report.summary += " (found by words, without a language model).";
  }
  return report;
}

constexpr std::string_view kNoChat =
    "no language model is chosen, so there is nobody to talk to: choose one with --model or "
    "DOSSIER_MODEL; without one, `dossier ask` answers questions about the program";

class Offline final : public Model {
 public:
  std::string name() const override { return "offline"; }
  bool native_calls() const override { return false; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token) override {
    // It reads its instructions as any model does: where they do not offer calls as JSON (a chat's
    // do not), it has nothing to answer from.
    if (request.system.find("\"tool_calls\"") == std::string::npos)
      throw Error(ErrorCode::invalid, std::string(kNoChat));
    std::string text = answer(request.messages);
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
    if (offline::question_of(asked_for.question).terms.empty()) {
      Report report{asked_for.question, "The question holds no word to look for.", {}, {}};
      return to_json(report).dump();
    }
    return (asked ? to_json(report_of(asked_for.question, results)) : calls_for(asked_for)).dump();
  }
};

}  // namespace

std::unique_ptr<Model> offline() { return std::make_unique<Offline>(); }

}  // namespace dossier::models
