// The file tools: what an agent reads and changes in its workspace. Large files and folders are cut
// by lines, with a note that says how to read on.
#include <algorithm>

#include "agent/redact.h"
#include "agent/tools/tools.h"
#include "engine/error.h"
#include "engine/path_text.h"
#include "engine/search/matcher.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr int64_t kDefaultLines = 2000;
constexpr size_t kMaxShownBytes = 64 << 10;
constexpr int64_t kMaxGrepHits = 200;
constexpr size_t kMaxSearchedFile = 2 << 20;
constexpr size_t kMaxSearchedFiles = 20'000;
// Between two looks at whether the time is up; a pattern may take milliseconds of one.
constexpr int64_t kLinesBetween = 64;

std::string required_text(const Json& input, std::string_view key) {
  const Json* value = input.find(key);
  return value != nullptr && value->string() != nullptr ? *value->string() : "";
}

// Lines [offset, offset + limit) of a text, at most kMaxShownBytes; the number of lines taken.
std::string slice(std::string_view text, int64_t offset, int64_t limit, int64_t& taken,
                  int64_t& total) {
  std::string out;
  taken = total = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const size_t next = end == text.npos ? text.size() : end + 1;
    const std::string_view line = text.substr(at, next - at);
    if (total >= offset && taken == total - offset && taken < limit &&
        (taken == 0 || out.size() + line.size() <= kMaxShownBytes)) {
      out += line;
      ++taken;
    }
    ++total;
    at = next;
  }
  return out;
}

// The note and the counts of an answer that shows a part; `what` is "lines" or "entries".
void describe(ToolResult& result, int64_t offset, int64_t taken, int64_t total,
              const std::string& what) {
  result.total = total;
  result.returned = taken;
  result.truncated = offset + taken < total;
  if (taken < total)
    result.result.set(
        "note",
        what + " " + std::to_string(offset + (taken > 0)) + "-" + std::to_string(offset + taken) +
            " of " + std::to_string(total) +
            (result.truncated ? "; read on with offset=" + std::to_string(offset + taken) : ""));
}

void read_file(Workspace& workspace, const Json& input, ToolResult& result) {
  const std::string path = required_text(input, "path");
  const auto content = workspace.read(path);
  if (!content) throw Error(ErrorCode::not_found, "no such file", path);
  if (content->find('\0') != content->npos)
    throw Error(ErrorCode::invalid, "the file is binary", path);
  const int64_t offset = std::max<int64_t>(0, input.number("offset"));
  int64_t taken = 0, total = 0;
  // Before the cut: half a secret is not recognised.
  std::string shown =
      slice(redact(*content), offset, std::max<int64_t>(1, input.number("limit", kDefaultLines)),
            taken, total);
  result.result = Json::object({{"path", workspace_path(path)}, {"content", std::move(shown)}});
  describe(result, offset, taken, total, "lines");
}

void list_dir(Workspace& workspace, const Json& input, ToolResult& result) {
  const std::string path = required_text(input, "path");
  const auto entries = workspace.list(path);
  if (!entries) throw Error(ErrorCode::not_found, "no such folder", path);
  std::string listing;
  for (const auto& entry : *entries)
    listing += entry.name + (entry.is_directory ? "/\n" : "\t" + std::to_string(entry.size) + "\n");
  const int64_t offset = std::max<int64_t>(0, input.number("offset"));
  int64_t taken = 0, total = 0;
  std::string shown = slice(
      listing, offset, std::max<int64_t>(1, input.number("limit", kDefaultLines)), taken, total);
  result.result = Json::object({{"path", workspace_path(path)}, {"listing", std::move(shown)}});
  describe(result, offset, taken, total, "entries");
}

Json shown(const Edit& edit) {
  return Json::object({{"path", path_text(edit.path)},
                       {"added", edit.added},
                       {"removed", edit.removed},
                       {"diff", edit.diff}});
}

void apply(Workspace& workspace, const Json& input, const EditListener& on_edit,
           ToolResult& result) {
  std::vector<std::string> notes;
  const auto edits = apply_diff(workspace, required_text(input, "diff"), notes, on_edit);
  Json list = Json::array(), remarks = Json::array();
  for (const auto& edit : edits) list.add(shown(edit));
  for (auto& note : notes) remarks.add(std::move(note));
  result.result = Json::object({{"edits", std::move(list)}, {"notes", std::move(remarks)}});
}

// Walks the tree in the order of its names and matches line by line.
class Search {
 public:
  Search(Workspace& workspace, const std::string& pattern)
      : workspace_(workspace), matcher_(pattern) {}

  /// A folder, or one file, which is text and not too long to search.
  void run(const std::string& path) {
    if (!workspace_.list(path)) {
      const auto content = workspace_.read(path);
      if (!content) throw Error(ErrorCode::not_found, "no such file or folder", path);
      if (content->find('\0') != content->npos)
        throw Error(ErrorCode::invalid, "the file is binary", path);
      if (content->size() > kMaxSearchedFile)
        throw Error(ErrorCode::limit, "the file is too long to search: it has over 2 MB", path);
      return file(path);
    }
    walk(path);
  }
  bool full() const { return hits >= kMaxGrepHits || files_ >= kMaxSearchedFiles; }

