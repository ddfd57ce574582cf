#include "agent/project_shape.h"

#include <array>
#include <functional>
#include <string>

#include "engine/error.h"

namespace dossier {
namespace {

using Check = std::function<void(const Json&, const std::string& path)>;

[[noreturn]] void refuse_field(const std::string& path, std::string_view wanted,
                               const Json& found) {
  throw Error(ErrorCode::invalid,
              "must be " + std::string(wanted) + ", not " + std::string(found.type_name()), path);
}

void check_texts(const Json& object, const std::string& path,
                 std::initializer_list<std::string_view> keys) {
  for (const auto key : keys)
    if (const Json* value = object.find(key);
        value != nullptr && !value->is_null() && value->string() == nullptr)
      refuse_field(path + "." + std::string(key), "a string", *value);
}

// A list of objects, or null.
void check_list(const Json& object, const std::string& path, std::string_view key,
                const Check& check) {
  const Json* list = object.find(key);
  if (list == nullptr || list->is_null()) return;
  const std::string place = path + "." + std::string(key);
  if (list->items() == nullptr) refuse_field(place, "an array", *list);
  for (size_t i = 0; i < list->each().size(); ++i) {
    const Json& item = list->each()[i];
    const std::string at = place + "[" + std::to_string(i) + "]";
    if (item.fields() == nullptr) refuse_field(at, "an object", item);
    check(item, at);
  }
}

void check_member(const Json& member, const std::string& path) {
  check_texts(member, path, {"MemberType", "Name", "FullName", "Signature"});
}

void check_type(const Json& type, const std::string& path) {
  check_texts(type, path, {"Name", "Namespace", "FullName", "BaseType", "SourceFilePath"});
  for (const std::string_view members : {"Fields", "Methods", "Properties", "Events"})
    check_list(type, path, members, check_member);
}

void check_module(const Json& module, const std::string& path) {
  check_texts(module, path,
              {"Name", "AssemblyFullName", "FileName", "AssemblyPath", "ModuleFilePath"});
  check_list(module, path, "Types", check_type);
}

}  // namespace

bool is_empty_project(const Json& project) {
  static const std::string kPath = "$.Project";
  if (project.is_null()) return true;
  if (project.fields() == nullptr) refuse_field(kPath, "an object", project);
  if (project.fields()->empty()) return true;
  const Json* modules = project.find("Modules");
  if (modules == nullptr)
    throw Error(ErrorCode::invalid, "has no Modules, so it is no project", kPath);
  check_list(project, kPath, "Modules", check_module);
  return modules->is_null() || modules->items()->empty();
}

}  // namespace dossier
