#include "queries/proto/surroundings.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace dossier::proto {
namespace {

constexpr size_t kDepth = 3;
constexpr size_t kMostTopLevel = 200;
constexpr size_t kMostCenters = 12;
constexpr size_t kMostPerCenter = 60;

using Children = std::map<std::string, std::set<std::string>>;  // by folder; "" = the top

Children children_of(const std::vector<std::string>& paths) {
  Children children;
  for (const auto& path : paths) {
    std::string folder;
    for (size_t at = 0; at < path.size();) {
      const size_t slash = path.find('/', at);
      const bool is_file = slash == path.npos;
      const std::string child = path.substr(0, is_file ? path.size() : slash + 1);
      // What stands in a folder that is known was entered with it.
      const bool is_new = children[folder].insert(child).second;
      if (is_file) break;
      if (is_new) children[child];
      folder = child;
      at = slash + 1;
    }
  }
  return children;
}

/// The folder of a path that exists; "" is the top.
std::string folder_near(const Children& children, std::string path) {
  while (!path.empty()) {
    path.resize(path.size() - 1);
    const auto slash = path.rfind('/');
    path.resize(slash == path.npos ? 0 : slash + 1);
    if (children.contains(path)) break;
  }
  return path;
}

std::vector<std::string> below(const Children& children, const std::string& center, size_t& left) {
  std::vector<std::string> listed;
  std::deque<std::pair<std::string, size_t>> folders{{center, 1}};
  while (!folders.empty()) {
    const auto [folder, depth] = folders.front();
    folders.pop_front();
    const auto found = children.find(folder);
    if (found == children.end()) continue;
    for (const auto& child : found->second) {
      if (listed.size() == kMostPerCenter)
        ++left;
      else
        listed.push_back(child);
      if (child.ends_with('/') && depth < kDepth) folders.emplace_back(child, depth + 1);
    }
  }
  return listed;
}

}  // namespace

DirectoryStructure surroundings(const std::vector<std::string>& paths,
                                const std::vector<std::string>& centers) {
  const Children children = children_of(paths);
  DirectoryStructure structure;
  const auto note = [&](size_t left, const std::string& where) {
    if (left == 0) return;
    structure.note +=
        (structure.note.empty() ? "" : "; ") + std::to_string(left) + " more " + where;
  };
  if (const auto top = children.find(""); top != children.end()) {
    for (const auto& child : top->second)
      if (structure.top_level.size() < kMostTopLevel) structure.top_level.push_back(child);
    note(top->second.size() - structure.top_level.size(), "at the top");
  }
  std::vector<std::string> folders;
  for (const auto& center : centers) {
    std::string folder = folder_near(children, center);
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(std::move(folder));
  }
  for (const auto& folder : folders) {
    if (structure.near_changed.size() == kMostCenters) break;
    size_t left = 0;
    auto listed = below(children, folder, left);
    const std::string name = folder.empty() ? "./" : folder;
    note(left, "below " + name);
    structure.near_changed.emplace_back(name, std::move(listed));
  }
  if (folders.size() > structure.near_changed.size())
    note(folders.size() - structure.near_changed.size(), "folders");
  return structure;
}

}  // namespace dossier::proto
