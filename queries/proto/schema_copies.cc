#include "queries/proto/schema_copies.h"

#include <algorithm>

#include "engine/path_parts.h"
#include "queries/proto/schema_file.h"
#include "queries/proto/schema_pairs.h"
#include "queries/proto/schema_words.h"

namespace dossier::proto {

SchemaCopies::SchemaCopies(std::span<const SchemaFile> before,
                           std::span<const SchemaChange> changes)
    : changes_(changes) {
  for (const SchemaFile& file : before) {
    packages_.insert(file.schema.package);
    if (file.schema.package.empty()) names_.insert(std::string(file_name_of(file.path)));
    for (const Declaration& declaration : file.schema.declarations)
      if (is_type(declaration)) types_.try_emplace(declaration.full_name(), file.path);
  }
}

/// Most .proto files of a tree are of other packages, and need not be taken apart. Without a
/// package any two have a `Request`: there a copy is called like its original.
bool SchemaCopies::may_be_copy(const std::string& path, std::string_view text) const {
  return std::any_of(packages_.begin(), packages_.end(), [&](const std::string& package) {
    return package.empty() ? names_.contains(std::string(file_name_of(path)))
                           : text.find(package) != text.npos;
  });
}

SchemaCopy SchemaCopies::read(const std::string& path, std::string_view text) const {
  SchemaCopy copy;
  if (!may_be_copy(path, text)) return copy;
  const SchemaFile file = schema_file(path, text);
  if (!packages_.contains(file.schema.package) ||
      (file.schema.package.empty() && !names_.contains(std::string(file_name_of(path)))))
    return copy;
  std::unordered_map<std::string, const Declaration*> here;
  for (const Declaration& declaration : file.schema.declarations) {
    here.try_emplace(declaration.full_name(), &declaration);
    const auto type = is_type(declaration) ? types_.find(declaration.full_name()) : types_.end();
    if (type != types_.end() && copy.of.empty()) copy.of = type->second;
  }
  if (copy.of.empty()) return copy;
  for (const SchemaChange& change : changes_) {
    if (change.was != nullptr) {
      const auto found = here.find(change.was->full_name());
      if (found != here.end() && found->second->kind == change.was->kind &&
          text_of(*found->second) == text_of(*change.was))
        copy.behind.push_back({found->second->line, &change});
    } else if (change.is != nullptr && !here.contains(change.is->full_name())) {
      const auto around = here.find(change.is->owner);
      if (around != here.end()) copy.behind.push_back({around->second->line, &change});
    }
  }
  if (copy.behind.empty()) copy.of.clear();
  return copy;
}

}  // namespace dossier::proto
