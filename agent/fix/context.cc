#include "agent/fix/context.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <set>

#include "agent/redact.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kMostWalked = 20'000;
constexpr size_t kSuspectsShown = 20;
constexpr size_t kEvidenceShown = 3;

// After redaction, never before: half a secret is not recognised.
std::string part_of(std::string_view text, size_t bytes) {
  std::string shown = redact(text);
  if (shown.size() <= bytes) return shown;
  const size_t end = shown.rfind('\n', bytes);
  shown = end == shown.npos ? std::string(utf8_prefix(shown, bytes)) : shown.substr(0, end + 1);
  return shown + "[the rest is not shown]\n";
}

std::string in_fence(std::string_view kind, std::string text) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  std::string fence = "```";
  while (text.find(fence) != text.npos) fence += '`';
  return fence + std::string(kind) + "\n" + text + fence + "\n";
}

std::string changes_part(const Json& changes) {
  std::string out;
  for (const std::string_view what : {"removed", "renamed", "changed", "added"})
    for (const auto& row : changes[what].each()) {
      out += "- " + std::string(what) + " " + row.text("kind") + " " + row.text("name");
      if (!row.text("from").empty()) out += ", before " + row.text("from");
      out += " (" + row.text("path") + ":" + std::to_string(row.number("line")) + ")";
      if (!row.text("before").empty()) out += ", was `" + row.text("before") + "`";
      if (!row.text("after").empty()) out += ", is `" + row.text("after") + "`";
      std::string rules;
      for (const auto& rule : row["breaks"].each())
        if (rule.string() != nullptr) rules += (rules.empty() ? "" : ", ") + *rule.string();
      out += (rules.empty() ? "" : "; breaks " + rules) + "\n";
    }
  for (const auto& path : changes["text_only"].each())
    if (path.string() != nullptr)
      out += "- " + *path.string() + " is no .proto file that can be parsed; see its diff\n";
  return out.empty() ? "No declaration changed.\n" : out;
}

// The suspects that the earlier version has.
std::vector<const Json*> suspects_in(const Json& master) {
  std::vector<const Json*> out;
  for (const auto& suspect : master["suspected_files"].each())
    if (suspect.text("state") != "new") out.push_back(&suspect);
  return out;
}

std::string suspects_part(const std::vector<const Json*>& suspects) {
  std::string out;
  for (size_t i = 0; i < suspects.size() && i < kSuspectsShown; ++i) {
    out += std::to_string(i + 1) + ". " + suspects[i]->text("path") + "\n";
    size_t shown = 0;
    for (const auto& reason : (*suspects[i])["reasons"].each())
      for (const auto& seen : reason["evidence"].each()) {
        if (shown++ >= kEvidenceShown) break;
        out += "   - ";
        if (seen.number("line") > 0) out += "line " + std::to_string(seen.number("line")) + ": ";
        out += seen.text("text") + "\n";
      }
  }
  return out.empty() ? "None.\n" : out;
}

std::string contents_part(const std::vector<const Json*>& suspects, size_t bytes) {
  std::string out;
  for (const Json* suspect : suspects) {
    const Json* content = suspect->find("content");
    if (content == nullptr || content->string() == nullptr || out.size() >= bytes) continue;
    out += "### " + suspect->text("path") + "\n\n" +
           in_fence("", part_of(*content->string(), bytes - out.size())) + "\n";
  }
  return out;
}

std::set<std::string> paths_in(Workspace& tree) {
  std::set<std::string> out;
  for (std::deque<std::string> open{"."}; !open.empty() && out.size() < kMostWalked;
       open.pop_front())
    for (const auto& entry : tree.list(open.front()).value_or(std::vector<Entry>())) {
      std::string path = (open.front() == "." ? "" : open.front() + "/") + entry.name;
      if (entry.is_directory) open.push_back(path);
      out.insert(std::move(path));
    }
  return out;
}

// The structure without what only the later version has.
std::string structure_part(const Json& structure, Workspace& tree) {
  const auto known = paths_in(tree);
  std::string out;
  const auto put = [&](std::string folder, const Json& list) {
    while (folder.ends_with('/')) folder.pop_back();
    std::string line;
    for (const auto& item : list.each()) {
      if (item.string() == nullptr) continue;
      std::string path = *item.string();
      while (path.ends_with('/')) path.pop_back();
      if (known.contains(path) || known.contains(folder + "/" + path))
        line += (line.empty() ? "" : ", ") + *item.string();
    }
    if (!line.empty()) out += (folder.empty() ? "top level" : folder + "/") + ": " + line + "\n";
  };
  put("", structure["top_level"]);
  if (const auto* near = structure["near_changed"].fields())
    for (const auto& [folder, list] : *near) put(folder, list);
  return out;
}

}  // namespace

FixContext fix_context_in(const Json& master) {
  const auto wrong = [](const std::string& what) {
    return Error(ErrorCode::invalid, what + "; make it again with dossier grpc context",
                 "master_context.json");
  };
  if (master.fields() == nullptr) throw wrong("it must hold an object");
  const Json& before = master["before"];
  if (before["snapshot"].integer() == nullptr)
    throw wrong("$.before.snapshot must be the number of a snapshot");
  if (master["proto_diff"].string() == nullptr) throw wrong("$.proto_diff must be a text");
  if (master["suspected_files"].items() == nullptr) throw wrong("$.suspected_files must be a list");
  return {std::to_string(before.number("snapshot")), master.text("proto_diff"),
          master.text("summary")};
}

std::string first_message(const Json& master, Workspace& tree, size_t bytes) {
  const auto suspects = suspects_in(master);
  const size_t eighth = bytes / 8;
  std::string out = "# What changed in the .proto files\n\n";
  out += part_of(changes_part(master["proto_changes"]), eighth);
  out += "\n## As a diff\n\nThe tree already holds it.\n\n" +
         in_fence("diff", part_of(master.text("proto_diff"), 2 * eighth));
  out +=
      "\n# Files that probably have to follow, the likeliest first\n\nA ranking by words and "
      "references: some of them may be right as they are, and others may be missing.\n\n" +
      part_of(suspects_part(suspects), eighth);
  if (const std::string contents = contents_part(suspects, 3 * eighth); !contents.empty())
    out += "\n## What the first of them hold\n\n" + contents;
  out += "\n# The tree\n\n" + part_of(structure_part(master["directory_structure"], tree), eighth);
  return out;
}

}  // namespace dossier
