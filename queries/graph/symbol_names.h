#pragma once
// What people call symbols: with the separators of their language, and what is referred to but not
// imported (the game of a mod, the framework of a program) by less than its full name.
//
// Rejected: the last names of what references name as an index. Only a name that nothing in scope
// has comes here, and all of them are looked at in the time of one such answer.
#include <string>
#include <string_view>
#include <vector>

#include "queries/graph/definitions.h"

namespace dossier {

struct NamedSymbol {
  std::string name;                     // as it is stored
  std::vector<Definition> definitions;  // none of what is referred to alone
};

/// What find_definitions finds of an identifier; with dots for the separators of C++, Rust, PHP and
/// Ruby (`a::B#c`, `\a\B`) where only that finds any; else generic types of assemblies, and their
/// members, without the number of parameters (`List.Add`).
NamedSymbol definitions_named(Store& store, const Scope& scope, std::string_view identifier,
                              std::string_view module = {});

/// Likewise, of what is looked for in references: where nothing is defined, and in no module alone,
/// the full name of what is referred to if just one ends in the identifier. An explicit
/// implementation gives way to the method of the interface (`System.IDisposable.Dispose`) where
/// something calls that.
NamedSymbol symbol_named(Store& store, const Scope& scope, std::string_view identifier,
                         std::string_view module = {});

struct ExternalNames {
  std::vector<std::string> names;  // sorted, at most kMost
  bool is_cut = false;             // there may be more
  static constexpr size_t kMost = 100;
};

/// The full names of types, and of members, that references in scope name and that end in the
/// identifier, whose types' numbers of parameters may be left out: "UnityEngine.MonoBehaviour" for
/// "MonoBehaviour", "System.IO.File.Delete" for "File.Delete". None for an identifier of more than
/// 16 parts.
ExternalNames external_names(Store& store, const Scope& scope, std::string_view identifier);

}  // namespace dossier
