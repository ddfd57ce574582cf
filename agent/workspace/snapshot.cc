#include "agent/workspace/snapshot.h"

#include <algorithm>
#include <map>

#include "engine/error.h"
#include "store/index/contents.h"

namespace dossier {
namespace {

struct Listed {
  int64_t snapshot = 0;
  int64_t size = 0;
  bool has_text = false;
};

class SnapshotWorkspace final : public Workspace {
 public:
  SnapshotWorkspace(Store& store, const Scope& scope) : store_(store) {
    // Where two projects hold a path the first one's is meant, as in every lookup.
    for (const auto& file : files_in(store.statements(), scope))
      files_.emplace(file.path, Listed{file.snapshot, file.size, file.has_text});
  }

  std::optional<std::string> read(std::string_view path) override {
    const auto found = files_.find(workspace_path(path));
    if (found == files_.end()) return std::nullopt;
    if (!found->second.has_text)
      throw Error(ErrorCode::denied, "the snapshot holds no text of it", found->first);
    // Asked for anew: a compaction may have moved the text, a drop removed it.
    const Transaction transaction(store_.database(), Transaction::reading);
    const auto files = files_at(store_.statements(), Scope{{found->second.snapshot}}, found->first);
    if (files.empty()) throw Error(ErrorCode::not_found, "its snapshot was dropped", found->first);
    return text_of(store_.index(), files.front());
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

  void vet(std::span<const std::string> files, const Holds& also) override {
    refuse_repository(files, [&](const std::string& folder, std::string_view name) {
      if (also && also(folder, name)) return true;
      const std::string path = (folder == "." ? "" : folder + "/") + std::string(name);
      const auto below = files_.lower_bound(path + "/");
      return files_.contains(path) ||
             (below != files_.end() && below->first.starts_with(path + "/"));
    });
  }

 private:
  Store& store_;
  std::map<std::string, Listed> files_;
};

}  // namespace

std::unique_ptr<Workspace> snapshot_workspace(Store& store, const Scope& scope) {
  return std::make_unique<SnapshotWorkspace>(store, scope);
}

}  // namespace dossier
