#pragma once
// What the sources behind git.h share: libgit2's objects, owned, and the open repository. Included
// by them alone.
#include <git2.h>

#include <memory>
#include <string>

#include "engine/error.h"
#include "engine/readers/snapshot/git.h"

namespace dossier::snapshot {

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
using Commit = Owned<git_commit, git_commit_free>;

inline std::string last_error() {
  const git_error* error = git_error_last();
  return error && error->message ? error->message : "unknown error";
}

inline std::string hex(const git_oid& id) {
  std::string text(GIT_OID_HEXSZ, '0');
  git_oid_fmt(text.data(), &id);
  return text;
}

inline git_oid id_of(const std::string& object_id) {
  git_oid id{};
  if (git_oid_fromstr(&id, object_id.c_str()) != 0)
    throw Error(ErrorCode::invalid, "not a git object id: " + object_id);
  return id;
}

struct Repository::State {
  Owned<git_repository, git_repository_free> repository;
  Owned<git_odb, git_odb_free> odb;
  std::string name;

  /// libgit2's code of the failure; 0 = opened. Throws Error{denied}.
  int open(const std::filesystem::path& path);
};

}  // namespace dossier::snapshot
