#include "engine/readers/snapshot/git.h"

#include <git2.h>

#include <algorithm>
#include <array>

#include "engine/error.h"

namespace dossier::snapshot {
namespace {

namespace fs = std::filesystem;

template <auto release>
struct Release {
  template <typename T>
  void operator()(T* resource) const {
    release(resource);
  }
};
template <typename T, auto release>
using Owned = std::unique_ptr<T, Release<release>>;
using Object = Owned<git_object, git_object_free>;
using TreeObject = Owned<git_tree, git_tree_free>;

std::string last_error() {
  const git_error* error = git_error_last();
  return error && error->message ? error->message : "unknown error";
}

std::string hex(const git_oid& id) {
  std::array<char, GIT_OID_HEXSZ> text{};
  git_oid_fmt(text.data(), &id);
  return {text.data(), text.size()};
}

git_oid id_of(const std::string& object_id) {
  git_oid id{};
  if (git_oid_fromstr(&id, object_id.c_str()) != 0) {
    throw Error(ErrorCode::invalid, "not a git object id: " + object_id);
  }
  return id;
}

/// libgit2 counts its own users; the first one here stays for the process.
void start_library() {
  static const int started = [] {
    const int users = git_libgit2_init();
    // What is read is this user's own choice, whoever owns the files.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    return users;
  }();
  if (started < 0) throw Error(ErrorCode::internal, "libgit2 does not start: " + last_error());
}

fs::path common_folder(const fs::path& path) {
  start_library();
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

struct Repository::State {
  Owned<git_repository, git_repository_free> repository;
  Owned<git_odb, git_odb_free> odb;
  std::string name;
};

Repository::Repository(const fs::path& path) : state_(std::make_unique<State>()) {
  start_library();
  git_repository* opened = nullptr;
  const int failed = git_repository_open_ext(&opened, path.c_str(), 0, nullptr);
  if (failed == GIT_ENOTFOUND) {
    throw Error(ErrorCode::not_found, "no git repository here", path.string());
  }
  if (failed != 0) throw Error(ErrorCode::corrupt, last_error(), path.string());
  state_->repository.reset(opened);
  git_odb* odb = nullptr;
  if (git_repository_odb(&odb, opened) != 0) {
    throw Error(ErrorCode::corrupt, last_error(), path.string());
  }
  state_->odb.reset(odb);
  state_->name = name_of_common_folder(common_folder(path));
}

Repository::~Repository() = default;
Repository::Repository(Repository&&) noexcept = default;
Repository& Repository::operator=(Repository&&) noexcept = default;

namespace {

/// Collects a tree by hand rather than with git_tree_walk, which gives up at the first subtree that
/// is missing.
class Collector {
 public:
  Collector(git_repository* repository, Tree& out) : repository_(repository), out_(out) {}

  void run(const git_oid& root) {
    struct Pending {
      git_oid id;
      std::string folder;
    };
    std::vector<Pending> pending{{root, ""}};
    while (!pending.empty()) {
      const Pending next = std::move(pending.back());
      pending.pop_back();
      git_tree* opened = nullptr;
      if (git_tree_lookup(&opened, repository_, &next.id) != 0) {
        out_.broken.push_back(next.folder + ": " + last_error());
        continue;
      }
      const TreeObject tree(opened);
      for (size_t i = 0; i < git_tree_entrycount(opened); ++i) {
        const git_tree_entry* entry = git_tree_entry_byindex(opened, i);
        const std::string path = next.folder + git_tree_entry_name(entry);
        const auto mode = git_tree_entry_filemode(entry);
        if (mode == GIT_FILEMODE_TREE) {
          pending.push_back({*git_tree_entry_id(entry), path + "/"});
        } else if (mode == GIT_FILEMODE_LINK || mode == GIT_FILEMODE_COMMIT) {
          ++out_.links;
        } else {
          out_.blobs.push_back({path, hex(*git_tree_entry_id(entry))});
        }
      }
    }
    std::sort(out_.blobs.begin(), out_.blobs.end(),
              [](const Blob& a, const Blob& b) { return a.path < b.path; });
  }

 private:
  git_repository* repository_;
  Tree& out_;
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
  Collector(state_->repository.get(), tree).run(*git_object_id(root));
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
