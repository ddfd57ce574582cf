// Replies read from a file, for tests and demonstrations. One JSON value a line: a string is the
// reply's text; an object may hold "text", "calls":[{"tool","input"}] and "expect", a piece that
// the last message must contain; "tokens_in" and "tokens_out" are what a provider would count, and
// "cut" says that the reply ended at the model's limit. Which line is next follows from how many
// replies the conversation holds, so a script has no state of its own.
#include <algorithm>
#include <sstream>

#include "agent/models/providers.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier::models {
namespace {

struct Line {
  ModelReply reply;
  std::string expect;
};

class Scripted final : public Model {
 public:
  explicit Scripted(const std::string& path) : path_(path) {
    std::istringstream file(read_unreserved(path));
    int64_t number = 0;
    for (std::string text; std::getline(file, text);) {
      ++number;
      if (text.find_first_not_of(" \t\r") == text.npos) continue;
      const auto parsed = parse_json(text);
      const std::string place = path + ":" + std::to_string(number);
      if (const auto* fault = std::get_if<JsonFault>(&parsed))
        throw Error(ErrorCode::invalid, fault->message, place);
      lines_.push_back(line_of(std::get<Json>(parsed), place));
      native_ |= !lines_.back().reply.message.calls.empty();
    }
  }

  std::string name() const override { return "scripted:" + path_; }
  bool native_calls() const override { return native_; }

  ModelReply reply(const ModelRequest& request, const ModelListener& listener,
                   std::stop_token) override {
    const auto next = static_cast<size_t>(
        std::count_if(request.messages.begin(), request.messages.end(),
                      [](const Message& m) { return m.role == Role::assistant; }));
    if (next >= lines_.size())
      throw Error(ErrorCode::not_found,
                  "the script has only " + std::to_string(lines_.size()) + " replies", path_);
    const Line& line = lines_[next];
    const Message& last = request.messages.back();
    if (to_json(last).dump().find(line.expect) == std::string::npos &&
        last.text.find(line.expect) == std::string::npos)
      throw Error(ErrorCode::conflict,
                  "reply " + std::to_string(next + 1) + " expects '" + line.expect +
                      "', and the message is: " + last.text.substr(0, 2000),
                  path_);
    if (listener) listener({ModelProgress::piece, line.reply.message.text});
    return line.reply;
  }

 private:
  static Line line_of(const Json& json, const std::string& place) {
    Line line{{{Role::assistant, {}, {}, {}}, {}, {}}, {}};
    if (json.string() != nullptr) {
      line.reply.message.text = *json.string();
      return line;
    }
    if (json.fields() == nullptr)
      throw Error(ErrorCode::invalid, "a reply must be a string or an object", place);
    Json stored = json;
    stored.set("role", "assistant");
    line.reply.message = message_from(stored);
    line.reply.usage = {json.number("tokens_in", -1), json.number("tokens_out", -1)};
    line.reply.is_cut = json.flag("cut");
    line.expect = json.text("expect");
    int64_t id = 0;
    for (auto& call : line.reply.message.calls)
      if (call.id.empty()) call.id = "call_" + std::to_string(++id);
    return line;
  }

  std::string path_;
  std::vector<Line> lines_;
  bool native_ = false;
};

}  // namespace

std::unique_ptr<Model> scripted(const std::string& path) {
  return std::make_unique<Scripted>(path);
}

}  // namespace dossier::models
