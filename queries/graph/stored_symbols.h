#pragma once
// What is stored of one symbol, and the symbols of one name.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/statements.h"
#include "store/scope/scope.h"

namespace dossier {

/// The kind of a type: class, file, …; "" for what is no type.
std::string kind_of_type(Statements& statements, int64_t type);

/// Whether types of this kind stand for a package, a module or a file, whose members are free.
constexpr bool is_kind_of_scope(std::string_view kind) {
  return kind == "package" || kind == "module" || kind == "file";
}

/// Whether the symbol is of a source file.
bool is_of_source(Statements& statements, int64_t symbol);

/// What a member of a source holds or gives and, of a module, its full name by default; of Go, the
/// path by which its package is imported. "" = nothing.
std::string result_of(Statements& statements, int64_t symbol);

/// The members in scope with this short name, in the order of the scope's snapshots.
std::vector<int64_t> members_with_name(Statements& statements, const Scope& scope,
                                       std::string_view name);

}  // namespace dossier
