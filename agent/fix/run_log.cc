#include "agent/fix/run_log.h"

#include <cstdio>
#include <ctime>

#include "agent/fix/fix.h"
#include "agent/protocols/tags.h"
#include "engine/error.h"

namespace dossier {
namespace {

std::string iso_time(int64_t ms) {
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[64];
  const size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text + size, sizeof text - size, ".%03dZ", static_cast<int>(ms % 1000));
  return text;
}

Json usage_json(int64_t in, int64_t out) {
  return Json::object({{"input", in}, {"output", out}, {"total", in + out}});
}

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
                                  {"start_time", iso_time(record.front().at)},
                                  {"end_time", iso_time(record.back().at)},
                                  {"status", status_},
                                  {"reason", reason_},
                                  {"total_turns", turns_},
                                  {"total_tokens", usage_json(in_, out_)},
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

  void read(const std::vector<SessionEvent>& record, size_t i) {
    const SessionEvent& event = record[i];
    const Json body = body_of(event);
    switch (event.kind) {
      case EventKind::setup:
        system_ = body.text("system");
        break;
      case EventKind::message:
        close_turn(body.text("text"));
        prompt_ = body.text("text");
        break;
      case EventKind::model_asked:
        summarising_ = is_summary(record, i);
        if (!summarising_) begin_turn(event);
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
        break;
      case EventKind::ended:
        status_ = body.text("status");
        reason_ = body.text("reason");
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
        {{"turn", turns_}, {"timestamp", iso_time(event.at)}, {"llm_request", std::move(request)}});
    done_ = Json::array();
  }

  void settle(const Json& body) {
    const int64_t in = std::max<int64_t>(0, body.number("tokens_in", 0));
    const int64_t out = std::max<int64_t>(0, body.number("tokens_out", 0));
    in_ += in;
    out_ += out;
    if (summarising_) return;
    const std::string& text = body["message"].text("text");
    Json response = Json::object({{"raw_content", text},
                                  {"parsed_content", parsed_content(text)},
                                  {"usage", usage_json(in, out)}});
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

  Json log_ = Json::array(), turn_, done_ = Json::array();
  std::string system_, prompt_, template_ = "start", summary_, status_ = "open", reason_;
  int64_t turns_ = 0, in_ = 0, out_ = 0;
  bool summarising_ = false;
};

}  // namespace

Json run_log_of(const SessionInfo& info, const std::vector<SessionEvent>& record) {
  if (record.empty() || body_of(record.front()).text("mode") != kFixMode)
    throw Error(ErrorCode::invalid, "the session is no dialogue of grpc fix", info.uid);
  return Log().take(info, record);
}

}  // namespace dossier