  Json found = Json::array();
  int64_t hits = 0;

 private:
  void walk(const std::string& folder) {
    const auto entries = workspace_.list(folder);
    if (!entries) return;  // gone meanwhile
    for (const auto& entry : *entries) {
      if (full()) return;
      search::pause_between();  // folders and binary files alone take as long
      const std::string path = folder == "." ? entry.name : folder + "/" + entry.name;
      if (entry.is_directory)
        walk(path);
      else if (entry.readable && static_cast<size_t>(entry.size) <= kMaxSearchedFile)
        file(path);
    }
  }

  void file(const std::string& path) {
    ++files_;
    auto content = workspace_.read(path);
    if (!content || content->find('\0') != content->npos) return;
    bool redacted = false;
    int64_t number = 0;
    for (size_t at = 0; at < content->size() && hits < kMaxGrepHits;) {
      const size_t end = std::min(content->find('\n', at), content->size());
      const std::string_view line = std::string_view(*content).substr(at, end - at);
      if (number++ % kLinesBetween == 0) search::pause_between();
      if (!redacted && matcher_.matches(line)) {
        // Only now, since few files match; then anew, so that no pattern can feel for a secret.
        content = redact(*content);
        redacted = true;
        at = 0, number = 0;
        continue;
      }
      at = end + 1;
      if (!redacted || !matcher_.matches(line)) continue;
      ++hits;
      found.add(Json::object(
          {{"path", path}, {"line", number}, {"text", std::string(utf8_prefix(line, 400))}}));
    }
  }

  Workspace& workspace_;
  search::RegexMatcher matcher_;
  size_t files_ = 0;
};

void search_files(Workspace& workspace, const Json& input, ToolResult& result) {
  Search search(workspace, required_text(input, "pattern"));
  const std::string path = required_text(input, "path");
  search.run(workspace_path(path.empty() ? "." : path));
  result.total = result.returned = search.hits;
  result.truncated = search.full();
  result.result = Json::object({{"hits", std::move(search.found)}});
}

}  // namespace

void add_file_tools(Toolbox& tools, Workspace& workspace) {
  const SchemaField range[] = {{"path", "string", "Relative to the workspace root"},
                               {"offset?", "integer", "Number of lines to skip"},
                               {"limit?", "integer", "Number of lines to show (default 2000)"}};
  const SchemaField edit[] = {{"path", "string", "Relative to the workspace root"},
                              {"content", "string", "The whole new content"}};
  const SchemaField diff[] = {{"diff", "string", "A unified diff of one or more files"}};
  const SchemaField search[] = {{"pattern", "string", "Regular expression, ignoring case"},
                                {"path?", "string", "Only in this file, or below this folder"}};
  const auto add = [&](std::string name, std::string doc, Json schema, Capability capability,
                       std::string tag, Json example, auto run) {
    tools.add({{std::move(name), std::move(doc), std::move(schema)},
               capability,
               false,
               [&workspace, run](const Json& input, const EditListener& on_edit,
                                 ToolResult& result) { run(workspace, input, on_edit, result); },
               "filesystem",
               {"files", std::move(tag)},
               std::nullopt,
               {std::move(example)},
               capability == Capability::read && workspace.is_shared()});
  };
  add("read_file", "The content of a text file", schema_of(range), Capability::read, "read",
      Json::object({{"path", "src/main.cs"}, {"offset", 100}, {"limit", 50}}),
      [](Workspace& w, const Json& input, const EditListener&, ToolResult& result) {
        read_file(w, input, result);
      });
  add("list_dir", "The entries of a folder; \".\" is the root", schema_of(range), Capability::read,
      "list", Json::object({{"path", "."}}),
      [](Workspace& w, const Json& input, const EditListener&, ToolResult& result) {
        list_dir(w, input, result);
      });
  add("edit_file", "Replaces a whole file, or creates it; answers with the diff", schema_of(edit),
      Capability::write, "edit", Json::object({{"path", "notes.txt"}, {"content", "first line\n"}}),
      [](Workspace& w, const Json& input, const EditListener& on_edit, ToolResult& result) {
        result.result = shown(
            edit_file(w, required_text(input, "path"), required_text(input, "content"), on_edit));
      });
  add("apply_diff", "Applies a unified diff: all of it or nothing", schema_of(diff),
      Capability::write, "edit",
      Json::object({{"diff", "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-old\n+new\n"}}),
      apply);
  add("search_files", "Lines of the workspace's text files that match", schema_of(search),
      Capability::read, "search", Json::object({{"pattern", "health"}, {"path", "src"}}),
      [](Workspace& w, const Json& input, const EditListener&, ToolResult& result) {
        search_files(w, input, result);
      });
}

}  // namespace dossier
