#pragma once
// Decides which paths a tree's .ignore, .gitignore and .git/info/exclude files exclude, by the
// rules of gitignore(5) and ripgrep: files of the first kind precede those of the next; within a
// kind, the innermost file precedes; within a file, the last matching pattern decides. Pure
// functions of the files' text. Rejected: libgit2's check (it needs a repository, and its cost per
// path was most of a walk's).
#include <array>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::snapshot {

/// One ignore file's patterns.
class IgnoreFile {
 public:
  IgnoreFile() = default;
  explicit IgnoreFile(std::string_view text);

  /// `overrun`: the patterns take more steps on the path than any ordinary file's do; their verdict
  /// is unknown.
  enum class Verdict { none, ignore, keep, overrun };
  /// `path` is relative to the ignore file's folder, without a slash at either end.
  Verdict of(std::string_view path, bool is_directory) const;
  bool empty() const { return patterns_.empty(); }

 private:
  struct Pattern {
    std::string glob;
    char last = '\0';             // what it matches ends so; '\0' = that is not known
    bool keep = false;            // "!…"
    bool directory_only = false;  // "…/"
    bool anchored = false;        // has a slash: matches the whole path, else the last part
  };
  std::vector<Pattern> patterns_;
};

/// The ignore files by kind, relative to the folder in which they apply.
inline constexpr std::array<std::string_view, 3> kIgnoreFiles = {".ignore", ".gitignore",
                                                                 ".git/info/exclude"};

/// The ignore files that apply in one folder, innermost last; shared by the folders below.
struct IgnoreScope {
  std::shared_ptr<const IgnoreScope> outer;
  std::string folder;  // relative to the walk's root, "" or ending in '/'; "../" parts never
  std::string above;   // for scopes above the root: the root's path relative to them, ending in '/'
  std::string place;   // of the files, for messages: `folder`, or an absolute path above the root
  std::array<IgnoreFile, 3> files;  // as kIgnoreFiles
};

/// The verdict on `path` (relative to the walk's root); `keep` also overrides being hidden. A file
/// that overruns is ignored, and its name (relative to the root or, above it, absolute) is added to
/// `overruns`.
IgnoreFile::Verdict verdict(const IgnoreScope* scope, std::string_view path, bool is_directory,
                            std::set<std::string>& overruns);

/// Matches a gitignore glob: '*' and '?' stop at '/', "**" between slashes does not, "[…]" and '\'
/// are as in fnmatch.
bool glob_matches(std::string_view glob, std::string_view text);

}  // namespace dossier::snapshot
