#include <algorithm>

#include "engine/error.h"
#include "engine/readers/snapshot/git_state.h"

namespace dossier::snapshot {
namespace {

using Blame = Owned<git_blame, git_blame_free>;

git_oid commit_id(const std::string& commit) {
  git_oid id{};
  if (git_oid_fromstr(&id, commit.c_str()) != 0)
    throw Error(ErrorCode::invalid, "not a commit's id: " + commit);
  return id;
}

}  // namespace

std::vector<BlamedLines> Repository::blame(const std::string& commit, const std::string& path,
                                           std::string_view text, const LogOptions& limits) const {
  // How far back, since libgit2 has no other way to end what takes long.
  std::string oldest;
  LogOptions options = limits;
  options.paths = {path};
  options.each = [&](const LoggedCommit& logged) {
    oldest = logged.id;
    return true;
  };
  const bool is_cut = !log(commit, options).cut.empty();
  git_blame_options how = GIT_BLAME_OPTIONS_INIT;
  how.newest_commit = commit_id(commit);
  if (is_cut) how.oldest_commit = commit_id(oldest.empty() ? commit : oldest);
  git_blame *of_commit = nullptr, *of_text = nullptr;
  const int failed = git_blame_file(&of_commit, state_->repository.get(), path.c_str(), &how);
  if (failed == GIT_ENOTFOUND) {
    BlamedLines all;
    all.first = 1;
    all.count = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
    if (!text.empty() && !text.ends_with('\n')) ++all.count;
    return {all};
  }
  if (failed != 0) throw Error(ErrorCode::corrupt, last_error(), path);
  const Blame base(of_commit);
  if (git_blame_buffer(&of_text, of_commit, text.data(), text.size()) != 0)
    throw Error(ErrorCode::corrupt, last_error(), path);
  const Blame blamed(of_text);
  std::vector<BlamedLines> out;
  for (uint32_t i = 0; i < git_blame_get_hunk_count(of_text); ++i) {
    const git_blame_hunk* hunk = git_blame_get_hunk_byindex(of_text, i);
    BlamedLines lines;
    lines.first = hunk->final_start_line_number;
    lines.count = hunk->lines_in_hunk;
    if (git_oid_is_zero(&hunk->final_commit_id) == 0) {
      lines.commit = hex(hunk->final_commit_id);
      lines.is_older = is_cut && lines.commit == oldest;
      if (hunk->final_signature != nullptr) {
        lines.author = hunk->final_signature->name;
        lines.at = hunk->final_signature->when.time;
      }
    }
    out.push_back(std::move(lines));
  }
  return out;
}

}  // namespace dossier::snapshot
