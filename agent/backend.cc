#include "agent/backend.h"

#include <algorithm>
#include <set>

#include "agent/json_texts.h"
#include "agent/keyword_paths.h"
#include "agent/offline/rank.h"
#include "agent/project_shape.h"
#include "agent/prompt.h"
#include "agent/protocols/reply_text.h"
#include "agent/redact.h"
#include "agent/report.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kMaxHits = 500, kFindings = 20;

struct Keywords {
  std::string message;
  std::vector<std::string> paths;
  std::vector<std::string> excluded;
};

std::vector<std::string> words_in(const Json& list) {
  std::vector<std::string> out = texts_in(list);
  std::erase(out, std::string());
  return out;
}

constexpr std::string_view kSearchTool = "search_program", kDescribeTool = "describe_program";

// The program as the transcript sees it: every question about it is a recorded call.
class Known {
 public:
  explicit Known(Transcript& transcript) : transcript_(transcript) {}

  std::vector<Json> search(const std::string& path, bool exact, size_t limit) {
    const ToolResult result =
        transcript_.call({{},
                          std::string(kSearchTool),
                          Json::object({{"path", path}, {"exact", exact}, {"limit", limit}})});
    if (!result.ok)
      throw Error(ErrorCode::io, text_of_value(result.result), std::string(kSearchTool));
    const auto rows = result.result["rows"].each();
    return {rows.begin(), rows.end()};
  }
  std::string overview() {
    const ToolResult result = transcript_.call({{}, std::string(kDescribeTool), Json::object()});
    return result.ok ? result.result.text("overview") : std::string();
  }

 private:
  Transcript& transcript_;
};

std::vector<std::string> as_paths(const std::vector<std::string>& words, const std::string& message,
                                  Known& program) {
  return paths_of_list(words, message, [&](const std::string& word) {
    const auto rows = program.search(word, false, 50);
    return std::any_of(rows.begin(), rows.end(),
                       [](const Json& row) { return row.text("kind") == "type"; });
  });
}

Keywords offline_keywords(const BackendRequest& request, Known& program) {
  const std::string said = request.last_user();
  return {{}, as_paths(offline::keywords_of(said), said, program), {}};
}

// Chat and file mode: what the model says of the request; the offline words when it fails.
Keywords model_keywords(Transcript& transcript, const BackendRequest& request, Known& program,
                        const std::function<void(const std::string&)>& tell) {
  ModelRequest ask_for;
  ask_for.system = prompt_text("backend.md", "");
  transcript.introduce(ask_for);
  const std::string known = program.overview();
  if (!known.empty()) ask_for.system += "\n# What is known\n\n" + known;
  for (const auto& message : *request.messages.items()) {
    const std::string& role = message.text("Role");
    if (role != "user" && role != "assistant")
      continue;  // system-search lines are the program's own
    ask_for.messages.push_back(
        {role == "user" ? Role::user : Role::assistant, message.text("Content"), {}, {}});
  }
  Message raw;
  const auto outcome = transcript.reply(ask_for, nullptr, {}, raw);
  if (const auto* error = std::get_if<Error>(&outcome)) {
    tell(std::string(error->what()) + "; falling back to the words of the message");
    return offline_keywords(request, program);
  }
  const std::string& text = std::get<ModelReply>(outcome).message.text;
  const Json reply = peer_json(protocols::unfenced(text));
  if (reply.fields() == nullptr) {
    tell(
        "the model's reply is not one JSON object; its text is passed on, with the words of the "
        "message");
    Keywords out = offline_keywords(request, program);
    out.message = text;
    return out;
  }
  Keywords out{reply.text("assistant_message"), paths_of_tree(reply["keywords"]),
               words_in(reply["excluded_modules"])};
  if (out.paths.empty())
    out.paths = as_paths(words_in(reply["search_keywords"]), request.last_user(), program);
  return out;
}

struct Hits {
  Json rows = Json::array();
  std::vector<std::pair<std::string, int64_t>> counts;  // by path's pattern
};

