#include "agent/fix/context.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <set>
#include <span>

#include "agent/json_texts.h"
#include "agent/redact.h"
#include "engine/error.h"
#include "engine/path_text.h"
#include "engine/unicode.h"
#include "queries/proto/context.h"

namespace dossier {
namespace {

constexpr size_t kMostWalked = 20'000;
constexpr size_t kSuspectsShown = 20;
constexpr size_t kEvidenceShown = 3;

// After redaction, never before: half a secret is not recognised.
std::string part_of(std::string_view text, size_t bytes) {
  std::string shown = redact(text);
  if (shown.size() <= bytes) return shown;
  const size_t end = std::string_view(shown).substr(0, bytes).rfind('\n');
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
      for (const auto& rule : texts_in(row["breaks"])) rules += (rules.empty() ? "" : ", ") + rule;
      out += (rules.empty() ? "" : "; breaks " + rules) + "\n";
    }
  for (const auto& path : texts_in(changes["text_only"]))
    out += "- " + path + " is no .proto file that can be parsed; see its diff\n";
  return out.empty() ? "No declaration changed.\n" : out;
}

std::string suspects_part(std::span<const Json> suspects) {
  std::string out;
  for (size_t i = 0; i < suspects.size() && i < kSuspectsShown; ++i) {
    out += std::to_string(i + 1) + ". " + suspects[i].text("path") + "\n";
    size_t shown = 0;
    for (const auto& reason : suspects[i]["reasons"].each())
      for (const auto& seen : reason["evidence"].each()) {
        if (shown++ >= kEvidenceShown) break;
        out += "   - ";
        if (seen.number("line") > 0) out += "line " + std::to_string(seen.number("line")) + ": ";
        out += seen.text("text") + "\n";
      }
  }
  return out.empty() ? "None.\n" : out;
}

std::string contents_part(std::span<const Json> suspects, size_t bytes) {
  std::string out;
  for (const Json& suspect : suspects) {
    if (suspect["content"].string() == nullptr || out.size() >= bytes) continue;
    out += "### " + suspect.text("path") + "\n\n" +
           in_fence("", part_of(suspect.text("content"), bytes - out.size())) + "\n";
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
  const auto put = [&](const std::string& name, const Json& list) {
    std::string folder = path_meant(name);
    while (folder.ends_with('/')) folder.pop_back();
    std::string line;
    for (const auto& item : texts_in(list)) {
      std::string path = path_meant(item);
      while (path.ends_with('/')) path.pop_back();
      if (known.contains(path) || known.contains(folder + "/" + path))
        line += (line.empty() ? "" : ", ") + item;
    }
    if (!line.empty())
      out += (folder.empty() ? "top level" : path_text(folder + "/")) + ": " + line + "\n";
  };
  put("", structure["top_level"]);
  if (const auto* near = structure["near_changed"].fields())
    for (const auto& [folder, list] : *near) put(folder, list);
  return out;
}

}  // namespace

FixVersions fix_versions_in(const Json& master, const std::string& path) {
  const auto snapshot = [&](std::string_view side) {
    const int64_t* id = master[side]["snapshot"].integer();
    if (id == nullptr)
      throw Error(ErrorCode::invalid,
                  "$." + std::string(side) +
                      ".snapshot must be the number of a snapshot; make it again with dossier grpc "
                      "context",
                  path);
    return *id;
  };
  if (master.fields() == nullptr)
    throw Error(ErrorCode::invalid,
                "it must hold an object; make it again with dossier grpc context", path);
  return {snapshot("before"), snapshot("after")};
}

Json fix_context(Store& store, const FixVersions& versions, size_t top) {
  proto::ContextRequest request;
  request.before = versions.before;
  request.after = versions.after;
  request.top = top;
  request.schemas_alone = true;
  const Transaction reading(store.database(), Transaction::reading);
  return proto::to_json(proto::make_context(store, request));
}

std::string first_message(const Json& context, Workspace& tree, size_t bytes) {
  const auto suspects = context["suspected_files"].each();
  const size_t eighth = bytes / 8;
  std::string out = "# What changed in the .proto files\n\n";
  out += part_of(changes_part(context["proto_changes"]), eighth);
  out += "\n## As a diff\n\nThe tree already holds it.\n\n" +
         in_fence("diff", part_of(context.text("proto_diff"), 2 * eighth));
  out +=
      "\n# Files that probably have to follow, the likeliest first\n\nA ranking by words and "
      "references: some of them may be right as they are, and others may be missing.\n\n" +
      part_of(suspects_part(suspects), eighth);
  if (const std::string contents = contents_part(suspects, 3 * eighth); !contents.empty())
    out += "\n## What the first of them hold\n\n" + contents;
  out += "\n# The tree\n\n" + part_of(structure_part(context["directory_structure"], tree), eighth);
  return out;
}

}  // namespace dossier
