#pragma once
// The tags of one file as a module: who holds what, and full names as our own readers of sources
// give them.
#include <functional>
#include <string>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/indexes/ctags_tag.h"
#include "engine/readers/languages/package_folders.h"

namespace dossier::indexes {

struct FileTags {
  std::string path, language;
  std::string package;  // that it declares; "" = none, or not said by a tag
  std::vector<Tag> tags;
};

/// Whether tags of this kind define nothing that is kept.
bool is_passed_by(std::string_view kind);

/// Renames what has no name among the tags.
Module module_of(FileTags& file, const languages::PackageFolders& packages);

}  // namespace dossier::indexes
