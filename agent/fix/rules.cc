#include "agent/fix/rules.h"

#include <algorithm>

#include "agent/json_texts.h"
#include "agent/tool.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kLeastShown = 400;

std::string_view whole_lines(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return text;
  const size_t end = text.substr(0, bytes).rfind('\n');
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

std::string noted_check(const ToolResult& result) {
  if (!result.ok)
    return "The command of the final check was not run: " + text_of_value(result.result) + "\n\n";
  if (!result.result.flag("passed")) return {};
  return "The command of the final check passed: " + result.result.text("command") + "\n\n";
}

std::string failed_check(const Json& result) {
  return "$ " + result.text("command") + "\n" + result.text("output") +
         (result.text("output").ends_with('\n') || result.text("output").empty() ? "" : "\n") +
         "(" + result.text("ended") + ")\n";
}

}  // namespace dossier
