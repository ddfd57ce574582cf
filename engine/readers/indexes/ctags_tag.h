#pragma once
// One line of universal-ctags' JSON, and the names of what has none.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::indexes {

struct Tag {
  std::string type, name, path, pattern, language, kind, scope, scope_kind, signature, typeref,
      access, inherits, roles, extras;
  uint32_t line = 0;
  uint32_t end = 0;
};

/// `name` is what messages call the line. Throws Error{invalid} for what is no JSON object.
Tag parse_tag(std::string_view line, const std::string& name);

/// ctags calls what has no name by a hash (__anon0b8855d70108). Here a typedef of it gives it its
/// name, and goes itself; otherwise it is called by what it is and where: <enum:12>. Of the tags of
/// one file.
void name_anonymous(std::vector<Tag>& tags);

}  // namespace dossier::indexes
