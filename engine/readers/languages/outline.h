#pragma once
// The definitions of one file as types and members: who holds what, full names, flags, signatures
// and documentation. docs/decisions/source-symbols.md says how names are formed.
//
// Every definition has an Entry; entries and the captures' definitions share their indexes. A free
// function or variable belongs to a type that stands for its package, namespace, module or file,
// because members hang on types everywhere else. Rejected: a fifth level for free functions, which
// every lookup, view and index would have had to know.
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

/// The innermost entry from `from` outwards that is a type; kNone where there is none, or a scope
/// comes first.
uint32_t enclosing_type(const std::vector<Entry>& entries, uint32_t from);

struct Outline {
  Module module;
  std::vector<Entry> entries;
};

/// What the file's full names start with, where the path decides: see Naming.
/// `package_root` is how many leading bytes of the path lie outside of its outermost package.
std::string module_path(const Language& language, std::string_view path, size_t package_root);

/// Types with their members ordered by kind, as Module demands; entries name their places.
Outline outline(const Language& language, std::string_view path, std::string_view base,
                std::string_view text, const Captures& captures);

}  // namespace dossier::languages
