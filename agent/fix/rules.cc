#include "agent/fix/rules.h"

#include <algorithm>

#include "agent/bounds.h"
#include "agent/protocols/reply_text.h"
#include "agent/tool.h"
#include "engine/json_budget.h"
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

constexpr std::string_view kReportShape =
    "Write the report again as a JSON array of {\"goal\",\"status\",\"evidence\",\"reasoning\"}, "
    "all of them texts, \"status\" either Achieved or Not Achieved, and %%_Fin_%% below it.";

std::string without_fence(std::string_view text) {
  const std::string_view body = protocols::unfenced(text);
  const size_t first = body.find('['), last = body.rfind(']');
  return first == body.npos || last == body.npos || last < first
             ? std::string(body)
             : std::string(body.substr(first, last - first + 1));
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

std::optional<std::string> report_problem(std::string_view report) {
  JsonBudget budget{kPeerBounds.json_values};
  const auto parsed = parse_json(without_fence(report), budget);
  const auto wrong = [](const std::string& what) {
    return "The verification report cannot be used: " + what + ". " + std::string(kReportShape);
  };
  if (const auto* fault = std::get_if<JsonFault>(&parsed))
    return wrong("it is no JSON array: " + fault->message);
  const Json& rows = std::get<Json>(parsed);
  if (rows.items() == nullptr || rows.items()->empty())
    return wrong("it must be a JSON array of at least one goal");
  std::string left;
  for (size_t i = 0; i < rows.items()->size(); ++i) {
    const Json& row = (*rows.items())[i];
    const std::string at = "$[" + std::to_string(i) + "]";
    if (row.fields() == nullptr) return wrong(at + " must be an object");
    for (const std::string_view key : {"goal", "status", "evidence", "reasoning"})
      if (row[key].string() == nullptr || (row[key].string()->empty() && key != "evidence"))
        return wrong(at + "." + std::string(key) + " must be a text");
    const std::string& status = row.text("status");
    if (equal_ignoring_case(status, "Not Achieved"))
      left += "- " + row.text("goal") + ": " + row.text("reasoning") + "\n";
    else if (!equal_ignoring_case(status, "Achieved"))
      return wrong(at + ".status must be Achieved or Not Achieved");
  }
  if (left.empty()) return std::nullopt;
  return "These goals are not achieved by your own report, so this is not the end:\n" + left +
         "Think, plan and act on what is left.";
}

std::string noted_check(const ToolResult& result) {
  if (!result.ok)
    return "The command of the final check was not run: " +
           (result.result.string() != nullptr ? *result.result.string() : result.result.dump()) +
           "\n\n";
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

}  // namespace dossier
