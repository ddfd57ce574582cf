#pragma once
// Reads git repositories through libgit2: the files of a revision without a checkout, and the name
// of a project. The only adapter of that library; its objects do not leave it.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::snapshot {

struct Blob {
  std::string path;       // any bytes
  std::string object_id;  // hexadecimal
};

struct Tree {
  std::string commit;       // hexadecimal; "" if the revision names a tree
  std::vector<Blob> blobs;  // in the byte order of their paths, without links and submodules
  uint64_t links = 0;       // symbolic links and submodules
  // "path: reason": subtrees that could not be read, and entries that git's fsck refuses
  std::vector<std::string> broken;
};

struct LoggedCommit {
  int64_t at = 0;  // seconds since 1970, when it was committed
  std::vector<std::string> paths;
  bool is_wide = false;  // more files than were asked for: none is listed
  std::string id;        // hexadecimal
  std::string author;    // a name, of any bytes
};

/// What a history is asked for.
struct LogOptions {
  std::vector<std::string> paths;     // commits that changed one of these files; none: all
  size_t commits = 5000;              // that are looked at
  std::chrono::milliseconds limit{};  // of time; 0 = as long as it takes
  size_t widest = 1000;               // files of a commit that are listed
  bool roots = false;                 // also the files of commits without a parent
  // Takes each commit in place of Log::commits, and says whether the next one is wanted.
  std::function<bool(LoggedCommit)> each{};
};

struct Log {
  std::vector<LoggedCommit> commits;  // the newest first
  size_t seen = 0;                    // commits looked at
  std::string cut;                    // why older ones were not; "" = there are none
};

/// Lines that one commit brought.
struct BlamedLines {
  size_t first = 0, count = 0;  // from line 1 on
  std::string commit;           // hexadecimal; "" = none: the text is not committed like this
  std::string author;           // a name, of any bytes
  int64_t at = 0;               // seconds since 1970
  bool is_older = false;        // it was there at that commit, and may be of an older one
};

/// An open repository, bare or with a work tree. Not shared between threads: open one each.
class Repository {
 public:
  /// `path` may be anywhere inside a work tree. Throws Error{not_found} if there is no repository
  /// and Error{corrupt} if libgit2 cannot open it.
  explicit Repository(const std::filesystem::path& path);
  /// The repository around `path`; absent if there is none that can be opened.
  static std::optional<Repository> at(const std::filesystem::path& path);
  ~Repository();
  Repository(Repository&&) noexcept;
  Repository& operator=(Repository&&) noexcept;

  /// The tree of a revision. Throws Error{not_found} for an unknown revision, Error{corrupt} for a
  /// damaged one, and Error{limit} for a tree of more than two million entries.
  Tree tree(const std::string& revision) const;
  /// The commit of a revision, in hexadecimal; "" if it names a tree. Throws like tree().
  std::string commit(const std::string& revision) const;
  /// The blob's size, without reading it; absent if the object is missing or damaged.
  std::optional<uint64_t> size(const std::string& object_id) const;
  /// Throws Error{corrupt}.
  std::string contents(const std::string& object_id) const;
  /// The commit of HEAD, in hexadecimal; "" before the first one.
  std::string head() const;
  /// The commits up to `commit` that changed one of the files, as `git log` lists them: without
  /// merges and first commits, renames not followed. A history that is not whole (a shallow clone,
  /// a damaged object) is cut there and never an error.
  Log log(const std::string& commit, const LogOptions& options) const;
  /// Which commits brought the lines of a text that the file `path` of `commit` holds, or that was
  /// made of it; no further back than the limits say. Lines of a file that the commit lacks are of
  /// none.
  std::vector<BlamedLines> blame(const std::string& commit, const std::string& path,
                                 std::string_view text, const LogOptions& limits) const;
  /// Where a folder lies in the work tree: "services/shop/", "" = at its top. Absent if it does not
  /// lie in it, or there is none.
  std::optional<std::string> place_of(const std::filesystem::path& folder) const;
  /// The top of the work tree; "" if there is none.
  std::filesystem::path top() const;
  /// The name of the folder that all work trees of the repository share, without ".git": the
  /// project's name.
  std::string name() const;

 private:
  struct State;
  explicit Repository(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The project name for a path: its repository's (shared by work trees), else the folder's.
std::string project_name(const std::filesystem::path& path);
/// The HEAD of the repository that contains `path`; "" if there is none.
std::string head_of(const std::filesystem::path& path);

}  // namespace dossier::snapshot
