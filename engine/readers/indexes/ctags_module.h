#pragma once
// Builds a module from the tags of one file: which type owns what, and full names in the notation
// of our source readers.
#include <functional>
#include <string>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/indexes/ctags_tag.h"
#include "engine/readers/languages/package_folders.h"

namespace dossier::indexes {

struct FileTags {
  std::string path, language;
  std::string package;  // declared by a tag; "" = none
  std::vector<Tag> tags;
};

/// Whether tags of this kind are skipped.
bool is_passed_by(std::string_view kind);

/// The module; also renames anonymous tags.
Module module_of(FileTags& file, const languages::PackageFolders& packages);

}  // namespace dossier::indexes
