#include "agent/recall.h"

#include <map>

#include "agent/search_sessions.h"
#include "agent/sql.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/unicode.h"
#include "queries/graph/definitions.h"

namespace dossier {
namespace {

constexpr int64_t kMostRecalled = 20;  // of each kind
constexpr size_t kMostSaid = 5, kSaidBytes = 400;

// Whether a symbol is there now, asked once each.
class Existing {
 public:
  Existing(Store& store, const std::string& project)
      : store_(store), scope_(store.scope(project, {})) {}
  bool has(const std::string& symbol) {
    const auto known = known_.find(symbol);
    if (known != known_.end()) return known->second;
    return known_[symbol] = definition_called(store_, scope_, symbol).has_value();
  }

 private:
  Store& store_;
  Scope scope_;
  std::map<std::string, bool> known_;
};

// What an event says, without how it was stored.
std::string said_in(const SessionEvent& event) {
  const Json body = body_of(event);
  const std::string& text = event.kind == EventKind::answer          ? body.text("summary")
                            : event.kind == EventKind::model_settled ? body["message"].text("text")
                                                                     : body.text("text");
  return text.size() <= kSaidBytes ? text : std::string(utf8_prefix(text, kSaidBytes)) + "…";
}

Json said_about(Store& store, const std::string& project, const std::string& words, int64_t now) {
  SessionQuery query;
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(' ', at), words.size());
    if (end > at) query.words.push_back(words.substr(at, end - at));
    at = end + 1;
  }
  query.project = project;
  Json out = Json::array();
  size_t count = 0;
  for (const auto& hit : search_sessions(store, query, now)) {
    const std::string text = said_in(hit.event);
    if (text.empty()) continue;
    out.add(Json::object({{"session", hit.session},
                          {"title", hit.title},
                          {"event", hit.event.seq},
                          {"text", text},
                          {"at", rfc3339(hit.event.at)},
                          {"age", age_text(now - hit.event.at)}}));
    if (++count == kMostSaid) break;
  }
  return out;
}

}  // namespace

std::string age_text(int64_t ms) {
  const int64_t days = ms / 86'400'000;
  const auto some = [](int64_t count, const char* one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
  };
  if (days < 1) return "today";
  if (days < 14) return some(days, "day");
  if (days < 60) return some(days / 7, "week");
  if (days < 730) return some(days / 30, "month");
  return some(days / 365, "year");
}

Json recalled(Store& store, const std::string& project, const std::string& symbol,
              const std::string& words) {
  const int64_t now = store.clock().now_ms();
  Existing existing(store, project);
  Json findings = Json::array(), notes = Json::array();
  if (!symbol.empty()) {
    for (const auto& row : store.rows<sql::TranscriptRecallFindings>(
             std::string_view(symbol), std::string_view(project), kMostRecalled))
      findings.add(Json::object({{"kind", row.kind},
                                 {"fullName", row.full_name},
                                 {"exists", existing.has(std::string(row.full_name))},
                                 {"verified_then", row.verified != 0},
                                 {"importance", row.importance},
                                 {"notes", row.notes},
                                 {"session", row.session},
                                 {"question", row.title},
                                 {"event", row.seq},
                                 {"at", rfc3339(row.at)},
                                 {"age", age_text(now - row.at)}}));
    for (const auto& row :
         store.rows<sql::TranscriptRecallNotes>(std::string_view(symbol), kMostRecalled))
      notes.add(Json::object({{"fullName", row.key},
                              {"exists", existing.has(std::string(row.key))},
                              {"text", row.text},
                              {"author", row.author},
                              {"session", row.session},
                              {"at", rfc3339(row.at)},
                              {"age", age_text(now - row.at)}}));
  }
  Json out = Json::object({{"findings", std::move(findings)}, {"notes", std::move(notes)}});
  return out.set("said", words.empty() ? Json::array() : said_about(store, project, words, now));
}

void add_recall_tool(Toolbox& tools, Store& store, std::string project) {
  const SchemaField fields[] = {
      {"symbol?", "string", "A type's or member's name, or a part of it"},
      {"words?", "string", "Words that earlier questions or answers hold"}};
  tools.add(
      {{"recall",
        "What earlier sessions found out about a symbol or a subject, with its age and whether "
        "the symbol still exists; look up what matters before relying on it",
        schema_of(fields)},
       Capability::lookup,
       false,
       [&store, project = std::move(project)](const Json& input, const EditListener&,
                                              ToolResult& result) {
         const std::string symbol = input.text("symbol"), words = input.text("words");
         if (symbol.empty() && words.empty())
           throw Error(ErrorCode::invalid, "name a symbol, or words");
         result.result = recalled(store, project, symbol, words);
         result.total = result.returned = 0;
         for (const auto& [key, list] : *result.result.fields())
           result.total += static_cast<int64_t>(list.each().size());
         result.returned = result.total;
       },
       "agent",
       {"memory"},
       std::nullopt,
       {Json::object({{"symbol", "PlayerStats"}}), Json::object({{"words", "health clamp"}})}});
}

}  // namespace dossier
