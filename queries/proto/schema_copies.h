#pragma once
// Copies of a .proto in one tree: another folder has a file of the same package with the same
// types, sdks/rust/proto/sdk.proto beside proto/sdk.proto. What a change does to the one has to be
// done to the other, or their programs no longer understand each other. Pure.
//
// Rejected: files of one name or with the same bytes. A copy is called otherwise as well, and most
// lag behind by a comment or an option.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "queries/proto/changed_schemas.h"
#include "queries/proto/schema_diff.h"

namespace dossier::proto {

/// What a copy still has as it was.
struct Behind {
  uint32_t line = 0;  // 1-based, in the copy
  const SchemaChange* change = nullptr;
};

struct SchemaCopy {
  std::string of;  // the path in the earlier version; "" = it is no copy of what changed
  std::vector<Behind> behind;
};

class SchemaCopies {
 public:
  /// Both are borrowed.
  SchemaCopies(std::span<const SchemaFile> before, std::span<const SchemaChange> changes);
  /// What a .proto is that stays as it is.
  SchemaCopy read(const std::string& path, std::string_view text) const;

 private:
  bool may_be_copy(const std::string& path, std::string_view text) const;

  std::span<const SchemaChange> changes_;
  std::unordered_map<std::string, std::string> types_;  // of the files that changed: their paths
  std::unordered_set<std::string> packages_;
  std::unordered_set<std::string> names_;  // of those files that are in no package
};

}  // namespace dossier::proto
