#include "agent/fix/run_log.h"

#include "agent/fix/fix.h"
#include "agent/fix/rules.h"
#include "agent/loop.h"
#include "agent/protocols/tags.h"
#include "agent/summary.h"
#include "engine/clock.h"
#include "engine/error.h"

namespace dossier {
namespace {

Json usage_json(const Usage& usage, bool is_estimated) {
  Json out =
      Json::object({{"input", usage.in}, {"output", usage.out}, {"total", usage.in + usage.out}});
  return is_estimated ? out.set("estimated", true) : out;
}

// The conversation as the model was shown it, for the tokens that the provider did not tell.
class Shown {
 public:
  void setup(const Json& body) { request_.system = body.text("system"); }
  void started(const Json& body) {
    summary_prompt_ = body["prompts"].text("summary");
    context_tokens_ = body.number("context_tokens", INT32_MAX);
  }
  void add(Message message) { request_.messages.push_back(std::move(message)); }
  // The first `kept` messages but the very first give way to `text`.
  void summarise(size_t kept, const std::string& text) {
    if (kept < 1 || kept > request_.messages.size()) return;
    if (start_.text.empty()) start_ = request_.messages.front();
    put_summary(request_.messages, start_, kept, text);
    summary_ = text;
  }
  int64_t tokens() const { return tokens_in(request_); }
  int64_t tokens_of_summary(size_t kept) const {
    if (kept < 1 || kept > request_.messages.size()) return 0;
    ModelRequest ask;
    ask.system = summary_prompt_;
    ask.messages = {{Role::user,
                     told(std::span(request_.messages).subspan(1, kept - 1), summary_,
                          static_cast<size_t>(context_tokens_) * 3),
                     {},
                     {}}};
    return tokens_in(ask);
  }

 private:
  ModelRequest request_;
  Message start_;
  std::string summary_, summary_prompt_;
  int64_t context_tokens_ = INT32_MAX;
};

// JSON where it is JSON, else the text.
Json parsed_or_text(const std::string& text) {
  auto parsed = parse_json(text);
  if (auto* json = std::get_if<Json>(&parsed); json != nullptr && json->items() != nullptr)
    return std::move(*json);
  return text;
}

Json parsed_content(const std::string& reply) {
  Json out = Json::object();
  const TaggedReply tagged = read_tags(reply);
  for (size_t i = 0; i < kTagCount; ++i) {
    const auto tag = static_cast<Tag>(i);
    const TagBlock* block = tagged.find(tag);
    if (tag == Tag::fin || tag == Tag::ready_for_final_check)
      out.set(name_of(tag), block != nullptr);
    else
      out.set(name_of(tag), block != nullptr ? parsed_or_text(block->text) : Json());
  }
  return out;
}

// Goes through the record once. A turn is a request to the model and what the program did with the
// reply; a summary is what the program did between two turns, and no turn of its own.
class Log {
 public:
  Json take(const SessionInfo& info, const std::vector<SessionEvent>& record) {
    for (size_t i = 0; i < record.size(); ++i) read(record, i);
    close_turn("none");
    Json metadata = Json::object({{"experiment_id", info.uid},
                                  {"start_time", rfc3339(record.front().at)},
                                  {"end_time", rfc3339(record.back().at)},
                                  {"status", status_},
                                  {"reason", reason_},
                                  {"total_turns", turns_},
                                  {"total_tokens", usage_json(spent_, is_estimated_)},
                                  {"outcome", outcome_},
                                  {"goals", goals_},
                                  {"llm_provider", info.model.substr(0, info.model.find(':'))},
                                  {"llm_model", info.model}});
    return Json::object(
        {{"experiment_metadata", std::move(metadata)}, {"interaction_log", std::move(log_)}});
  }

 private:
  // Whether the request at `i` is for a summary: the next event but edits that is not its answer.
  static bool is_summary(const std::vector<SessionEvent>& record, size_t i) {
    return i + 2 < record.size() && record[i + 1].kind == EventKind::model_settled &&
           record[i + 2].kind == EventKind::summary;
  }

  static size_t kept_by(const SessionEvent& summary) {
    return static_cast<size_t>(std::max<int64_t>(0, body_of(summary).number("replaces"))) + 1;
  }

