#pragma once
// What the sources behind git.h share: libgit2's objects, owned, and the open repository. Included
// by them alone.
#include <git2.h>

#include <memory>
#include <string>

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

inline std::string last_error() {
  const git_error* error = git_error_last();
  return error && error->message ? error->message : "unknown error";
}

inline std::string hex(const git_oid& id) {
  std::string text(GIT_OID_HEXSZ, '0');
  git_oid_fmt(text.data(), &id);
  return text;
}

struct Repository::State {
  Owned<git_repository, git_repository_free> repository;
  Owned<git_odb, git_odb_free> odb;
  std::string name;

  /// libgit2's code of the failure; 0 = opened. Throws Error{denied}.
  int open(const std::filesystem::path& path);
};

}  // namespace dossier::snapshot
