#pragma once
// One line of universal-ctags' JSON, and names for anonymous tags.
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

/// `name` is the name of the line in messages. Throws Error{invalid} if it is not a JSON object.
Tag parse_tag(std::string_view line, const std::string& name);

/// Names the anonymous tags of one file, which ctags names by a hash (__anon0b8855d70108). A
/// typedef of one gives it its name and is removed; otherwise the name is the kind and the line:
/// <enum:12>.
void name_anonymous(std::vector<Tag>& tags);

}  // namespace dossier::indexes
