#include "engine/readers/export_module.h"

#include <algorithm>
#include <unordered_set>

#include "engine/readers/open_type.h"

namespace dossier {

std::optional<Module> ExportModuleReader::read() {
  module_ = Module{};
  paths_ = {};
  assembly_references_.clear();
  references_.clear();
  mvid_ = {};
  reset_types();
  SeenKeys seen = 0;
  shapes_.object([&](std::string_view key) { module_field(key, seen); });
  if (shapes_.has_faults()) return std::nullopt;
  finish();
  return std::move(module_);
}

void ExportModuleReader::module_field(std::string_view key, SeenKeys& seen) {
  if (key == "Name") {
    shapes_.enter("Name", seen, 0);
    module_.name = kept_text();
  } else if (key == "AssemblyFullName") {
    shapes_.enter("AssemblyFullName", seen, 1);
    module_.full_name = kept_text();
  } else if (key == "AssemblyPath") {
    shapes_.enter("AssemblyPath", seen, 2);
    paths_[0] = kept_text();
  } else if (key == "ModuleFilePath") {
    shapes_.enter("ModuleFilePath", seen, 3);
    paths_[1] = kept_text();
  } else if (key == "FileName") {
    shapes_.enter("FileName", seen, 4);
    paths_[2] = kept_text();
  } else if (key == "Types") {
    if (shapes_.enter("Types", seen, 5)) reset_types();
    shapes_.array_or_null([&] { type(); });
  } else if (key == "AssemblyReferences") {
    shapes_.enter("AssemblyReferences", seen, 6);
    assembly_references_.clear();
    shapes_.array_or_null([&] { assembly_references_.push_back(kept_text()); });
  } else if (key == "References") {
    json_.path.set("References");
    shapes_.extra_texts(module_.text, references_);
  } else if (key == "Mvid") {
    json_.path.set("Mvid");
    mvid_ = module_.text.keep(shapes_.extra_text());
  } else if (key == "FileSha256") {
    json_.path.set("FileSha256");
    module_.file = digest_of(shapes_.extra_text());
  } else {
    shapes_.skip_unknown(key);
  }
}

void ExportModuleReader::reset_types() {
  module_.types.clear();
  module_.references.clear();
  type_details_.clear();
  next_ordinal_ = 1;
}

void ExportModuleReader::finish() {
  for (const auto path : paths_) {
    if (module_.path.empty()) module_.path = mapped(path);
  }
  if (!mvid_.empty()) module_.details.push_back({0, DetailKind::mvid, mvid_});
  for (const auto name : assembly_references_.empty() ? references_ : assembly_references_) {
    if (!name.empty()) module_.details.push_back({0, DetailKind::reference, name});
  }
  module_.details.insert(module_.details.end(), type_details_.begin(), type_details_.end());
  resolve_in_module();
}

void ExportModuleReader::resolve_in_module() {
  std::unordered_set<std::string_view> defined;
  defined.reserve(module_.types.size());
  for (const auto& one : module_.types) defined.insert(one.full_name);
  for (auto& reference : module_.references) {
    if (!defined.contains(reference.target_type)) continue;
    reference.in_module = true;
    reference.target_scope = module_.name;
  }
}

std::string_view ExportModuleReader::mapped(std::string_view path) {
  if (path_map_.empty() || path.empty()) return path;
  return module_.text.keep(rewrite_path(path, path_map_));
}

void ExportModuleReader::type() {
  Type one;
  interfaces_.clear();
  for (auto& group : groups_) group.clear();
  SeenKeys seen = 0;
  shapes_.object([&](std::string_view key) { type_field(one, key, seen); });
  size_t count = 0;
  for (const auto& group : groups_) count += group.size();
  one.members.reserve(count);
  for (const auto& group : groups_) {
    one.members.insert(one.members.end(), group.begin(), group.end());
  }
  one.source_path = mapped(one.source_path);
  inherit(one);
  next_ordinal_ += 1 + static_cast<uint32_t>(count);
  module_.types.push_back(std::move(one));
}

void ExportModuleReader::type_field(Type& one, std::string_view key, SeenKeys& seen) {
  if (key == "Name") {
    shapes_.enter("Name", seen, 0);
    one.name = kept_text();
  } else if (key == "Namespace") {
    shapes_.enter("Namespace", seen, 1);
    one.name_space = kept_text();
  } else if (key == "FullName") {
    shapes_.enter("FullName", seen, 2);
    one.full_name = kept_text();
  } else if (key == "BaseType") {
    shapes_.enter("BaseType", seen, 3);
    one.base_type = kept_text();
  } else if (key == "SourceFilePath") {
    shapes_.enter("SourceFilePath", seen, 4);
    one.source_path = kept_text();
  } else if (key == "IsPublic") {
    shapes_.enter("IsPublic", seen, 5);
    shapes_.flag(one.flags, kPublic);
  } else if (key == "IsAbstract") {
    shapes_.enter("IsAbstract", seen, 6);
    shapes_.flag(one.flags, kAbstract);
  } else if (key == "IsSealed") {
    shapes_.enter("IsSealed", seen, 7);
    shapes_.flag(one.flags, kSealed);
  } else if (key == "Fields") {
    members("Fields", MemberKind::field, seen, 8);
  } else if (key == "Methods") {
    members("Methods", MemberKind::method, seen, 9);
  } else if (key == "Properties") {
    members("Properties", MemberKind::property, seen, 10);
  } else if (key == "Events") {
    members("Events", MemberKind::event, seen, 11);
  } else if (key == "Interfaces") {
    json_.path.set("Interfaces");
    shapes_.extra_texts(module_.text, interfaces_);
  } else if (key == "MetadataToken") {
    json_.path.set("MetadataToken");
    one.token = shapes_.extra_number();
  } else if (key == "Kind") {
    json_.path.set("Kind");
    one.kind = module_.text.keep(shapes_.extra_text());
  } else {
    shapes_.skip_unknown(key);
  }
}

void ExportModuleReader::inherit(const Type& one) {
  if (!one.base_type.empty()) refer(ReferenceKind::base, one.base_type);
  for (const auto name : interfaces_) {
    type_details_.push_back({next_ordinal_, DetailKind::interface_name, name});
    refer(ReferenceKind::interface, name);
  }
}

void ExportModuleReader::refer(ReferenceKind kind, std::string_view target) {
  Reference reference;
  reference.source = next_ordinal_;
  reference.kind = kind;
  reference.target = target;
  reference.target_type = reference.target_key = open_type(target);
  reference.by_name = true;
  module_.references.push_back(reference);
}

void ExportModuleReader::members(const char* key, MemberKind kind, SeenKeys& seen, unsigned bit) {
  shapes_.enter(key, seen, bit);
  auto& group = groups_[static_cast<size_t>(kind)];
  group.clear();
  shapes_.array_or_null([&] {
    Member& one = group.emplace_back();
    one.kind = kind;
    SeenKeys known = 0;
    shapes_.object([&](std::string_view field) { member_field(one, field, known); });
    if (one.member_type == "Constructor") one.flags |= kConstructor;
  });
}

void ExportModuleReader::member_field(Member& one, std::string_view key, SeenKeys& seen) {
  if (key == "Name") {
    shapes_.enter("Name", seen, 0);
    one.name = kept_text();
  } else if (key == "FullName") {
    shapes_.enter("FullName", seen, 1);
    one.full_name = kept_text();
  } else if (key == "Signature") {
    shapes_.enter("Signature", seen, 2);
    one.signature = kept_text();
  } else if (key == "MemberType") {
    shapes_.enter("MemberType", seen, 3);
    one.member_type = member_type();
  } else if (key == "IsStatic") {
    shapes_.enter("IsStatic", seen, 4);
    shapes_.flag(one.flags, kStatic);
  } else if (key == "IsPublic") {
    shapes_.enter("IsPublic", seen, 5);
    shapes_.flag(one.flags, kPublic);
  } else if (key == "MetadataToken") {
    json_.path.set("MetadataToken");
    one.token = shapes_.extra_number();
  } else {
    shapes_.skip_unknown(key);
  }
}

// Nearly always one of five words, which need no copy.
std::string_view ExportModuleReader::member_type() {
  static constexpr std::string_view kWords[] = {"Field", "Method", "Constructor", "Property",
                                                "Event"};
  const auto word = shapes_.text();
  const auto known = std::find(std::begin(kWords), std::end(kWords), word);
  return known != std::end(kWords) ? *known : module_.text.keep(word);
}

}  // namespace dossier
