#pragma once
// The references that go by a name alone: what else bears the name of a definition, and may mean
// it. None of them is worked out; what a receiver is, or a file imports, decides elsewhere
// (references.h).
//
// Rejected: leaving them out. Of a symbol that is only called on values of unknown type nobody
// would learn that its name is used at all.
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "queries/graph/references.h"

namespace dossier {

class NamedReferences {
 public:
  /// All are borrowed.
  NamedReferences(Store& store, const Scope& scope, References& references)
      : store_(store), scope_(scope), rows_(references.rows()), references_(references) {}

  /// The references by name alone whose key is just this name, from sources in the language family
  /// of one of `members`. If `members` is all that has the name, one of them is the target.
  /// Unordered. Empty for a name that includes a type.
  std::vector<FoundReference> to_bare(std::string_view name, const std::vector<Definition>& members,
                                      uint32_t kinds);
  /// Those among the references by name alone that are not in `known`, in discovery order: whose
  /// key is just the short name of `wanted`, which definition each means is not worked out, and
  /// whose key ends in it and means nothing in scope; beside an answer about the bare name, what
  /// means another definition of it, too. From sources in the families of `definitions`; of any
  /// where none is known.
  std::vector<FoundReference> by_name(std::string_view wanted,
                                      const std::vector<Definition>& definitions, uint32_t kinds,
                                      const std::vector<FoundReference>& known);

 private:
  using Families = std::unordered_set<std::string_view>;
  Families families_of(const std::vector<Definition>& definitions);
  std::vector<FoundReference> named(std::string_view name, const Families& families,
                                    uint32_t kinds);
  std::vector<std::string> keys_ending(std::string_view name);
  std::vector<std::string> keys_called(std::string_view name);
  /// Adds those with one of the keys of which no definition in scope is meant.
  void add_unexplained(const std::vector<std::string>& keys, const Families& families,
                       uint32_t kinds, std::vector<FoundReference>& found);

  Store& store_;
  const Scope& scope_;
  ReferenceRows& rows_;
  References& references_;
};

}  // namespace dossier
