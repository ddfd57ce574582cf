// File actions as lines of text (docs/formats.md). An action stands alone on its line, behind an
// optional list bullet or code fence; EDIT_FILE is followed by its content between two marker
// lines. The content is taken byte for byte. What is not an action is prose.
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "agent/protocol.h"
#include "agent/protocols/reply_text.h"

namespace dossier {
namespace {

using protocols::is_fence;
using protocols::trimmed;

constexpr std::string_view kStart = "CONTENT_START";
constexpr std::string_view kEnd = "CONTENT_END";
constexpr std::string_view kNoNewline = "\\ No newline at end of file";

struct Action {
  std::string_view name, tool;
  bool has_content, has_range;
};
constexpr std::array<Action, 3> kActions = {{{"READ_FILE", "read_file", false, true},
                                             {"LIST_DIR", "list_dir", false, true},
                                             {"EDIT_FILE", "edit_file", true, false}}};

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

const Action* action_named(std::string_view name) {
  const std::string wanted = upper(name);
  for (const auto& action : kActions)
    if (action.name == wanted) return &action;
  return nullptr;
}

const Action* action_of_tool(std::string_view tool) {
  for (const auto& action : kActions)
    if (action.tool == tool) return &action;
  return nullptr;
}

// Reads one action's text from the left.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }
  void spaces() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
  }
  bool take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string_view word() {
    size_t n = 0;
    while (n < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[n])) != 0 || rest_[n] == '_'))
      ++n;
    const auto word = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return word;
  }
  /// A quoted value (the quote is next); nothing when the quote is never closed.
  std::optional<std::string> in_quotes() {
    const char quote = rest_[0];
    std::string out;
    for (size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == quote) {
        rest_.remove_prefix(i + 1);
        return out;
      }
      // Only what needs escaping is unescaped: a path may hold other backslashes.
      const bool escape = rest_[i] == '\\' && i + 1 < rest_.size() &&
                          (rest_[i + 1] == '\\' || rest_[i + 1] == '\'' || rest_[i + 1] == '"');
      if (escape) ++i;
      out += rest_[i];
    }
    return std::nullopt;
  }
  /// An unquoted value: up to a comma or the closing parenthesis, inner pairs included.
  std::string bare() {
    size_t n = 0;
    int depth = 0;
    for (; n < rest_.size(); ++n) {
      if (rest_[n] == '(') ++depth;
      if (rest_[n] == ')' && depth-- == 0) break;
      if (rest_[n] == ',' && depth == 0) break;
    }
    const std::string out(trimmed(rest_.substr(0, n)));
    rest_.remove_prefix(n);
    return out;
  }

 private:
  std::string_view rest_;
};

