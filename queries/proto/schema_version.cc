#include "queries/proto/schema_version.h"

#include "engine/ascii.h"
#include "queries/proto/scanned.h"
#include "queries/proto/schema_pairs.h"

namespace dossier::proto {
namespace {

constexpr std::string_view kWireGroups[] = {" int32 int64 uint32 uint64 bool ",
                                            " sint32 sint64 ",
                                            " string ",
                                            " bytes ",
                                            " fixed32 sfixed32 ",
                                            " fixed64 sfixed64 ",
                                            " double ",
                                            " float "};

}  // namespace

std::optional<std::string_view> option(const std::vector<Option>& options, std::string_view name) {
  for (const auto& [key, value] : options)
    if (key == name) return value;
  return std::nullopt;
}

SchemaVersion::SchemaVersion(std::span<const SchemaFile> files, std::span<const SchemaFile> rest) {
  for (const auto& file : files) paths[file.earlier_path()] = &file;
  for (const auto some : {files, rest})
    for (const auto& file : some)
      for (const auto& declaration : file.schema.declarations) {
        if (is_type(declaration))
          types.try_emplace(declaration.full_name(), Placed{&file, &declaration});
        else if (declaration.extends.empty())
          members[declaration.owner].push_back(&declaration);
      }
}

std::string SchemaVersion::resolved(std::string_view name, std::string_view owner) const {
  if (name.starts_with('.')) return std::string(name.substr(1));
  std::string around(owner);
  while (true) {
    std::string full = around.empty() ? std::string(name) : around + "." + std::string(name);
    if (types.contains(full) || around.empty()) return full;
    const auto dot = around.rfind('.');
    around.resize(dot == around.npos ? 0 : dot);
  }
}

const std::vector<const Declaration*>& SchemaVersion::members_of(const std::string& owner) const {
  static const std::vector<const Declaration*> kNone;
  const auto found = members.find(owner);
  return found == members.end() ? kNone : found->second;
}

int wire_group(std::string_view kind) {
  for (size_t i = 0; i < std::size(kWireGroups); ++i)
    if (is_listed(kWireGroups[i], kind)) return static_cast<int>(i);
  return -1;
}

FieldType type_of(const SchemaVersion& version, const Declaration& field) {
  if (field.type.starts_with("group "))
    return {"group", version.resolved(field.type.substr(6), field.owner)};
  if (wire_group(field.type) >= 0) return {field.type, ""};
  if (field.type.starts_with("map<")) {
    const auto comma = field.type.find(", ");
    std::string value = field.type.substr(comma + 2, field.type.size() - comma - 3);
    if (wire_group(value) < 0) value = version.resolved(value, field.owner);
    return {"map", field.type.substr(4, comma - 4) + ", " + value};
  }
  std::string name = version.resolved(field.type, field.owner);
  const auto found = version.types.find(name);
  const bool is_enum =
      found != version.types.end() && found->second.it->kind == Definition::enumeration;
  return {is_enum ? "enum" : "message", std::move(name)};
}

std::string_view feature(const SchemaFile& file, const Declaration& of, std::string_view name,
                         std::string_view in_proto2, std::string_view otherwise) {
  const std::string key = "features." + std::string(name);
  if (const auto own = option(of.options, key)) return *own;
  if (const auto files = option(file.schema.options, key)) return *files;
  return file.schema.syntax == "proto2" ? in_proto2 : otherwise;
}

std::string_view cardinality(const SchemaFile& file, const Declaration& field,
                             const FieldType& type) {
  if (type.kind == "map") return "map";
  if (field.label == "repeated" || field.label == "required") return field.label;
  if (feature(file, field, "field_presence", "EXPLICIT",
              file.schema.syntax == "proto3" ? "IMPLICIT" : "EXPLICIT") == "LEGACY_REQUIRED")
    return "required";
  const bool explicit_presence =
      field.label == "optional" || !field.oneof.empty() || type.kind == "message" ||
      type.kind == "group" ||
      feature(file, field, "field_presence", "EXPLICIT",
              file.schema.syntax == "proto3" ? "IMPLICIT" : "EXPLICIT") == "EXPLICIT";
  return explicit_presence ? "explicit" : "implicit";
}

std::string json_name(const Declaration& field) {
  if (const auto given = option(field.options, "json_name")) return std::string(*given);
  std::string name = "\"";
  bool upper = false;
  for (const char c : field.name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    name += upper ? to_upper(c) : c;
    upper = false;
  }
  return name + "\"";
}

std::string_view default_value(const Declaration& field) {
  const std::string_view value = option(field.options, "default").value_or("");
  const bool is_zero = value == "0" || value == "0.0" || value == "false" || value == "\"\"" ||
                       value == "''" || value == "-0";
  return is_zero ? "" : value;
}

}  // namespace dossier::proto
