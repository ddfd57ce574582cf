// Which changes of files a call of another program's tool asks for.
#include <algorithm>

#include "agent/foreign/change.h"

namespace dossier::foreign {
namespace {

std::string first_text(const Json& input, std::initializer_list<std::string_view> names) {
  for (const auto name : names)
    if (const Json* value = input.find(name); value != nullptr && value->string() != nullptr)
      return *value->string();
  return {};
}

Change replacing(const std::string& path, const Json& edit) {
  Change out;
  out.path = path;
  out.old = first_text(edit, {"old_string", "old_str"});
  out.text = first_text(edit, {"new_string", "new_str"});
  out.kind = edit.flag("replace_all") ? Change::replace_all : Change::replace;
  // A file that is made by replacing nothing.
  if (out.old.empty()) out.kind = Change::write;
  return out;
}

// The editor that Anthropic's models know: {command, path, …}. SWE-agent, OpenHands and inspect_ai
// have it too.
std::vector<Change> of_editor(const Json& input) {
  const std::string& command = input.text("command");
  const std::string path = first_text(input, {"path", "file_path"});
  if (command == "create")
    return {{Change::create, path, first_text(input, {"file_text", "content"}), {}, 0, 0, {}}};
  if (command == "str_replace") return {replacing(path, input)};
  // Its lines are what stands between newlines: one at the end makes an empty line more.
  if (command == "insert")
    return {{Change::insert,
             path,
             first_text(input, {"new_str", "insert_text"}) + "\n",
             {},
             line_number(input.number("insert_line")),
             0,
             {}}};
  return {};
}

bool has_editor_command(const Json& input) {
  const std::string& command = input.text("command");
  return !first_text(input, {"path", "file_path"}).empty() &&
         (command == "create" || command == "str_replace" || command == "insert");
}

// "apply_patch <<'EOF'…", ["apply_patch", "…"], ["bash", "-lc", "apply_patch …"]
std::string_view patch_of_command(const Json& input) {
  for (const std::string_view key : {"command", "cmd"}) {
    const Json* command = input.find(key);
    if (command == nullptr) continue;
    bool is_named = false;  // by a word before
    const auto patch_in = [&](const Json& text) -> std::string_view {
      if (text.string() == nullptr) return {};
      const std::string_view word = *text.string();
      const size_t patch = word.find("*** Begin Patch"), name = word.find("apply_patch");
      is_named = is_named || name < patch;
      return patch != word.npos && (patch == 0 || is_named) ? word.substr(patch)
                                                            : std::string_view();
    };
    if (const auto patch = patch_in(*command); !patch.empty()) return patch;
    for (const auto& word : command->each())
      if (const auto patch = patch_in(word); !patch.empty()) return patch;
  }
  return {};
}

}  // namespace

std::vector<Change> changes_in_patch(std::string_view patch) {
  std::vector<Change> out;
  const size_t begin = patch.find("*** Begin Patch");
  if (begin == patch.npos) return out;
  Change::Hunk hunk;
  std::string moved_to;
  const auto end_hunk = [&] {
    if (!out.empty() && (!hunk.before.empty() || !hunk.after.empty()))
      out.back().parts.push_back(std::move(hunk));
    hunk = {};
  };
  const auto end_file = [&] {
    end_hunk();
    if (moved_to.empty() || out.empty()) return;
    const std::string from = out.back().path;
    if (out.back().parts.empty()) out.pop_back();
    out.push_back({Change::copy, moved_to, {}, from, 0, 0, {}});
    out.push_back({Change::remove, from, {}, {}, 0, 0, {}});
    moved_to.clear();
  };
  for (const auto& line : lines_of(patch.substr(begin))) {
    const auto named = [&](std::string_view mark) {
      return line.starts_with(mark) ? std::optional(line.substr(mark.size())) : std::nullopt;
    };
    if (out.size() > kMostChanges || line.starts_with("*** End Patch")) break;
    if (const auto added = named("*** Add File: ")) {
      end_file();
      out.push_back({Change::create, *added, {}, {}, 0, 0, {}});
    } else if (const auto removed = named("*** Delete File: ")) {
      end_file();
      out.push_back({Change::remove, *removed, {}, {}, 0, 0, {}});
    } else if (const auto updated = named("*** Update File: ")) {
      end_file();
      out.push_back({Change::hunks, *updated, {}, {}, 0, 0, {}});
    } else if (const auto moved = named("*** Move to: ")) {
      moved_to = *moved;
    } else if (out.empty() || line.starts_with("*** ")) {
      continue;
    } else if (out.back().kind == Change::create) {
      if (line.starts_with('+')) out.back().text += line.substr(1) + "\n";
    } else if (line.starts_with("@@")) {
      end_hunk();
      if (line.size() > 3) hunk.place = line.substr(3);
    } else if (out.back().kind == Change::hunks) {
      const char op = line.empty() ? ' ' : line[0];
      const std::string text = line.empty() ? "" : line.substr(1);
      if (op != '+') hunk.before.push_back(text);
      if (op != '-') hunk.after.push_back(text);
    }
  }
  end_file();
  std::erase_if(out, [](const Change& change) {
    return change.path.empty() || (change.kind == Change::hunks && change.parts.empty());
  });
  return out;
}

std::vector<Change> changes_in(const ToolCall& call) {
  const Json& input = call.input;
  if (input.fields() == nullptr) return {};
  const std::string& tool = call.tool;
  const std::string path = first_text(input, {"file_path", "path"});
  if (tool == "Edit" && !path.empty()) return {replacing(path, input)};
  if (tool == "MultiEdit" && input.find("edits") != nullptr) {
    std::vector<Change> out;
    for (const auto& edit : input["edits"].each())
      if (out.size() < kMostChanges) out.push_back(replacing(path, edit));
    return out;
  }
  if ((tool == "Write" || tool == "write_file") && input.find("content") != nullptr)
    return {{Change::write, path, input.text("content"), {}, 0, 0, {}}};
  if (has_editor_command(input)) return of_editor(input);
  if (tool == "apply_patch") return changes_in_patch(first_text(input, {"input", "patch"}));
  return changes_in_patch(patch_of_command(input));
}

}  // namespace dossier::foreign
