// The files that the index of a work tree names.
#include <filesystem>

#include "engine/readers/snapshot/git_state.h"

namespace dossier::snapshot {
namespace {

constexpr uintmax_t kMaxIndexBytes = 256 << 20;  // Linux has 90,000 files in 10 MB

}  // namespace

std::string Repository::index_file() const {
  return std::string(git_repository_path(state_->repository.get())) + "index";
}

Tracked Repository::tracked() const {
  Tracked tracked;
  std::error_code missing;
  const auto bytes = std::filesystem::file_size(index_file(), missing);
  if (missing) return tracked;
  if (bytes > kMaxIndexBytes) {
    tracked.failure = "it has over 256 MB";
    return tracked;
  }
  git_index* opened = nullptr;
  if (git_index_open(&opened, index_file().c_str()) != 0) {
    tracked.failure = last_error();
    return tracked;
  }
  const Owned<git_index, git_index_free> index(opened);
  for (size_t i = 0; i < git_index_entrycount(opened); ++i) {
    const git_index_entry* const entry = git_index_get_byindex(opened, i);
    const bool is_file =
        entry->mode == GIT_FILEMODE_BLOB || entry->mode == GIT_FILEMODE_BLOB_EXECUTABLE;
    if (is_file) tracked.paths.emplace_back(entry->path);
  }
  return tracked;
}

}  // namespace dossier::snapshot
