// Actions as lines of text (docs/formats.md). An action stands alone on its line; EDIT_FILE and
// APPLY_DIFF are followed by their content between two marker lines. The content is taken byte for
// byte. What is not an action is prose.
#include <optional>

#include "agent/json_texts.h"
#include "agent/protocol.h"
#include "agent/protocols/action_request.h"
#include "agent/protocols/reply_text.h"
#include "engine/ascii.h"

namespace dossier {
namespace {

using protocols::Action;
using protocols::ActionSet;
using protocols::is_fence;
using protocols::is_marker;

constexpr std::string_view kStart = "CONTENT_START";
constexpr std::string_view kEnd = "CONTENT_END";
constexpr std::string_view kNoNewline = "\\ No newline at end of file";

// A line of quoted text without its mark.
std::string_view unquoted(std::string_view line) {
  const size_t mark = line.find_first_not_of(" \t");
  if (mark == line.npos || line[mark] != '>') return line;
  line.remove_prefix(mark + 1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

// Walks the reply's lines once. Lines keep their ends, so content survives byte for byte.
class ActionReader {
 public:
  ActionReader(std::string_view text, const ActionSet& set) : set_(set) {
    for (size_t at = 0; at < text.size();) {
      const size_t end = text.find('\n', at);
      const size_t next = end == text.npos ? text.size() : end + 1;
      lines_.push_back(text.substr(at, next - at));
      at = next;
    }
  }

  Turn read() {
    while (at_ < lines_.size()) {
      const auto request = request_at(at_);
      if (request) {
        action(*request, /*fenced=*/false);
      } else if (is_fence(lines_[at_]) && request_at(in_fence(at_ + 1))) {
        for (at_ = in_fence(at_ + 1); request_at(at_); at_ = in_fence(at_))
          action(*request_at(at_), true);
        if (at_ < lines_.size() && is_fence(lines_[at_])) ++at_;
      } else {
        turn_.text += lines_[at_++];
      }
    }
    turn_.text = std::string(trimmed(turn_.text));
    return std::move(turn_);
  }

 private:
  std::optional<std::string_view> request_at(size_t line) const {
    return line < lines_.size() ? protocols::request_in(lines_[line], set_) : std::nullopt;
  }
  // The next line of a fence that holds actions: those of a tolerant set may stand apart.
  size_t in_fence(size_t line) const {
    while (set_.is_tolerant && line < lines_.size() && trimmed(lines_[line]).empty()) ++line;
    return line;
  }

  void fault(size_t line, std::string message) {
    turn_.faults.push_back({static_cast<uint32_t>(line + 1), std::move(message)});
  }

  void action(std::string_view request, bool fenced) {
    const size_t line = at_++;
    is_quoted_ = set_.is_tolerant && trimmed(lines_[line]).starts_with('>');
    std::string problem;
    auto parsed = protocols::read_request(request, set_, problem);
    // Content after a malformed EDIT_FILE line is skipped with it, never taken for prose.
    const std::string field = parsed ? parsed->action->content : starts_content() ? "content" : "";
    if (!problem.empty()) fault(line, std::move(problem));
    if (!field.empty() && !content(line, fenced, parsed ? &*parsed : nullptr)) return;
    if (parsed) turn_.calls.push_back(std::move(parsed->call));
  }

  std::string_view text_at(size_t line) const {
    return is_quoted_ ? unquoted(lines_[line]) : lines_[line];
  }
  bool starts_content() const {
    return at_ < lines_.size() && is_marker(text_at(at_), kStart, set_.is_tolerant);
  }

  // Reads CONTENT_START … CONTENT_END into the call's content.
  bool content(size_t line, bool fenced, protocols::Request* request) {
    const std::string name = request != nullptr ? request->action->name : "EDIT_FILE";
    const size_t before = at_;
    while (at_ < lines_.size() &&
           (trimmed(text_at(at_)).empty() || (!fenced && is_fence(text_at(at_)))))
      ++at_;
    const bool inner_fence = at_ > before && is_fence(text_at(at_ - 1));
    if (!starts_content()) {
      at_ = before;
      fault(line, name + ": CONTENT_START must stand on the line after the action");
      return false;
    }
    // Markers that are bold end with one that is: a plain start has a plain end.
    const bool is_marked = trimmed(text_at(at_)) != kStart;
    std::string body;
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string_view text = trimmed(text_at(at_));
      if (is_marker(text, kEnd, is_marked)) {
        ++at_;
        if (inner_fence && at_ < lines_.size() && is_fence(text_at(at_))) ++at_;
        if (request != nullptr) request->call.input.set(request->action->content, std::move(body));
        return true;
      }
      if (text == kStart) {
        fault(at_, name + ": CONTENT_START inside the content; end the first with CONTENT_END");
        skip_content();
        return false;
      }
      if (text == kNoNewline && at_ + 1 < lines_.size() &&
          is_marker(text_at(at_ + 1), kEnd, is_marked)) {
        if (body.ends_with('\n')) body.pop_back();
        if (lines_[at_].ends_with("\r\n") && body.ends_with('\r')) body.pop_back();
      } else {
        body += text_at(at_);
      }
    }
    fault(line, name + ": CONTENT_END is missing");
    return false;
  }

  void skip_content() {
    while (at_ < lines_.size() && trimmed(text_at(at_)) != kEnd) ++at_;
    if (at_ < lines_.size()) ++at_;
  }

  const ActionSet& set_;
  std::vector<std::string_view> lines_;
  size_t at_ = 0;
  bool is_quoted_ = false;  // the action that is read, with its content
  Turn turn_;
};

std::string in_quotes(std::string_view value) {
  std::string out = "'";
  for (const char c : value) {
    if (c == '\\' || c == '\'') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string content_block(std::string_view content, std::string_view start, std::string_view end) {
  std::string out(start);
  out += '\n';
  out += content;
  // Each line ends in a newline; a file without a final one is marked.
  if (!content.empty() && !content.ends_with('\n')) (out += '\n') += std::string(kNoNewline) + "\n";
  return (out += end) += '\n';
}

// What only the tools of a chat say: rows, and where to read on.
std::string rows_block(const ToolResult& result) {
  std::string out = "RESULT_START\n" + result.result.dump() + "\nRESULT_END\n";
  if (result.total >= 0)
    out += "NOTE: " + std::to_string(std::max<int64_t>(0, result.returned)) + " of " +
           std::to_string(result.total) + (result.truncated ? " or more" : "") + " shown" +
           (result.cursor.empty() ? "" : "; go on with cursor=" + in_quotes(result.cursor)) + "\n";
  return out;
}

class ActionLines final : public Protocol {
 public:
  ActionLines(std::string_view name, const ActionSet& set) : name_(name), set_(set) {}

  std::string_view name() const override { return name_; }

  Turn parse(const Message& reply) const override { return ActionReader(reply.text, set_).read(); }

  Message render(const Turn& turn) const override {
    std::string text = turn.text;
    for (const auto& call : turn.calls) {
      if (!text.empty() && !text.ends_with('\n')) text += '\n';
      text += "ACTION: " + head_of(call) + "\n";
      const Action* action = set_.of_tool(call.tool);
      const Json* content = action != nullptr && !action->content.empty()
                                ? call.input.find(action->content)
                                : nullptr;
      if (content != nullptr)
        text += content_block(content->string() ? *content->string() : "", kStart, kEnd);
    }
    return {Role::assistant, std::move(text), {}, {}};
  }

  Message render_results(std::span<const ToolResult> results) const override {
    std::string text;
    for (const auto& result : results) text += (text.empty() ? "" : "\n") + result_block(result);
    return {Role::user, std::move(text), {}, {}};
  }

  Message correction(std::span<const Fault> faults) const override {
    std::string text;
    for (const auto& fault : faults)
      text += "ACTION_RESULT: INVALID\nSTATUS: ERROR: " + protocols::described(fault) + "\n";
    text += "Nothing of that reply was run. Send the corrected actions.\n";
    return {Role::user, std::move(text), {}, {}};
  }

 private:
  // NAME(path='…'[, offset=1][, limit=2]); an object where a value has more than one line.
  std::string head_of(const ToolCall& call) const {
    const Action* action = set_.of_tool(call.tool);
    std::string out;
    Json values = Json::object();
    bool has_lines = false;
    if (action == nullptr) return call.tool + "(path=" + in_quotes(call.input.text("path")) + ")";
    for (const auto& field : action->fields) {
      const Json* value = call.input.find(field.name);
      if (value == nullptr && !(field.is_required && !set_.is_tolerant)) continue;
      if (value != nullptr) values.set(field.name, *value);
      has_lines |= value != nullptr && value->string() != nullptr &&
                   value->string()->find_first_of("\r\n") != std::string::npos;
      out += (out.empty() ? "" : ", ") + field.name + "=" +
             (value == nullptr             ? "''"
              : value->string() != nullptr ? in_quotes(*value->string())
                                           : value->dump());
    }
    return action->name + "(" + (has_lines && set_.is_tolerant ? values.dump() : out) + ")";
  }

  std::string result_block(const ToolResult& result) const {
    std::string out = "ACTION_RESULT: " + head_of(result.call) + "\n";
    if (!result.ok) {
      std::string why = text_of_value(result.result);
      for (char& c : why)
        if (c == '\n' || c == '\r') c = ' ';
      return out + "STATUS: ERROR: " + why + "\n";
    }
    out += "STATUS: SUCCESS\n";
    if (const Json* diff = result.result.find("diff"))
      return out + "DIFF_START\n" + (diff->string() ? *diff->string() : "") + "DIFF_END\n";
    const Json* content = result.result.find("content");
    if (content == nullptr && result.result.find("listing") == nullptr && set_.is_tolerant)
      return out + rows_block(result);
    const std::string& text =
        content != nullptr ? result.result.text("content") : result.result.text("listing");
    out += content_block(text, kStart, kEnd);
    if (const std::string& note = result.result.text("note"); !note.empty())
      out += "NOTE: " + note + "\n";
    return out;
  }

  std::string_view name_;
  const ActionSet& set_;
};

}  // namespace

const Protocol& action_lines() {
  static const ActionLines protocol("action_lines/2", protocols::chat_actions());
  return protocol;
}

const Protocol& seed_action_lines() {
  static const ActionLines protocol("action_lines/1", protocols::seed_actions());
  return protocol;
}

}  // namespace dossier
