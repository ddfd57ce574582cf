#pragma once
// What the packages of a tree are called, where a file of theirs says so (Rust's Cargo.toml) and
// the names of what they define begin with it.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/languages/language.h"

namespace dossier::languages {

class Manifests {
 public:
  static bool is_one(std::string_view path) { return language_of(path) != nullptr; }

  /// Call with every manifest of the tree.
  void add(std::string_view path, std::string_view contents) {
    const Language* const language = language_of(path);
    if (!language) return;
    if (std::string name = language->named_by(contents); !name.empty())
      names_.emplace(path, std::move(name));
  }

  /// The innermost package with a name around a file of this language. The name is borrowed.
  Package of(std::string_view path, const Language& language) const {
    std::string manifest;
    for (size_t root = path.rfind('/') + 1; !names_.empty();) {  // npos + 1 is 0
      manifest.assign(path.substr(0, root)).append(language.manifest);
      if (const auto found = names_.find(manifest); found != names_.end())
        return {root, found->second};
      if (root == 0) break;
      root = path.substr(0, root - 1).rfind('/') + 1;
    }
    return {};
  }

 private:
  static const Language* language_of(std::string_view path) {
    static const auto with_manifest = [] {
      std::vector<const Language*> languages;
      for (const Language* one : all())
        if (!one->manifest.empty()) languages.push_back(one);
      return languages;
    }();
    const auto file = path.substr(path.rfind('/') + 1);
    const auto found = std::find_if(with_manifest.begin(), with_manifest.end(),
                                    [&](const Language* one) { return one->manifest == file; });
    return found == with_manifest.end() ? nullptr : *found;
  }

  std::unordered_map<std::string, std::string> names_;  // by the path of the manifest
};

}  // namespace dossier::languages
