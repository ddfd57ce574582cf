#include "agent/fix/rules.h"

#include <algorithm>

#include "agent/tool.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kLeastShown = 400;

std::string_view whole_lines(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return text;
  const size_t end = text.rfind('\n', bytes);
  return end == text.npos || end == 0 ? utf8_prefix(text, bytes) : text.substr(0, end + 1);
}

// A file, a listing or a diff; true if the result is one.
bool cut_text(ToolResult& result, size_t bytes) {
  for (const std::string_view key : {"content", "listing", "change"}) {
    const Json* field = result.result.find(key);
    if (field == nullptr || field->string() == nullptr) continue;
    const std::string& text = *field->string();
    if (text.size() <= bytes) return true;
    std::string shown(whole_lines(text, bytes));
    const auto lines = std::count(shown.begin(), shown.end(), '\n');
    const int64_t from = result.call.input.number("offset") + lines;
    if (key == "change") shown += "[the rest is not shown]\n";
    result.truncated = true;
    result.result.set(key, std::move(shown))
        .set("note", key == "content" ? "cut here for want of room; read on with \"offset\": " +
                                            std::to_string(from)
                                      : "cut here for want of room; ask for a folder in it");
    return true;
  }
  return false;
}

}  // namespace

std::vector<ToolResult> bounded(std::span<const ToolResult> results, size_t bytes) {
  std::vector<ToolResult> out(results.begin(), results.end());
  size_t left = bytes;
  for (size_t i = 0; i < out.size(); ++i) {
    // What the earlier ones leave is shared by the rest.
    const size_t share = std::max(kLeastShown, left / (out.size() - i));
    if (out[i].ok && !cut_text(out[i], share)) cut(out[i], {}, share);
    left -= std::min(left, out[i].result.dump().size());
  }
  return out;
}

std::string why_not_run(const ToolResult& result) {
  return result.result.string() != nullptr ? *result.result.string() : result.result.dump();
}

std::string noted_check(const ToolResult& result) {
  if (!result.ok)
    return "The command of the final check was not run: " + why_not_run(result) + "\n\n";
  if (!result.result.flag("passed")) return {};
  return "The command of the final check passed: " + result.result.text("command") + "\n\n";
}

std::string failed_check(const Json& result) {
  return "$ " + result.text("command") + "\n" + result.text("output") +
         (result.text("output").ends_with('\n') || result.text("output").empty() ? "" : "\n") +
         "(" + result.text("ended") + ")\n";
}

size_t tail_of(std::span<const Message> messages, int64_t tokens) {
  size_t first = messages.size(), bytes = 0;
  for (size_t i = messages.size(); i-- > 1;) {
    bytes += messages[i].text.size();
    if (messages[i].role != Role::assistant) continue;
    if (first != messages.size() && static_cast<int64_t>(bytes / 4) > tokens) break;
    first = i;
  }
  return first == messages.size() ? 1 : first;
}

std::string told(std::span<const Message> messages, std::string_view summary, size_t bytes) {
  std::string out;
  if (!summary.empty()) out += "# Earlier\n\n" + std::string(summary) + "\n\n";
  const size_t share = std::max(kLeastShown, bytes / std::max<size_t>(1, messages.size()));
  for (const auto& message : messages) {
    out += message.role == Role::assistant ? "# The model\n\n" : "# The answer to it\n\n";
    out += utf8_prefix(message.text, share);
    out += message.text.size() > share ? "\n[cut]\n\n" : "\n\n";
  }
  return out;
}

void put_summary(std::vector<Message>& messages, const Message& start, size_t kept,
                 const std::string& summary) {
  messages.erase(messages.begin() + 1, messages.begin() + static_cast<std::ptrdiff_t>(kept));
  messages.front() = {
      Role::user, start.text + "\n\n# What has happened so far, in short\n\n" + summary, {}, {}};
}

}  // namespace dossier
