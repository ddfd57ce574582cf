#pragma once
// The names by which other source files may refer to a definition: readers resolve within a file
// and along its imports, so what a namespace, a package or a re-export brings into view still bears
// a shorter or another name when it is stored. Asked with the snapshot at hand, these names are
// compared with what each referring file declares and imports.
//
// A method's bare name, called on something of unknown type, counts where its type is in view or no
// other method is called so; never for a name that more than four bear, nor for constructors.
//
// Rejected: resolving while importing. A module's content would depend on its neighbours' and could
// not be shared between snapshots.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/graph/definitions.h"

namespace dossier {

/// Languages whose sources refer to each other's definitions have one family; others are their own.
std::string_view family_of(std::string_view language);

class OtherNames {
 public:
  /// Nothing is known of definitions that are not from sources.
  OtherNames(Statements& store, const Scope& scope, const Definition& definition);

  /// Other keys of the definition, and of a source's type its own as a key.
  const std::vector<std::string>& keys() const { return keys_; }
  /// Whether a reference with such a key that was made by name alone may mean the definition, in
  /// view of what its module declares and imports.
  bool may_be_meant(std::string_view key, int64_t module);

 private:
  struct View {
    std::string language;
    std::string path;
    std::vector<std::string> namespaces, imports;
  };

  void add_exports(Statements& store);
  void add_suffixes(const std::string& type);
  void add(std::string key);
  const View& view_of(int64_t module);
  bool sees(int64_t module);
  bool is_global_for(const std::string& path);

  Statements& store_;
  Definition definition_;
  int64_t module_ = 0;
  std::string name_;  // of the member; "" for a type
  std::string full_;  // its type's full name, as sources write it: dots only, no arity
  bool is_unique_ = false;
  std::vector<std::string> keys_;
  size_t exports_ = 0;  // the first of keys_: full names through a re-export
  std::unordered_map<int64_t, View> views_;
  // Below these every C# file has the definition in view, by a `global using`; once asked for.
  std::optional<std::vector<std::string>> global_below_;
};

}  // namespace dossier
