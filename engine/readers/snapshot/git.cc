#include "engine/readers/snapshot/git.h"

#include <git2/sys/alloc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "engine/error.h"
#include "engine/readers/snapshot/git_files.h"
#include "engine/readers/snapshot/git_state.h"
#include "engine/readers/snapshot/git_tree.h"
#include "engine/reserved.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;

// No object that is read is larger (TreeOptions::max_file_bytes), but a small one may be written as
// a change of a large one, which libgit2 unpacks whole, and in one piece.
constexpr size_t kMaxPiece = 256 << 20;

void* allocate(size_t bytes, const char*, int) {
  return bytes > kMaxPiece ? nullptr : std::malloc(bytes);
}
char* duplicate_part(const char* text, size_t bytes, const char* file, int line) {
  auto* copy = static_cast<char*>(allocate(bytes + 1, file, line));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, bytes);
  copy[bytes] = '\0';
  return copy;
}
char* duplicate(const char* text, const char* file, int line) {
  return duplicate_part(text, std::strlen(text), file, line);
}
char* duplicate_up_to(const char* text, size_t bytes, const char* file, int line) {
  return duplicate_part(text, ::strnlen(text, bytes), file, line);
}
void* allocate_cleared(size_t count, size_t bytes, const char*, int) {
  return bytes != 0 && count > kMaxPiece / bytes ? nullptr : std::calloc(count, bytes);
}
void* allocate_array(size_t count, size_t bytes, const char*, int) {
  return bytes != 0 && count > kMaxPiece / bytes ? nullptr : std::malloc(count * bytes);
}
void* reallocate(void* old, size_t bytes, const char*, int) {
  return bytes > kMaxPiece ? nullptr : std::realloc(old, bytes);
}
void* reallocate_array(void* old, size_t count, size_t bytes, const char*, int) {
  return bytes != 0 && count > kMaxPiece / bytes ? nullptr : std::realloc(old, count * bytes);
}

/// libgit2 counts its own users; the first one here stays for the process.
void start_library() {
  static const int started = [] {
    git_allocator bounded{allocate,         allocate_cleared, duplicate,
                          duplicate_up_to,  duplicate_part,   reallocate,
                          reallocate_array, allocate_array,   std::free};
    git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &bounded);
    const int users = git_libgit2_init();
    // What is read is this user's own choice, whoever owns the files.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    return users;
  }();
  if (started < 0) throw Error(ErrorCode::internal, "cannot initialize libgit2: " + last_error());
}

fs::path common_folder(const fs::path& path) {
  start_library();
  refuse_irregular_files_of(path);
  git_repository* opened = nullptr;
  if (git_repository_open_ext(&opened, path.c_str(), 0, nullptr) != 0) return {};
  const Owned<git_repository, git_repository_free> repository(opened);
  fs::path folder = git_repository_commondir(opened);
  if (!folder.has_filename()) folder = folder.parent_path();
  return folder;
}

std::string name_of_common_folder(fs::path folder) {
  if (folder.filename() == ".git") return folder.parent_path().filename().string();
  std::string name = folder.filename().string();
  if (name.ends_with(".git") && name.size() > 4) name.resize(name.size() - 4);
  return name;
}

}  // namespace

int Repository::State::open(const fs::path& path) {
  name = name_of_common_folder(common_folder(path));  // looks before it opens anything
  git_repository* opened = nullptr;
  if (const int failed = git_repository_open_ext(&opened, path.c_str(), 0, nullptr); failed != 0)
    return failed;
  repository.reset(opened);
  git_odb* objects = nullptr;
  const int failed = git_repository_odb(&objects, opened);
  odb.reset(objects);
  return failed;
}

Repository::Repository(std::unique_ptr<State> state) : state_(std::move(state)) {}

Repository::Repository(const fs::path& path) : state_(std::make_unique<State>()) {
  const int failed = state_->open(path);
  if (failed == GIT_ENOTFOUND) {
    throw Error(ErrorCode::not_found, "not a git repository", path.string());
  }
  if (failed != 0) throw Error(ErrorCode::corrupt, last_error(), path.string());
}

std::optional<Repository> Repository::at(const fs::path& path) {
  auto state = std::make_unique<State>();
  if (state->open(path) != 0) return std::nullopt;
  return Repository(std::move(state));
}

Repository::~Repository() = default;
Repository::Repository(Repository&&) noexcept = default;
Repository& Repository::operator=(Repository&&) noexcept = default;

namespace {

// A tree of trees that repeat each other is small as a pack and endless as a listing. Linux has
// 90,000 files and Chromium half a million.
constexpr size_t kMaxEntries = 2'000'000;
constexpr size_t kMaxPathBytes = 256 << 20;  // of all paths together
constexpr size_t kMaxPath = 4096;            // of one, as everywhere on Linux
constexpr size_t kMaxTreeBytes = 64 << 20;   // of one tree object

/// Collects a tree by hand rather than with git_tree_walk, which gives up at the first subtree that
/// is missing.
class Collector {
 public:
  Collector(git_odb* odb, Tree& out) : odb_(odb), out_(out) {}

