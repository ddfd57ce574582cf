#pragma once
// The definitions of one file as types and members: nesting, full names, flags, signatures and
// documentation. docs/decisions/0005-source-symbols.md defines the names.
//
// Every definition has an Entry; entries and the captures' definitions share their indexes. A free
// function or variable belongs to a type that stands for its package, namespace, module or file,
// because members belong to types everywhere else. Rejected: a fifth level for free functions,
// which every lookup, view and index would have to know.
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/languages/captures.h"

namespace dossier::languages {

inline constexpr uint32_t kNone = ~0u;

struct Entry {
  enum class Role : uint8_t { scope, type, member, none };
  Role role = Role::none;
  uint32_t parent = kNone;   // the entry that holds it
  uint32_t type = kNone;     // in Module::types: the type itself, or the member's
  uint32_t member = kNone;   // in Type::members
  std::string_view path;     // the full name
  std::string_view package;  // the package or namespace around it
};

/// The innermost type from entry `from` outwards; kNone if there is none or a scope comes first.
uint32_t enclosing_type(const std::vector<Entry>& entries, uint32_t from);

struct Outline {
  Module module;
  std::vector<Entry> entries;
};

/// The start of the file's full names, if the path determines it: see Naming.
std::string module_path(const Language& language, std::string_view path, const Package& package);

/// The outline of a file; types have their members ordered by kind, as Module requires.
Outline outline(const Language& language, std::string_view path, std::string_view base,
                std::string_view text, const Captures& captures);

}  // namespace dossier::languages
