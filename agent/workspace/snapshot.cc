#include "agent/workspace/snapshot.h"

#include <algorithm>
#include <map>

#include "engine/error.h"
#include "queries/contents.h"

namespace dossier {
namespace {

class SnapshotWorkspace final : public Workspace {
 public:
  SnapshotWorkspace(Store& store, const Scope& scope) : store_(store) {
    for (auto& file : files_in(store.statements(), scope)) {
      std::string path = file.path;
      // Where two projects hold a path the first one's is meant, as in every lookup.
      files_.emplace(std::move(path), std::move(file));
    }
  }

  std::optional<std::string> read(std::string_view path) override {
    const auto found = files_.find(workspace_path(path));
    if (found == files_.end()) return std::nullopt;
    if (!found->second.has_text)
      throw Error(ErrorCode::denied, "the snapshot holds no text of it", found->first);
    return text_of(store_.index(), found->second);
  }

  std::optional<std::vector<Entry>> list(std::string_view path) override {
    const std::string folder = workspace_path(path);
    const std::string prefix = folder == "." ? "" : folder + "/";
    std::vector<Entry> out;
    for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix);
         ++at) {
      const std::string rest = at->first.substr(prefix.size());
      const size_t slash = rest.find('/');
      const std::string name = rest.substr(0, slash);
      if (slash == rest.npos)
        out.push_back({name, false, at->second.size, at->second.has_text});
      else if (out.empty() || out.back().name != name)
        out.push_back({name, true, 0, false});
    }
    if (out.empty() && folder != ".") return std::nullopt;
    std::sort(out.begin(), out.end(),
              [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return out;
  }

  void write(std::string_view path, const std::optional<std::string>&,
             const std::optional<std::string>&) override {
    throw Error(ErrorCode::denied, "a snapshot never changes", std::string(path));
  }

 private:
  Store& store_;
  std::map<std::string, FileEntry> files_;
};

}  // namespace

std::unique_ptr<Workspace> snapshot_workspace(Store& store, const Scope& scope) {
  return std::make_unique<SnapshotWorkspace>(store, scope);
}

}  // namespace dossier
