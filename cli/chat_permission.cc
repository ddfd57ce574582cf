#include "cli/chat_permission.h"

#include <algorithm>
#include <iostream>

#include "agent/redact.h"
#include "agent/workspace/diff.h"
#include "cli/agent.h"
#include "cli/questions.h"
#include "cli/terminal.h"

namespace dossier::cli {
namespace {

constexpr int64_t kLinesShown = 200;

// The diff that the call would make; "" if it makes none.
std::string diff_of(const PermissionRequest& request, Workspace* files) {
  if (request.tool == "apply_diff") return request.input.text("diff");
  const Json* content = request.input.find("content");
  if (request.tool != "edit_file" || content == nullptr || content->string() == nullptr) return {};
  const std::string& path = request.input.text("path");
  // The input is shown as the record has it: both sides without secrets.
  auto before = files != nullptr ? files->read(path) : std::nullopt;
  if (before) before = redact(*before);
  return unified_diff(workspace_path(path), before, *content->string());
}

// The first lines of a diff, and how many more there are.
std::string shown_diff(const std::string& diff, bool whole) {
  size_t end = 0;
  for (int64_t lines = 0; end < diff.size() && (whole || lines < kLinesShown); ++lines)
    end = std::min(diff.find('\n', end), diff.size() - 1) + 1;
  const auto left = std::count(diff.begin() + static_cast<std::ptrdiff_t>(end), diff.end(), '\n');
  return coloured_diff(std::string_view(diff).substr(0, end)) +
         (end < diff.size() ? "… " + counted(left, "more line") + "; [v] shows the whole diff\n"
                            : "");
}

std::string named(const PermissionRequest& request) {
  const bool is_edit = request.tool == "edit_file" || request.tool == "apply_diff";
  std::string out = printable(request.tool);
  if (is_edit && !request.input.text("path").empty())
    out += " " + printable(request.input.text("path"));
  return out + (request.within.empty() ? "" : ", called by " + printable(request.within)) + " (" +
         std::string(name_of(request.capability)) + ")";
}

}  // namespace

Consent ask_person(const PermissionRequest& request, Workspace* files) {
  const std::string diff = diff_of(request, files);
  std::cerr << "\r\x1b[K";
  if (!diff.empty())
    std::cerr << shown_diff(diff, false);
  else if (request.tool == "run_command")
    std::cerr << styled("$ " + printable_lines(request.input.text("command")), Style::bold) << "\n";
  else
    std::cerr << printable(shown_call({{}, std::string(request.tool), request.input})) << "\n";
  for (;;) {
    const char key =
        asked_key("Allow " + named(request) + "? [y]es, [t]his tool always, all of [c]ategory " +
                  printable(request.category) + ", [a]ll of its kind, [N]o ");
    const bool is_shown = key > ' ' && key < 0x7F;
    std::cerr << (is_shown ? std::string(1, key) : std::string()) << "\n";
    if (key == 'v' && !diff.empty()) {
      std::cerr << shown_diff(diff, true);
      continue;
    }
    if (key == 'y') return {true, Consent::call};
    if (key == 't') return {true, Consent::tool};
    if (key == 'c') return {true, Consent::category};
    return key == 'a' ? Consent{true, Consent::capability} : Consent{};
  }
}

}  // namespace dossier::cli
