#pragma once
// A git repository through libgit2: a revision's files without a checkout, and where a project's
// name comes from. The one adapter of that library; its objects do not leave it.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dossier::snapshot {

struct Blob {
  std::string path;       // any bytes
  std::string object_id;  // hexadecimal
};

struct Tree {
  std::string commit;       // hexadecimal; "" where the revision names a tree
  std::vector<Blob> blobs;  // in the byte order of their paths; links and submodules left out
  uint64_t links = 0;       // symbolic links and submodules
  // "path: reason": subtrees that could not be read, and entries that git's fsck refuses
  std::vector<std::string> broken;
};

/// An open repository, bare or with a work tree. Not shared between threads: open one each.
class Repository {
 public:
  /// `path` may lie anywhere inside of a work tree. Throws Error{not_found} where there is none and
  /// Error{corrupt} where libgit2 cannot open it.
  explicit Repository(const std::filesystem::path& path);
  ~Repository();
  Repository(Repository&&) noexcept;
  Repository& operator=(Repository&&) noexcept;

  /// Throws Error{not_found} for a revision that names nothing, Error{corrupt} for a broken one,
  /// and Error{limit} for a tree of more than two million entries.
  Tree tree(const std::string& revision) const;
  /// The commit that a revision names, hexadecimal; "" where it names a tree. Throws as tree().
  std::string commit(const std::string& revision) const;
  /// The blob's size without its bytes; empty if the object is missing or broken.
  std::optional<uint64_t> size(const std::string& object_id) const;
  /// Throws Error{corrupt}.
  std::string contents(const std::string& object_id) const;
  /// The commit that HEAD names, hexadecimal; "" before the first one.
  std::string head() const;
  /// The folder that all work trees of the repository share, without ".git": the project's name.
  std::string name() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A project's name for a path: its repository's (work trees share it), else the folder's own.
std::string project_name(const std::filesystem::path& path);
/// The HEAD of the repository that holds `path`; "" where there is none.
std::string head_of(const std::filesystem::path& path);

}  // namespace dossier::snapshot
