#include <algorithm>
#include <climits>

#include "engine/error.h"
#include "engine/readers/snapshot/classify.h"
#include "engine/readers/snapshot/git_state.h"

namespace dossier::snapshot {
namespace {

using Blame = Owned<git_blame, git_blame_free>;

Object blob_at(git_repository* repository, const git_oid& commit, const std::string& path) {
  git_object *found = nullptr, *blob = nullptr;
  if (git_object_lookup(&found, repository, &commit, GIT_OBJECT_COMMIT) != 0)
    throw Error(ErrorCode::not_found, last_error());
  const Object owned(found);
  git_object_lookup_bypath(&blob, found, path.c_str(), GIT_OBJECT_BLOB);
  return Object(blob);
}

// For each line of the text the line of the blob that it is, from 1 on; 0 = a new one. Ends of
// lines count for nothing: git writes those of a work tree as its settings say. (Rejected:
// git_blame_buffer, which numbers lines wrongly behind one that was replaced.)
std::vector<size_t> lines_in_blob(const git_object* blob, std::string_view text) {
  std::vector<size_t> out(static_cast<size_t>(count_lines(text)), 0);
  git_diff_options how = GIT_DIFF_OPTIONS_INIT;
  how.flags = GIT_DIFF_IGNORE_WHITESPACE_EOL | GIT_DIFF_FORCE_TEXT | GIT_DIFF_INCLUDE_UNMODIFIED;
  how.context_lines = INT_MAX / 4;
  struct Seen {
    std::vector<size_t>& lines;
    bool differs = false;
  } seen{out};
  const auto on_line = [](const git_diff_delta*, const git_diff_hunk*, const git_diff_line* line,
                          void* payload) {
    auto& [lines, differs] = *static_cast<Seen*>(payload);
    differs = true;
    const auto at = static_cast<size_t>(line->new_lineno);
    if (line->origin == GIT_DIFF_LINE_CONTEXT && at >= 1 && at <= lines.size())
      lines[at - 1] = static_cast<size_t>(line->old_lineno);
    return 0;
  };
  if (git_diff_blob_to_buffer(reinterpret_cast<const git_blob*>(blob), nullptr, text.data(),
                              text.size(), nullptr, &how, nullptr, nullptr, nullptr, on_line,
                              &seen) != 0)
    throw Error(ErrorCode::corrupt, last_error());
  if (!seen.differs)
    for (size_t i = 0; i < out.size(); ++i) out[i] = i + 1;
  return out;
}

}  // namespace

std::vector<BlamedLines> Repository::blame(const std::string& commit, const std::string& path,
                                           std::string_view text, const LogOptions& limits) const {
  std::vector<BlamedLines> out;
  const auto add = [&](size_t line, const BlamedLines& of) {
    if (!out.empty() && out.back().commit == of.commit) {
      ++out.back().count;
      return;
    }
    out.push_back(of);
    out.back().first = line;
    out.back().count = 1;
  };
  git_blame_options how = GIT_BLAME_OPTIONS_INIT;
  how.newest_commit = id_of(commit);
  const Object blob = blob_at(state_->repository.get(), how.newest_commit, path);
  if (!blob) {
    for (int64_t line = 1; line <= count_lines(text); ++line) add(static_cast<size_t>(line), {});
    return out;
  }
  // How far back, since libgit2 has no other way to end what takes long.
  std::string oldest;
  LogOptions options = limits;
  options.paths = {path};
  options.each = [&](const LoggedCommit& logged) {
    oldest = logged.id;
    return true;
  };
  const bool is_cut = !log(commit, options).cut.empty();
  if (is_cut && oldest.empty()) oldest = commit;
  if (is_cut) how.oldest_commit = id_of(oldest);
  git_blame* made = nullptr;
  if (git_blame_file(&made, state_->repository.get(), path.c_str(), &how) != 0)
    throw Error(ErrorCode::corrupt, last_error(), path);
  const Blame blamed(made);
  const auto lines_of = [&](const git_blame_hunk& hunk) {
    BlamedLines lines;
    lines.commit = hex(hunk.final_commit_id);
    lines.is_older = is_cut && lines.commit == oldest;
    git_commit* found = nullptr;
    if (git_commit_lookup(&found, state_->repository.get(), &hunk.final_commit_id) == 0) {
      const Commit by(found);
      const git_signature* author = git_commit_author(found);
      if (author != nullptr && author->name != nullptr) lines.author = author->name;
      lines.at = git_commit_time(found);
    }
    return lines;
  };
  const git_blame_hunk* last = nullptr;
  BlamedLines of;
  const std::vector<size_t> in_blob = lines_in_blob(blob.get(), text);
  for (size_t i = 0; i < in_blob.size(); ++i) {
    const git_blame_hunk* hunk =
        in_blob[i] == 0 ? nullptr : git_blame_get_hunk_byline(made, in_blob[i]);
    if (hunk == nullptr) {
      add(i + 1, {});
      continue;
    }
    if (hunk != last) of = lines_of(*hunk);
    last = hunk;
    add(i + 1, of);
  }
  return out;
}

}  // namespace dossier::snapshot
