#pragma once
// What a source file is found to define.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/readers/languages/source_file.h"
#include "engine/readers/snapshot/classify.h"

namespace dossier::test {

using Found = std::vector<std::string>;

/// "KIND FULL_NAME LINE-END", in the order of the module, without what stands for the file.
inline Found defined_in(const char* path, const std::string& text, uint32_t damaged_lines = 0) {
  const auto* own = snapshot::language_of(path, text);
  REQUIRE(own);
  const auto source = languages::read({path, text}, *own);
  REQUIRE(source);
  CHECK(source->damaged_lines == damaged_lines);
  Found found;
  const auto add = [&](std::string_view kind, std::string_view name, uint32_t line, uint32_t end) {
    found.push_back(std::string(kind) + " " + std::string(name) + " " + std::to_string(line) +
                    (end == line ? "" : "-" + std::to_string(end)));
  };
  for (const Type& type : source->module.types) {
    if (type.kind != "file" && type.kind != "package")
      add(type.kind, type.full_name, type.line, type.end_line);
    for (const Member& member : type.members)
      add(member.member_type, member.full_name, member.line, member.end_line);
  }
  return found;
}

}  // namespace dossier::test