  /// Throws Error{limit}: a snapshot of a part of the entries would say that the others are not
  /// there.
  void run(const git_oid& root) {
    pending_.push_back({root, ""});
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.back());
      pending_.pop_back();
      read(next);
    }
    std::sort(out_.blobs.begin(), out_.blobs.end(),
              [](const Blob& a, const Blob& b) { return a.path < b.path; });
  }

 private:
  struct Pending {
    git_oid id;
    std::string folder;
  };

  void broken(const std::string& path, std::string_view why) {
    out_.broken.push_back(path + ": " + std::string(why));
  }

  void read(const Pending& next) {
    size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    git_odb_object* opened = nullptr;
    if (git_odb_read_header(&size, &type, odb_, &next.id) != 0)
      return broken(next.folder, last_error());
    if (size > kMaxTreeBytes) return broken(next.folder, "the tree object is over 64 MB");
    if (git_odb_read(&opened, odb_, &next.id) != 0) return broken(next.folder, last_error());
    const Owned<git_odb_object, git_odb_object_free> object(opened);
    if (git_odb_object_type(opened) != GIT_OBJECT_TREE)
      return broken(next.folder, "the object " + hex(next.id) + " is no tree");
    const std::string_view bytes(static_cast<const char*>(git_odb_object_data(opened)),
                                 git_odb_object_size(opened));
    if (!read_tree(bytes, [&](const TreeEntry& entry, std::string_view refusal) {
          take(next.folder, entry, refusal);
        }))
      broken(next.folder, "the rest of the tree object is damaged");
  }

  void take(const std::string& folder, const TreeEntry& entry, std::string_view refusal) {
    const std::string path = folder + std::string(entry.name);
    path_bytes_ += path.size();
    if (++entries_ > kMaxEntries || path_bytes_ > kMaxPathBytes)
      throw Error(ErrorCode::limit, "the tree has over " + std::to_string(kMaxEntries) +
                                        " entries, or over 256 MB of paths");
    if (!refusal.empty())
      return broken(path, "refused, as git fsck does (" + std::string(refusal) + ")");
    if (path.size() > kMaxPath) return broken(folder, "a path is longer than 4096 bytes");
    git_oid id{};
    git_oid_fromraw(&id, reinterpret_cast<const unsigned char*>(entry.id.data()));
    if (entry.kind == TreeEntry::Kind::folder)
      pending_.push_back({id, path + "/"});
    else if (entry.kind == TreeEntry::Kind::file)
      out_.blobs.push_back({path, hex(id)});
    else
      ++out_.links;
  }

  git_odb* odb_;
  Tree& out_;
  std::vector<Pending> pending_;
  size_t entries_ = 0, path_bytes_ = 0;
};

}  // namespace

namespace {

Object parse(git_repository* repository, const std::string& revision) {
  git_object* found = nullptr;
  const int failed = git_revparse_single(&found, repository, revision.c_str());
  if (failed == GIT_ENOTFOUND || failed == GIT_EINVALIDSPEC || failed == GIT_EAMBIGUOUS) {
    throw Error(ErrorCode::not_found, "no such revision: " + revision);
  }
  if (failed != 0) throw Error(ErrorCode::corrupt, last_error(), revision);
  return Object(found);
}

std::string commit_of(const Object& object) {
  git_object* commit = nullptr;
  if (git_object_peel(&commit, object.get(), GIT_OBJECT_COMMIT) != 0) return {};
  const Object owned(commit);
  return hex(*git_object_id(commit));
}

}  // namespace

std::string Repository::commit(const std::string& revision) const {
  return commit_of(parse(state_->repository.get(), revision));
}

Tree Repository::tree(const std::string& revision) const {
  const Object object = parse(state_->repository.get(), revision);
  Tree tree;
  tree.commit = commit_of(object);
  git_object* root = nullptr;
  if (git_object_peel(&root, object.get(), GIT_OBJECT_TREE) != 0) {
    throw Error(ErrorCode::corrupt, last_error(), revision);
  }
  const Object owned(root);
  Collector(state_->odb.get(), tree).run(*git_object_id(root));
  return tree;
}

std::optional<uint64_t> Repository::size(const std::string& object_id) const {
  const git_oid id = id_of(object_id);
  size_t bytes = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  if (git_odb_read_header(&bytes, &type, state_->odb.get(), &id) != 0) return std::nullopt;
  return bytes;
}

std::string Repository::contents(const std::string& object_id) const {
  const git_oid id = id_of(object_id);
  git_odb_object* opened = nullptr;
  if (git_odb_read(&opened, state_->odb.get(), &id) != 0) {
    throw Error(ErrorCode::corrupt, last_error(), object_id);
  }
  const Owned<git_odb_object, git_odb_object_free> object(opened);
  return {static_cast<const char*>(git_odb_object_data(opened)), git_odb_object_size(opened)};
}

std::string Repository::head() const {
  git_oid id{};
  if (git_reference_name_to_id(&id, state_->repository.get(), "HEAD") != 0) return {};
  return hex(id);
}

std::string Repository::name() const { return state_->name; }

std::string project_name(const fs::path& path) {
  const fs::path common = common_folder(path);
  if (!common.empty()) return name_of_common_folder(common);
  std::error_code error;
  auto folder = fs::weakly_canonical(path, error);
  if (!folder.has_filename()) folder = folder.parent_path();
  return folder.filename().string();
}

std::string head_of(const fs::path& path) {
  return common_folder(path).empty() ? std::string() : Repository(path).head();
}

}  // namespace dossier::snapshot
