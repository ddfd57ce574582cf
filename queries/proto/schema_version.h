#pragma once
// One version of a schema: its declarations by name, and what a field of it means once defaults,
// labels and features are applied.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/proto/breaking.h"

namespace dossier::proto {

/// The value of an option as written; nothing where it is not given.
std::optional<std::string_view> option(const std::vector<Option>& options, std::string_view name);

/// A version's declarations by name.
struct SchemaVersion {
  struct Placed {
    const SchemaFile* file = nullptr;
    const Declaration* it = nullptr;
  };
  SchemaVersion(std::span<const SchemaFile> files, std::span<const SchemaFile> rest);

  /// The full name that `name` means inside of `owner`; as written where no file has it.
  std::string resolved(std::string_view name, std::string_view owner) const;
  const std::vector<const Declaration*>& members_of(const std::string& owner) const;

  std::unordered_map<std::string, const SchemaFile*> paths;  // by the earlier version's
  std::unordered_map<std::string, Placed> types;
  std::unordered_map<std::string, std::vector<const Declaration*>> members;
};

/// A field's type: a scalar by its word, "map", "group", "message" or "enum".
struct FieldType {
  std::string kind, name;  // name: of what is no scalar

  bool operator==(const FieldType&) const = default;
};

/// Which scalars are written alike: those of one group. -1: no scalar.
int wire_group(std::string_view kind);
FieldType type_of(const SchemaVersion& version, const Declaration& field);

/// A feature of editions (protobuf.dev/editions/features), or what older syntax amounts to.
std::string_view feature(const SchemaFile& file, const Declaration& of, std::string_view name,
                         std::string_view in_proto2, std::string_view otherwise);
/// "map", "repeated", "required", "explicit" or "implicit" (presence).
std::string_view cardinality(const SchemaFile& file, const Declaration& field,
                             const FieldType& type);
/// In quotes, as an option is written.
std::string json_name(const Declaration& field);
/// As written; "" for the one that is meant without it.
std::string_view default_value(const Declaration& field);

}  // namespace dossier::proto