Hits search_paths(Known& program, const std::vector<std::string>& paths) {
  Hits out;
  std::set<std::string> seen;
  for (const auto& path : paths) {
    const std::string pattern = pattern_of_path(path, true);
    const auto rows = program.search(path, true, kMaxHits);
    out.counts.emplace_back(pattern, static_cast<int64_t>(rows.size()));
    for (Json row : rows) {
      if (!seen.insert(row.dump()).second || out.rows.items()->size() == kMaxHits) continue;
      row.set("_pattern", pattern);
      out.rows.add(std::move(row));
    }
  }
  return out;
}

Report report_of(const std::string& question, const Hits& hits) {
  Report report{question, {}, {}, {}};
  for (const auto& [pattern, count] : hits.counts)
    report.steps.push_back(
        {"Searched the names of types and members.", "broad_lookup", pattern, count});
  const auto asked = offline::question_of(question);
  const std::vector<double> alike(asked.terms.size(), 1);
  std::vector<offline::Candidate> candidates;
  offline::add_candidates(hits.rows, asked, candidates);
  for (auto& candidate : candidates) candidate.score = offline::score_of(candidate, asked, alike);
  for (const auto& candidate : offline::best_of(std::move(candidates), kFindings)) {
    const size_t place = report.findings.size();
    report.findings.push_back({candidate.kind, candidate.name, candidate.full_name,
                               candidate.module, candidate.path, "",
                               "Its name holds words of the question.",
                               place < 3   ? "high"
                               : place < 8 ? "medium"
                                           : "low"});
  }
  report.summary = report.findings.empty()
                       ? "No symbol's name fits the question's words."
                       : "Most likely " + report.findings[0].full_name + " (found by name).";
  return report;
}

void check_message(const Json& message, const std::string& path) {
  if (message.fields() == nullptr) throw Error(ErrorCode::invalid, "must be an object", path);
  for (const std::string_view key : {"Role", "Content"})
    if (const Json* value = message.find(key); value && !value->is_null() && !value->string())
      throw Error(ErrorCode::invalid, "must be a string", path + "." + std::string(key));
  const std::string& role = message.text("Role");
  if (role != "user" && role != "assistant" && role != "system-search")
    throw Error(ErrorCode::invalid, "must be user, assistant or system-search", path + ".Role");
}

// Without a question there is nothing to answer.
void check_question(const Json& request, const BackendRequest& read) {
  if (request.find("Messages") == nullptr)
    for (const auto& [name, value] : *request.fields())
      if (lower(name) == "messages")
        throw Error(ErrorCode::invalid, "must be written as Messages", "$." + name);
  const auto messages = read.messages.each();
  if (std::none_of(messages.begin(), messages.end(),
                   [](const Json& message) { return message.text("Role") == "user"; }))
    throw Error(ErrorCode::invalid, "must hold a message of the role user", "$.Messages");
}

}  // namespace

std::string BackendRequest::last_user() const {
  std::string out;
  for (const auto& message : *messages.items())
    if (message.text("Role") == "user") out = message.text("Content");
  return out;
}

bool BackendRequest::has_modules() const { return !is_empty_project(project); }

BackendRequest parse_backend_request(std::string_view text) {
  // Some writers put a byte order mark in front.
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto parsed = parse_json(text);
  if (const auto* fault = std::get_if<JsonFault>(&parsed))
    throw Error(ErrorCode::invalid, "the request is not JSON: " + fault->message,
                "byte " + std::to_string(fault->offset));
  const Json& json = std::get<Json>(parsed);
  if (json.fields() == nullptr)
    throw Error(ErrorCode::invalid, "the request must be an object", "$");
  BackendRequest out;
  if (const Json* messages = json.find("Messages"); messages != nullptr && !messages->is_null()) {
    if (messages->items() == nullptr)
      throw Error(ErrorCode::invalid, "must be an array", "$.Messages");
    out.messages = *messages;
    for (size_t i = 0; i < messages->items()->size(); ++i)
      check_message((*messages->items())[i], "$.Messages[" + std::to_string(i) + "]");
  }
  if (const Json* project = json.find("Project")) {
    is_empty_project(*project);  // throws for one that is malformed
    out.project = *project;
  }
  if (const Json* mode = json.find("Mode"); mode && !mode->is_null() && !mode->string())
    throw Error(ErrorCode::invalid, "must be chat, automation or file", "$.Mode");
  if (const Json* debug = json.find("DebugMode"); debug && !debug->is_null() && !debug->boolean())
    throw Error(ErrorCode::invalid, "must be true or false", "$.DebugMode");
  out.mode = json.text("Mode").empty() ? "chat" : json.text("Mode");
  if (out.mode != "chat" && out.mode != "automation" && out.mode != "file")
    throw Error(ErrorCode::invalid, "must be chat, automation or file", "$.Mode");
  out.debug = json.flag("DebugMode");
  check_question(json, out);
  return out;
}

