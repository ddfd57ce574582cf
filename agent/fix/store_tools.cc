#include "agent/fix/store_tools.h"

#include <algorithm>
#include <cctype>

#include "agent/tools/tools.h"
#include "engine/error.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

constexpr size_t kReferenceBytes = 200;  // of the line that a reference is on

// Fields of the query language that ask about other snapshots or about sessions. What the later
// version holds is what the model is to find out.
constexpr std::string_view kHidden[] = {"at",    "changed", "added", "removed",
                                        "moved", "seen",    "cited"};

std::string hidden_field(std::string_view query) {
  std::string word;
  for (const char c : query) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (c == ':')
      for (const auto field : kHidden)
        if (word == field) return word;
    if (c != ' ') word.clear();
  }
  return {};
}

// Rows about the earlier version only: what sessions said is left out.
void hide_sessions(ToolResult& result) {
  Json rows = Json::array();
  const Json* all = result.result.find("rows");
  if (all == nullptr) return;
  for (const auto& row : all->each()) {
    const std::string& kind = row.text("kind");
    if (kind != "session" && kind != "finding" && kind != "note") rows.add(row);
  }
  result.result.set("rows", std::move(rows));
}

// The lines of a file, read once for all rows that follow each other in it.
class ReferredLines {
 public:
  explicit ReferredLines(Workspace& files) : files_(files) {}

  std::string at(const std::string& path, int64_t number) {
    if (path != path_) {
      path_ = path;
      text_ = readable(path);
    }
    size_t begin = 0;
    for (int64_t line = 1; line < number && begin < text_.size(); ++line)
      begin = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
    std::string_view line = std::string_view(text_).substr(std::min(begin, text_.size()));
    line = line.substr(0, line.find('\n'));
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return std::string(utf8_prefix(line, kReferenceBytes));
  }

 private:
  // An assembly is no text, and its references have no lines.
  std::string readable(const std::string& path) {
    const size_t slash = path.rfind('/');
    const std::string folder = slash == path.npos ? "." : path.substr(0, slash);
    const auto entries = files_.list(folder).value_or(std::vector<Entry>());
    const bool is_text = std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.readable && entry.name == path.substr(slash + 1);
    });
    return is_text ? files_.read(path).value_or("") : std::string();
  }

  Workspace& files_;
  std::string path_, text_;
};

// What a reference looks like, beside where it is.
void show_references(ToolResult& result, Workspace& files) {
  const Json* hits = result.result.find("hits");
  if (hits == nullptr) return;
  ReferredLines lines(files);
  Json rows = Json::array();
  for (Json row : hits->each()) {
    if (row.number("line") > 0)
      if (auto text = lines.at(row.text("assemblyPath"), row.number("line")); !text.empty())
        row.set("text", std::move(text));
    rows.add(std::move(row));
  }
  result.result.set("hits", std::move(rows));
}

}  // namespace

void add_store_tools(Toolbox& tools, Store& store, const std::string& snapshot, Workspace& files) {
  Toolbox ops;
  add_op_tools(ops, store, {}, snapshot);
  for (const std::string_view name : {"find", "refs", "callers", "grep"}) {
    Tool tool = *ops.find(name);
    tool.run = [run = tool.run, &files](const Json& input, const EditListener& on_edit,
                                        ToolResult& result) {
      for (const std::string_view key : {"project", "snapshot", "cursor"})
        if (input.find(key) != nullptr)
          throw Error(ErrorCode::denied, "only the tree that is to be changed can be asked about",
                      std::string(key));
      if (const std::string field = hidden_field(input.text("q")); !field.empty())
        throw Error(ErrorCode::denied, "only the tree that is to be changed can be asked about",
                    field);
      run(input, on_edit, result);
      hide_sessions(result);
      show_references(result, files);
    };
    tools.add(std::move(tool));
  }
}

}  // namespace dossier
