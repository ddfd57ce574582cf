#include "engine/readers/snapshot/git_state.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;

using std::chrono::steady_clock;
using GitTree = Owned<git_tree, git_tree_free>;

class Walk {
 public:
  Walk(git_repository* repository, const LogOptions& options)
      : repository_(repository),
        options_(options),
        end_(steady_clock::now() + options.limit),
        is_limited_(options.limit.count() != 0) {}

  Log run(const git_oid& start) {
    git_revwalk* opened = nullptr;
    if (git_revwalk_new(&opened, repository_) != 0) return cut_off(last_error());
    const Owned<git_revwalk, git_revwalk_free> walk(opened);
    // By date, as it is without a sorting; with one, libgit2 reads the whole history first.
    if (git_revwalk_push(opened, &start) != 0) return cut_off(last_error());
    git_oid id{};
    while (log_.cut.empty() && !is_over_) {
      const int next = git_revwalk_next(&id, opened);
      if (next == GIT_ITEROVER) break;
      if (next != 0) return cut_off("the history is not whole: " + last_error());
      if (log_.seen == options_.commits)
        return cut_off("only the last " + std::to_string(log_.seen) + " commits were looked at");
      if (is_limited_ && steady_clock::now() > end_)
        return cut_off("only the last " + std::to_string(log_.seen) + " commits were looked at, " +
                       "within " + std::to_string(options_.limit.count()) + " ms");
      ++log_.seen;
      take(id);
    }
    return std::move(log_);
  }

 private:
  Log cut_off(std::string why) {
    log_.cut = std::move(why);
    return std::move(log_);
  }

  void take(const git_oid& id) {
    git_commit* found = nullptr;
    if (git_commit_lookup(&found, repository_, &id) != 0) return broken();
    const Commit commit(found);
    const unsigned parents = git_commit_parentcount(found);
    // A merge says nothing that its sides do not. A first commit, or where a shallow clone was cut
    // off, adds whatever there is: that files are in it together says nothing of them.
    if (parents > 1 || (parents == 0 && !options_.roots)) return;
    git_tree *now = nullptr, *then = nullptr;
    if (git_commit_tree(&now, found) != 0) return broken();
    const GitTree tree(now);
    if (parents == 0) return list(found, now, nullptr);
    git_commit* before = nullptr;
    if (git_commit_parent(&before, found, 0) != 0) return broken();
    const Commit parent(before);
    if (git_commit_tree(&then, before) != 0) return broken();
    const GitTree earlier(then);
    if (touches(now, then)) list(found, now, then);
  }

  void broken() { log_.cut = "the history is not whole: " + last_error(); }

  /// The object at a path; zeros if there is none.
  static git_oid at(const git_tree* tree, const std::string& path) {
    git_oid id{};
    git_tree_entry* entry = nullptr;
    if (tree != nullptr && git_tree_entry_bypath(&entry, tree, path.c_str()) == 0) {
      git_oid_cpy(&id, git_tree_entry_id(entry));
      git_tree_entry_free(entry);
    }
    return id;
  }

  bool touches(const git_tree* now, const git_tree* then) const {
    if (git_oid_equal(git_tree_id(now), git_tree_id(then)) != 0) return false;
    if (options_.paths.empty()) return true;
    for (const auto& path : options_.paths) {
      const git_oid one = at(now, path), other = at(then, path);
      if (git_oid_equal(&one, &other) == 0) return true;
    }
    return false;
  }

  struct Listing {
    LoggedCommit commit;
    size_t widest = 0;
  };

  static int on_file(const git_diff*, const git_diff_delta* delta, const char*, void* payload) {
    auto& listing = *static_cast<Listing*>(payload);
    if (listing.commit.paths.size() == listing.widest) {
      listing.commit.is_wide = true;
      return -1;  // ends the comparison
    }
    listing.commit.paths.emplace_back(delta->new_file.path != nullptr ? delta->new_file.path
                                                                      : delta->old_file.path);
    return 1;  // and the library need not keep it
  }

  void list(const git_commit* commit, git_tree* now, git_tree* then) {
    const git_signature* author = git_commit_author(commit);
    Listing listing{{git_commit_time(commit),
                     {},
                     false,
                     hex(*git_commit_id(commit)),
                     author != nullptr && author->name != nullptr ? author->name : ""},
                    options_.widest};
    git_diff_options comparing = GIT_DIFF_OPTIONS_INIT;
    comparing.flags = GIT_DIFF_SKIP_BINARY_CHECK | GIT_DIFF_IGNORE_SUBMODULES;
    comparing.notify_cb = on_file;
    comparing.payload = &listing;
    git_diff* made = nullptr;
    const int failed = git_diff_tree_to_tree(&made, repository_, then, now, &comparing);
    const Owned<git_diff, git_diff_free> diff(made);
    if (failed != 0 && !listing.commit.is_wide) return broken();
    if (listing.commit.is_wide) listing.commit.paths.clear();
    if (options_.each)
      is_over_ = !options_.each(std::move(listing.commit));
    else
      log_.commits.push_back(std::move(listing.commit));
  }

  git_repository* repository_;
  const LogOptions& options_;
  const steady_clock::time_point end_;
  const bool is_limited_;
  bool is_over_ = false;
  Log log_;
};

}  // namespace

Log Repository::log(const std::string& commit, const LogOptions& options) const {
  const git_oid id = id_of(commit);
  return Walk(state_->repository.get(), options).run(id);
}

fs::path Repository::top() const {
  const char* folder = git_repository_workdir(state_->repository.get());
  if (folder == nullptr) return {};
  fs::path top(folder);
  if (!top.has_filename()) top = top.parent_path();
  // Of a git folder that stands alone and does not say that it is bare, libgit2 takes the folder
  // around it.
  std::error_code none;
  return fs::exists(top / ".git", none) ? top : fs::path();
}

std::optional<std::string> Repository::place_of(const fs::path& folder) const {
  if (top().empty()) return std::nullopt;
  std::error_code failed;
  const fs::path below =
      fs::weakly_canonical(folder, failed).lexically_relative(fs::weakly_canonical(top(), failed));
  if (failed || below.empty() || *below.begin() == "..") return std::nullopt;
  if (below == ".") return std::string();
  std::string place = below.generic_string();
  if (!place.ends_with('/')) place += '/';
  return place;
}

}  // namespace dossier::snapshot