void add_program_tools(Toolbox& tools, Program* program) {
  const SchemaField path[] = {{"path", "string", "Words that a name must hold"},
                              {"exact", "boolean", "A single word is a whole name"},
                              {"limit", "integer", "Maximum number of matches"}};
  tools.add({{std::string(kSearchTool), "Types and members of a keyword path", schema_of(path)},
             Capability::lookup,
             true,
             [program](const Json& input, const EditListener&, ToolResult& result) {
               Json rows = Json::array();
               if (program != nullptr)
                 for (auto& row :
                      program->search(input.text("path"), input.flag("exact"),
                                      static_cast<size_t>(input.number("limit", kMaxHits))))
                   rows.add(std::move(row));
               result.total = result.returned = static_cast<int64_t>(rows.items()->size());
               result.result = Json::object({{"rows", std::move(rows)}});
             }});
  tools.add({{std::string(kDescribeTool), "What the program consists of", schema_of({})},
             Capability::lookup,
             true,
             [program](const Json&, const EditListener&, ToolResult& result) {
               result.result = Json::object(
                   {{"overview", program != nullptr ? program->overview() : std::string()}});
             }});
}

Json backend_reply(Transcript& transcript, BackendRequest request, bool has_model,
                   const std::function<void(const std::string&)>& tell) {
  // Redacted before anything is derived from it, so that a replay derives the same.
  request.messages = redacted(request.messages);
  transcript.add(EventKind::started, Json::object({{"version", 1},
                                                   {"mode", "backend"},
                                                   {"request_mode", request.mode},
                                                   {"debug", request.debug},
                                                   {"has_model", has_model}}));
  for (const auto& message : *request.messages.items()) {
    const std::string& role = message.text("Role");
    transcript.say({role == "user"        ? Role::user
                    : role == "assistant" ? Role::assistant
                                          : Role::system,
                    message.text("Content"),
                    {},
                    {}});
  }
  Known program(transcript);
  Keywords found;
  const std::string said = request.last_user();
  if (request.debug)
    found.paths = {said};
  else if (request.mode == "automation" || !has_model)
    found = offline_keywords(request, program);
  else
    found = model_keywords(transcript, request, program, tell);
  Json reply = Json::object({{"AssistantMessage", found.message},
                             {"SearchKeywords", list_of(found.paths)},
                             {"ExcludedModules", list_of(found.excluded)}});
  if (request.mode == "automation" && !request.debug) {
    Hits hits = search_paths(program, found.paths);
    reply.set("AutomationResult", to_json(report_of(said, hits)));
    reply.set("Hits", std::move(hits.rows));
  }
  transcript.add(EventKind::ended, Json::object({{"status", "done"}, {"reason", ""}}));
  transcript.end_turn();
  return reply;
}

Json answer_again(Transcript& transcript, const std::vector<SessionEvent>& record) {
  BackendRequest request;
  const Json started = body_of(record[0]);
  request.mode = started.text("request_mode");
  request.debug = started.flag("debug");
  for (size_t i = 1; i < record.size() && record[i].kind == EventKind::message; ++i) {
    const Json message = body_of(record[i]);
    const std::string& role = message.text("role");
    request.messages.add(Json::object(
        {{"Role", role == "system" ? "system-search" : role}, {"Content", message.text("text")}}));
  }
  return backend_reply(transcript, request, started.flag("has_model"), [](const std::string&) {});
}

}  // namespace dossier
