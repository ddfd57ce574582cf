// Which changes of files a call of another program's tool asks for.
#include <algorithm>
#include <cctype>

#include "agent/foreign/change.h"

namespace dossier::foreign {
namespace {

constexpr size_t kMostChanges = 10'000;  // of one call

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

std::string shell_command(const Json& input) {
  const Json* command = input.find("command");
  if (command == nullptr) command = input.find("cmd");
  if (command == nullptr) return {};
  if (command->string() != nullptr) return *command->string();
  // ["bash", "-lc", "…"], ["apply_patch", "…"]
  std::vector<std::string> words;
  for (const auto& word : command->each())
    if (word.string() != nullptr) words.push_back(*word.string());
  if (words.size() == 2 && words[0] == "apply_patch") return words[1];
  if (words.size() == 3 && words[1].starts_with("-") && words[1].ends_with("c")) return words[2];
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

bool has_editor_command(const Json& input) {
  const std::string& command = input.text("command");
  return !first_text(input, {"path", "file_path"}).empty() &&
         (command == "create" || command == "str_replace" || command == "insert");
}

// The body of the first here-document, and what stands before it.
struct Document {
  std::string_view head, body;
};

std::optional<Document> document_in(std::string_view command) {
  const size_t mark = command.find("<<");
  if (mark == command.npos || command.substr(0, mark).find('\n') != command.npos)
    return std::nullopt;
  size_t at = mark + 2;
  if (at < command.size() && command[at] == '-') ++at;
  while (at < command.size() && command[at] == ' ') ++at;
  const char quote =
      at < command.size() && (command[at] == '\'' || command[at] == '"') ? command[at++] : '\0';
  const size_t word = at;
  while (at < command.size() &&
         (std::isalnum(static_cast<unsigned char>(command[at])) != 0 || command[at] == '_'))
    ++at;
  const std::string_view end = command.substr(word, at - word);
  const size_t line = command.find('\n', at);
  if (end.empty() || line == command.npos) return std::nullopt;
  for (size_t begin = line + 1; begin <= command.size();) {
    const size_t stop = std::min(command.find('\n', begin), command.size());
    if (command.substr(begin, stop - begin) == end) {
      const std::string_view body = command.substr(line + 1, begin - line - 1);
      // Without quotes the shell would have put values in.
      if (quote == '\0' && body.find_first_of("$`\\") != body.npos) return std::nullopt;
      std::string_view head = command.substr(0, line);
      return Document{head, body};
    }
    begin = stop + 1;
  }
  return std::nullopt;
}

// "cat > path <<'EOF'", "cat <<'EOF' >> path".
std::optional<Change> document_written(const Document& document) {
  if (!document.head.starts_with("cat ")) return std::nullopt;
  if (document.head.find_first_of("|;&") != std::string_view::npos) return std::nullopt;
  const size_t arrow = document.head.find('>');
  if (arrow == document.head.npos) return std::nullopt;
  const bool appends = document.head.substr(arrow).starts_with(">>");
  const auto words = shell_words(document.head.substr(arrow + (appends ? 2 : 1)));
  if (words.empty() || words[0].starts_with("<")) return std::nullopt;
  return Change{
      appends ? Change::append : Change::write, words[0], std::string(document.body), {}, 0, 0, {}};
}

}  // namespace

std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> out;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == '\'' && c != '\'') {
      word += c;
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '"' && c == '\\' && at + 1 < command.size() &&
               std::string_view("\"\\$`").find(command[at + 1]) != std::string_view::npos) {
      word += command[++at];
    } else if (quote != '\0') {
      word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      inside = true;
    } else if (c == '\\' && at + 1 < command.size()) {
      word += command[++at];
      inside = true;
    } else if (c == ' ' || c == '\t') {
      if (inside) out.push_back(word);
      word.clear();
      inside = false;
    } else if (c == '\n' || c == ';' || c == '|' || c == '&') {
      break;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) out.push_back(word);
  return out;
}

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

std::vector<Change> changes_in_shell(std::string_view command) {
  while (command.ends_with('\n') || command.ends_with(' ')) command.remove_suffix(1);
  if (const size_t patch = command.find("*** Begin Patch");
      patch != command.npos &&
      (patch == 0 || command.substr(0, patch).find("apply_patch") != std::string_view::npos))
    return changes_in_patch(command.substr(patch));
  if (const auto document = document_in(command)) {
    if (auto change = document_written(*document)) return {std::move(*change)};
    return {};
  }
  if (!command.starts_with("rm ") || command.find_first_of(";|&*?$`<>(){}\n") != command.npos)
    return {};
  std::vector<Change> out;
  auto words = shell_words(command);
  for (size_t i = 1; i < words.size() && i < kMostChanges; ++i) {
    // Of a folder it is not known what it held.
    if (words[i].starts_with("-") && words[i].find('r') != std::string::npos) return {};
    if (!words[i].starts_with("-")) out.push_back({Change::remove, words[i], {}, {}, 0, 0, {}});
  }
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
  return changes_in_shell(shell_command(input));
}

}  // namespace dossier::foreign
