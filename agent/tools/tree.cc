// Reading a tree that nobody has listed: folders breadth first within a size, and where a path is
// not there, the nearest that are.
#include <algorithm>
#include <deque>

#include "agent/tools/tools.h"
#include "agent/workspace/nearest.h"
#include "engine/error.h"
#include "engine/path_text.h"

namespace dossier {
namespace {

constexpr size_t kListedBytes = 16 << 10;
constexpr size_t kFoldersNamed = 20;

[[noreturn]] void refuse_missing(Workspace& workspace, const std::string& path, bool folders) {
  std::string why = folders ? "there is no such folder" : "there is no such file";
  const auto near = nearest_paths(workspace, path, folders);
  for (size_t i = 0; i < near.size(); ++i)
    why += (i == 0 ? "; the nearest: " : ", ") + path_text(near[i]);
  throw Error(ErrorCode::not_found, why, path);
}

// What each folder holds, the folder itself first, the deeper ones after all that are less deep.
void list_tree(Workspace& workspace, const Json& input, ToolResult& result) {
  const std::string root = workspace_path(path_meant(input.text("path")));
  if (!workspace.list(root)) {
    const auto slash = root.rfind('/');
    const std::string folder = slash == root.npos ? "." : root.substr(0, slash);
    if (const auto beside = workspace.list(folder))
      for (const auto& entry : *beside)
        if (!entry.is_directory && entry.name == root.substr(slash + 1))
          throw Error(ErrorCode::invalid, "it is a file; ask for its content", root);
    refuse_missing(workspace, root, true);
  }
  std::string listing;
  int64_t shown = 0;
  std::deque<std::string> open{root};
  while (!open.empty()) {
    const std::string folder = open.front();
    const auto entries = workspace.list(folder);
    std::string part;
    std::vector<std::string> below;
    for (const auto& entry : entries.value_or(std::vector<Entry>())) {
      const std::string name = (folder == "." ? "" : folder + "/") + entry.name;
      part += entry.is_directory ? path_text(name + "/") + "\n"
                                 : path_text(name) + "\t" + std::to_string(entry.size) + "\n";
      if (entry.is_directory) below.push_back(name);
    }
    const bool full = listing.size() + part.size() > kListedBytes;
    if (full && !listing.empty()) break;
    if (full) part.resize(part.rfind('\n', kListedBytes) + 1);
    shown += std::count(part.begin(), part.end(), '\n');
    listing += part;
    if (full) break;
    open.pop_front();
    open.insert(open.end(), below.begin(), below.end());
  }
  result.returned = shown;
  result.truncated = !open.empty();
  result.result = Json::object({{"path", path_text(root)}, {"listing", std::move(listing)}});
  if (open.empty()) return;
  std::string note = "not all of it; not shown is what is in ";
  for (size_t i = 0; i < open.size() && i < kFoldersNamed; ++i)
    note += (i ? ", " : "") + path_text(open[i]);
  if (open.size() > kFoldersNamed)
    note += " and " + std::to_string(open.size() - kFoldersNamed) + " more folders";
  result.result.set("note", note);
}

}  // namespace

void add_tree_tools(Toolbox& tools, Workspace& workspace) {
  Toolbox files;
  add_file_tools(files, workspace);
  Tool read = *files.find("read_file");
  read.run = [&workspace, plain = read.run](const Json& input, const EditListener& on_edit,
                                            ToolResult& result) {
    const std::string path = workspace_path(path_meant(input.text("path")));
    if (!workspace.read(path)) {
      if (workspace.list(path))
        throw Error(ErrorCode::invalid, "it is a folder; ask for its listing", path);
      refuse_missing(workspace, path, false);
    }
    Json meant = input;
    plain(meant.set("path", path), on_edit, result);
    result.result.set("path", path_text(path));
  };
  tools.add(std::move(read));
  tools.add(*files.find("apply_diff"));
  const SchemaField folder[] = {{"path", "string", "A folder; \".\" is the root"}};
  tools.add({{"list_tree", "What is in a folder and below it, breadth first within a size",
              schema_of(folder)},
             Capability::read,
             false,
             [&workspace](const Json& input, const EditListener&, ToolResult& result) {
               list_tree(workspace, input, result);
             },
             "filesystem",
             {"files", "list"},
             std::nullopt,
             {Json::object({{"path", "src"}})}});
}

}  // namespace dossier