  void read(const std::vector<SessionEvent>& record, size_t i) {
    const SessionEvent& event = record[i];
    const Json body = body_of(event);
    switch (event.kind) {
      case EventKind::started:
        shown_.started(body);
        break;
      case EventKind::setup:
        system_ = body.text("system");
        shown_.setup(body);
        break;
      case EventKind::message:
        close_turn(body.text("text"));
        prompt_ = body.text("text");
        shown_.add(message_from(body));
        break;
      case EventKind::model_asked:
        summarising_ = is_summary(record, i) ? kept_by(record[i + 2]) : 0;
        asked_ = summarising_ != 0 ? shown_.tokens_of_summary(summarising_) : shown_.tokens();
        if (summarising_ == 0) begin_turn(event);
        break;
      case EventKind::model_settled:
        settle(body);
        break;
      case EventKind::tool_settled:
        done_.add(Json::object({{"tool", event.tool},
                                {"input", body["input"]},
                                {"ok", body.flag("ok")},
                                {"result", body["result"]}}));
        break;
      case EventKind::summary:
        summary_ = body.text("text");
        shown_.summarise(kept_by(event), summary_);
        break;
      case EventKind::ended:
        status_ = body.text("status");
        reason_ = body.text("reason");
        outcome_ = body.text("outcome");
        goals_ = body["goals"];
        close_turn({});
        break;
      default:
        break;
    }
  }

  void begin_turn(const SessionEvent& event) {
    ++turns_;
    std::string content = turns_ == 1 ? system_ + "\n\n" + prompt_ : prompt_;
    Json request =
        Json::object({{"prompt_template", template_}, {"full_prompt_content", std::move(content)}});
    if (!summary_.empty()) request.set("summary_of_earlier_turns", std::exchange(summary_, {}));
    turn_ = Json::object(
        {{"turn", turns_}, {"timestamp", rfc3339(event.at)}, {"llm_request", std::move(request)}});
    done_ = Json::array();
  }

  void settle(const Json& body) {
    const std::string& text = body["message"].text("text");
    Usage usage{body.number("tokens_in", -1), body.number("tokens_out", -1)};
    // What was never answered cost nothing that anybody knows of.
    const bool is_answered = body.find("error") == nullptr;
    const bool is_estimated = is_answered && (usage.in < 0 || usage.out < 0);
    if (usage.in < 0) usage.in = is_answered ? asked_ : 0;
    if (usage.out < 0) usage.out = static_cast<int64_t>(text.size() / 4);
    spent_.in += usage.in;
    spent_.out += usage.out;
    is_estimated_ |= is_estimated;
    if (summarising_ != 0) return;
    if (is_answered) shown_.add(message_from(body["message"]));
    Json response = Json::object({{"raw_content", text},
                                  {"parsed_content", parsed_content(text)},
                                  {"usage", usage_json(usage, is_estimated)}});
    if (const Json* error = body.find("error")) response.set("error", *error);
    turn_.set("llm_response", std::move(response));
  }

  // What was done with the reply, by what was run and by what the model is told next.
  void close_turn(const std::string& next) {
    std::string type = "correction";
    bool checked = false, checks = false;
    for (const auto& call : done_.each()) {
      const std::string& tool = call.text("tool");
      if (tool == "run_check") {
        checks = true;
        checked = !call.flag("ok") || call["result"].flag("passed");
      } else if (tool == "final_check") {
        type = "verification";
      } else if (tool == "apply_diff") {
        type = call.flag("ok") ? "success" : "failure";
      } else {
        type = "more_information";
      }
    }
    if (checks && !checked) type = "check_failed";
    template_ = turns_ == 0 ? "start" : type;
    if (turn_.is_null()) return;
    if (next.empty()) type = status_ == "done" ? "fin" : "end";
    Json details = Json::object({{"calls", std::exchange(done_, Json::array())}});
    if (type == "correction") details.set("message", next);
    if (type == "end") details.set("reason", reason_);
    turn_.set("system_action", Json::object({{"type", type}, {"details", std::move(details)}}));
    log_.add(std::exchange(turn_, Json()));
  }

  Json log_ = Json::array(), turn_, done_ = Json::array(), goals_ = Json::array();
  std::string system_, prompt_, template_ = "start", summary_, status_ = "open", reason_, outcome_;
  Shown shown_;
  Usage spent_{0, 0};
  int64_t turns_ = 0, asked_ = 0;
  size_t summarising_ = 0;  // messages that the summary asked for stands for; 0 = a turn
  bool is_estimated_ = false;
};

}  // namespace

Json run_log_of(const SessionInfo& info, const std::vector<SessionEvent>& record) {
  if (record.empty() || body_of(record.front()).text("mode") != kFixMode)
    throw Error(ErrorCode::invalid, "the session is no dialogue of grpc fix", info.uid);
  return Log().take(info, record);
}

}  // namespace dossier