// The text behind a list bullet: "- x", "* x", "+ x", "1. x", "2) x".
std::string_view without_bullet(std::string_view line) {
  line = trimmed(line);
  if (line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ')
    return trimmed(line.substr(1));
  size_t digits = 0;
  while (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits])) != 0)
    ++digits;
  if (digits > 0 && digits < 4 && digits + 1 < line.size() &&
      (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ')
    return trimmed(line.substr(digits + 1));
  return line;
}

// The text after "ACTION:" when the line is a request, else nothing.
std::optional<std::string_view> request_of(std::string_view line) {
  line = without_bullet(line);
  while (line.starts_with('`')) line.remove_prefix(1);
  line = trimmed(line);
  Cursor cursor(line);
  const std::string_view keyword = cursor.word();
  cursor.spaces();
  if (upper(keyword) != "ACTION" || !cursor.take(':')) return std::nullopt;
  cursor.spaces();
  Cursor ahead = cursor;
  const std::string_view name = ahead.word();
  // "Action: something" in prose is not a request; a known name, or the keyword in capitals with
  // something that looks like a call, is meant as one.
  if (action_named(name) != nullptr) return cursor.rest();
  ahead.spaces();
  if (keyword == "ACTION" && !name.empty() && ahead.take('(')) return cursor.rest();
  return std::nullopt;
}

std::optional<int64_t> integer_in(const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

// One parameter into the call; the text of the fault, or "".
std::string put_parameter(const Action& action, ToolCall& call, std::string_view key,
                          const std::string& value) {
  const std::string name(action.name);
  if (call.input.find(key) != nullptr) return name + ": " + std::string(key) + " is given twice";
  if (key == "path") {
    call.input.set("path", value);
    return {};
  }
  if (action.has_range && (key == "offset" || key == "limit")) {
    const auto number = integer_in(value);
    if (!number) return name + ": " + std::string(key) + " must be a whole number";
    call.input.set(key, *number);
    return {};
  }
  return name + ": unknown parameter '" + std::string(key) + "'; write " + name + "(path='…')";
}

// NAME(key='value', …) after "ACTION:". Sets `fault` and returns nothing when malformed.
std::optional<std::pair<const Action*, ToolCall>> parse_request(std::string_view text,
                                                                std::string& fault) {
  Cursor cursor(text);
  const std::string_view name = cursor.word();
  const Action* action = action_named(name);
  if (action == nullptr) {
    fault = "unknown action '" + std::string(name) +
            "'; the actions are READ_FILE, LIST_DIR and EDIT_FILE";
    return std::nullopt;
  }
  const std::string shape = "; write ACTION: " + std::string(action->name) + "(path='…')";
  ToolCall call{{}, std::string(action->tool), Json::object()};
  cursor.spaces();
  bool open = cursor.take('(');
  if (!open) fault = std::string(action->name) + ": the parameters are missing" + shape;
  for (cursor.spaces(); open && !cursor.take(')'); cursor.spaces()) {
    std::string key(cursor.word());
    for (char& c : key) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    cursor.spaces();
    if (key.empty() || (!cursor.take('=') && !cursor.take(':'))) {
      fault = std::string(action->name) + ": expected name='value'" + shape;
      return std::nullopt;
    }
    cursor.spaces();
    const bool quotes = cursor.rest().starts_with('\'') || cursor.rest().starts_with('"');
    const auto value = quotes ? cursor.in_quotes() : std::optional(cursor.bare());
    if (!value) fault = std::string(action->name) + ": a quote is not closed" + shape;
    if (value) fault = put_parameter(*action, call, key, *value);
    if (!fault.empty()) return std::nullopt;
    cursor.spaces();
    if (!cursor.take(',') && !cursor.rest().starts_with(')')) {
      fault = std::string(action->name) + ": expected ',' or ')' after " + key + shape;
      return std::nullopt;
    }
  }
  while (cursor.take('`')) {
  }
  if (fault.empty() && !trimmed(cursor.rest()).empty())
    fault = std::string(action->name) + ": text after the closing parenthesis" + shape;
  if (fault.empty() && call.input.text("path").empty())
    fault = std::string(action->name) + ": path is missing" + shape;
  if (!fault.empty()) return std::nullopt;
  return std::pair(action, std::move(call));
}

// Walks the reply's lines once. Lines keep their ends, so content survives byte for byte.
class Reader {
 public:
  explicit Reader(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      const size_t end = text.find('\n', at);
      const size_t next = end == text.npos ? text.size() : end + 1;
      lines_.push_back(text.substr(at, next - at));
      at = next;
    }
  }

  Turn read() {
    while (at_ < lines_.size()) {
      const auto request = request_of(lines_[at_]);
      if (request) {
        action(*request, /*fenced=*/false);
      } else if (is_fence(lines_[at_]) && at_ + 1 < lines_.size() && request_of(lines_[at_ + 1])) {
        ++at_;
        while (at_ < lines_.size() && request_of(lines_[at_]))
          action(*request_of(lines_[at_]), true);
        if (at_ < lines_.size() && is_fence(lines_[at_])) ++at_;
      } else {
        turn_.text += lines_[at_++];
      }
    }
    turn_.text = std::string(trimmed(turn_.text));
    return std::move(turn_);
  }

 private:
  void fault(size_t line, std::string message) {
    turn_.faults.push_back({static_cast<uint32_t>(line + 1), std::move(message)});
  }

  void action(std::string_view request, bool fenced) {
    const size_t line = at_++;
    std::string problem;
    auto parsed = parse_request(request, problem);
    // Content after a malformed EDIT_FILE line is skipped with it, never taken for prose.
    const bool edit = parsed ? parsed->first->has_content : starts_content();
    if (!problem.empty()) fault(line, std::move(problem));
    if (edit && !content(line, fenced, parsed ? &parsed->second : nullptr)) return;
    if (parsed) turn_.calls.push_back(std::move(parsed->second));
  }

  bool starts_content() const { return at_ < lines_.size() && trimmed(lines_[at_]) == kStart; }

  // Reads CONTENT_START … CONTENT_END into the call's content.
  bool content(size_t line, bool fenced, ToolCall* call) {
    const size_t before = at_;
    while (at_ < lines_.size() &&
           (trimmed(lines_[at_]).empty() || (!fenced && is_fence(lines_[at_]))))
      ++at_;
    const bool inner_fence = at_ > before && is_fence(lines_[at_ - 1]);
    if (!starts_content()) {
      at_ = before;
      fault(line, "EDIT_FILE: CONTENT_START must stand on the line after the action");
      return false;
    }
    std::string body;
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string_view text = trimmed(lines_[at_]);
      if (text == kEnd) {
        ++at_;
        if (inner_fence && at_ < lines_.size() && is_fence(lines_[at_])) ++at_;
        if (call != nullptr) call->input.set("content", std::move(body));
        return true;
      }
      if (text == kStart) {
        fault(at_, "EDIT_FILE: CONTENT_START inside the content; end the first with CONTENT_END");
        skip_content();
        return false;
      }
      if (text == kNoNewline && at_ + 1 < lines_.size() && trimmed(lines_[at_ + 1]) == kEnd) {
        if (body.ends_with('\n')) body.pop_back();
        if (lines_[at_].ends_with("\r\n") && body.ends_with('\r')) body.pop_back();
      } else {
        body += lines_[at_];
      }
    }
    fault(line, "EDIT_FILE: CONTENT_END is missing");
    return false;
  }

  void skip_content() {
    while (at_ < lines_.size() && trimmed(lines_[at_]) != kEnd) ++at_;
    if (at_ < lines_.size()) ++at_;
  }

  std::vector<std::string_view> lines_;
  size_t at_ = 0;
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

// NAME(path='…'[, offset=1][, limit=2])
std::string head_of(const ToolCall& call) {
  const Action* action = action_of_tool(call.tool);
  std::string out(action != nullptr ? action->name : std::string_view(call.tool));
  out += "(path=" + in_quotes(call.input.text("path"));
  for (const std::string_view key : {"offset", "limit"})
    if (const Json* value = call.input.find(key))
      out += ", " + std::string(key) + "=" + value->dump();
  return out + ")";
}

std::string content_block(std::string_view content, std::string_view start, std::string_view end) {
  std::string out(start);
  out += '\n';
  out += content;
  // Each line ends in a newline; a file without a final one is marked.
  if (!content.empty() && !content.ends_with('\n')) (out += '\n') += std::string(kNoNewline) + "\n";
  return (out += end) += '\n';
}

std::string result_block(const ToolResult& result) {
  std::string out = "ACTION_RESULT: " + head_of(result.call) + "\n";
  if (!result.ok) {
    std::string why = result.result.string() ? *result.result.string() : result.result.dump();
    for (char& c : why)
      if (c == '\n' || c == '\r') c = ' ';
    return out + "STATUS: ERROR: " + why + "\n";
  }
  out += "STATUS: SUCCESS\n";
  if (const Json* diff = result.result.find("diff"))
    return out + "DIFF_START\n" + (diff->string() ? *diff->string() : "") + "DIFF_END\n";
  const Json* content = result.result.find("content");
  const std::string& text =
      content != nullptr ? result.result.text("content") : result.result.text("listing");
  out += content_block(text, kStart, kEnd);
  if (const std::string& note = result.result.text("note"); !note.empty())
    out += "NOTE: " + note + "\n";
  return out;
}

class ActionLines final : public Protocol {
 public:
  std::string_view name() const override { return "action_lines/1"; }

  Turn parse(const Message& reply) const override { return Reader(reply.text).read(); }

  Message render(const Turn& turn) const override {
    std::string text = turn.text;
    for (const auto& call : turn.calls) {
      if (!text.empty() && !text.ends_with('\n')) text += '\n';
      text += "ACTION: " + head_of(call) + "\n";
      if (const Json* content = call.input.find("content"))
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
};

}  // namespace

const Protocol& action_lines() {
  static const ActionLines protocol;
  return protocol;
}

}  // namespace dossier
