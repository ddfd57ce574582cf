#pragma once
// Which types implement an interface that none of them names: in Go, and whatever language has
// `method_sets` in its row, a type implements every interface whose methods it has, by name,
// parameters and results (the specification's "Implementing an interface"). Methods of what a type
// embeds are its own, and those of what an interface embeds are the interface's; of the standard
// library's small interfaces the row tells the methods.
//
// Types are compared by their names and the packages that they belong to (import_folders.h). Where
// a package cannot be told the name decides: `Key` is then `store.Key` and `db.Key`. Whether a
// method belongs to a type or to a pointer to it is not asked. An interface that embeds one of
// which nothing is known has no implementations here.
//
// Rejected: storing what implements what at import. It follows from the neighbors of a module,
// which shares its content with other snapshots.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/readers/languages/language.h"
#include "queries/graph/alias_map.h"
#include "queries/graph/definitions.h"
#include "queries/graph/import_folders.h"
#include "queries/graph/receiver_types.h"

namespace dossier {

class MethodSets {
 public:
  /// How many types that have a method of the interface are looked at; where each of its methods is
  /// more common, none is found.
  static constexpr size_t kMostCandidates = 2'000;
  /// How many embedded types are looked at for one method, and for the methods of one interface.
  static constexpr size_t kMostEmbedded = 200;

  /// All are borrowed.
  MethodSets(Statements& statements, AliasMap& aliases, ReceiverTypes& receivers,
             size_t most = kMostCandidates)
      : statements_(statements),
        aliases_(aliases),
        receivers_(receivers),
        packages_(aliases.modules()),
        most_(most) {}

  /// The types in scope that have every method of this one, in discovery order; none for what is no
  /// interface, or one of a language whose types name what they implement.
  std::vector<Definition> implementing(int64_t interface);
  /// Whether a limit was met, so that others may have them.
  bool is_cut() const { return is_cut_; }
  /// Whether the type has them; either may be one of several parts.
  bool implements(int64_t type, int64_t interface);

 private:
  using Faces = std::map<std::string, std::string, std::less<>>;  // by name: parameters and results
  /// A type with the folder of its package: folders may have packages, and types, of one name.
  struct Own {
    size_t project;
    std::string full_name, folder;
    const languages::Language* language;
    friend auto operator<=>(const Own&, const Own&) = default;
  };

  std::optional<Own> own(int64_t symbol);
  std::vector<int64_t> parts(const Own& own);
  std::vector<int64_t> embedded(int64_t type, bool& is_known, Faces* faces);
  const std::optional<Faces>& methods(int64_t interface);
  bool add_methods(int64_t interface, Faces& faces, std::unordered_set<int64_t>& seen);
  std::string face_of(int64_t method, const Own& own, std::string_view name,
                      std::string_view parameters, std::string_view signature);
  bool has(int64_t type, std::string_view name, std::string_view face);
  std::vector<Own> candidates(const Faces& faces);
  void add_embedding(std::vector<Own>& found);

  Statements& statements_;
  AliasMap& aliases_;
  ReceiverTypes& receivers_;
  ImportFolders packages_;
  size_t most_;
  bool is_cut_ = false;
  std::unordered_map<int64_t, std::optional<Faces>> methods_;  // of interfaces
};

}  // namespace dossier
