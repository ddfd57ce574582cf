#pragma once
// Builds a module from the declarations of one file in an index, which may come in any order: types
// with their members by kind, as fact.h requires, and the symbol of each declaration.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"

namespace dossier::indexes {

struct Declaration {
  bool is_type = false;
  bool is_global = false;  // a member of no type: `type` is its file, which its name leaves out
  std::string type;        // full name: its own, or that of the type that holds it
  std::string name;        // short
  std::string name_space;  // of a type
  std::string kind;        // of a type: class, …; of a member: Method, Field, …
  MemberKind member_kind = MemberKind::field;
  std::string signature;
  std::string doc;
  std::string base_type;
  uint32_t flags = 0;
  uint32_t line = 0;
  uint32_t end_line = 0;
};

struct Assembled {
  Module module;
  std::vector<uint32_t> ordinals;  // of each declaration
};

/// A type that members name but nothing declares is created, of kind "module", or "file" if it
/// stands for the global scope. A type declared twice becomes one type.
Assembled assemble(std::string_view path, std::string_view language,
                   const std::vector<Declaration>& declarations);

/// The language of the file's name, else `otherwise`.
std::string_view language_of(std::string_view path, std::string_view otherwise);

}  // namespace dossier::indexes
