#pragma once
// Reads one element of an export's Modules array as a Module fact.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/export_shapes.h"
#include "engine/readers/path_map.h"

namespace dossier {

class ExportModuleReader {
 public:
  /// Everything is borrowed.
  ExportModuleReader(JsonCursor& json, ExportShapes& shapes, const PathMap& path_map)
      : json_(json), shapes_(shapes), path_map_(path_map) {}

  /// Reads the next module; absent if the document has a fault, because it is then refused.
  std::optional<Module> read();

 private:
  void module_field(std::string_view key, SeenKeys& seen);
  void reset_types();
  void finish();
  void resolve_in_module();

  void type();
  void type_field(Type& type, std::string_view key, SeenKeys& seen);
  void inherit(const Type& type);
  void refer(ReferenceKind kind, std::string_view target);

  void members(const char* key, MemberKind kind, SeenKeys& seen, unsigned bit);
  void member_field(Member& member, std::string_view key, SeenKeys& seen);
  std::string_view member_type();

  std::string_view kept_text() { return module_.text.keep(shapes_.text()); }
  std::string_view mapped(std::string_view path);

  JsonCursor& json_;
  ExportShapes& shapes_;
  const PathMap& path_map_;

  Module module_;
  std::array<std::string_view, 3> paths_;  // the first that is not empty is the module's
  std::vector<std::string_view> assembly_references_;
  std::vector<std::string_view> references_;  // the name that some exporters use
  std::vector<Detail> type_details_;
  std::string_view mvid_;
  uint32_t next_ordinal_ = 1;
  std::array<std::vector<Member>, 4> groups_;  // of the type at hand, by MemberKind
  std::vector<std::string_view> interfaces_;
};

}  // namespace dossier
