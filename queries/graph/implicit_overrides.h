#pragma once
// Which methods override or implement which by name and signature alone, as the runtime decides it
// (ECMA-335 II.10.3 and II.12.2): metadata states only what is explicit, and that is a reference of
// its own. Bases and interfaces are followed across modules and their generic arguments put in
// place of parameters, so what is answered here is exact for assemblies; exports and sources say
// too little and get no answer. Not followed: an interface that a type lists whose method a base of
// the type has, because nothing in the base says so.
//
// Rejected: writing these as references at import, which would need every base to be imported first
// and would be wrong as soon as another version of it is.
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/statements.h"
#include "queries/graph/definitions.h"
#include "store/scope/scope.h"

namespace dossier {

class ImplicitOverrides {
 public:
  ImplicitOverrides(Statements& statements, const Scope& scope)
      : store_(statements), scope_(scope) {}

  /// The methods in scope that override or implement one of `methods`, however indirectly, in
  /// discovery order of each name; none for what is no virtual method of an assembly. All at once:
  /// what has a name is looked at once for all that share it.
  std::vector<Definition> of(const std::vector<Definition>& methods);
  /// The methods that `method` overrides or implements: its own interfaces first, then its bases.
  std::vector<Definition> by(const Definition& method);

 private:
  using Names = std::map<std::string, std::string, std::less<>>;  // of generic parameters: meanings
  /// A base or interface as one type lists it.
  struct Edge {
    bool is_interface = false;
    std::vector<int64_t> types;  // more than one where it is not clear which is meant
    std::vector<std::string> arguments;
  };
  struct Node {
    std::vector<std::string> parameters;  // names of its generic parameters
    std::vector<Edge> edges;
  };
  struct Climb;

  void of_name(std::string_view name, const std::vector<const Definition*>& meant,
               std::vector<Definition>& found);
  const Node& node(int64_t type);
  /// Everything that the type derives from or implements, itself included.
  const std::unordered_set<int64_t>& above(int64_t type);
  std::vector<int64_t> types_meant(int64_t from, std::string_view type, std::string_view assembly);
  std::vector<std::string> generic_parameters(int64_t symbol);
  Names bind(const Node& base, const Edge& edge, const Names& names);
  /// "Return(ParamType,…)" with generic parameters replaced, the method's own by their positions.
  std::string face(int64_t symbol, std::string_view name, std::string_view signature,
                   std::string_view parameters, const Names& names);
  bool is_explicit(int64_t type, int64_t method);
  void climb(Climb& climb, int64_t type, const Names& names);
  void implement(Climb& climb, int64_t from, const Names& names);

  Statements& store_;
  Scope scope_;
  std::unordered_map<int64_t, Node> nodes_;
  std::unordered_map<int64_t, std::unordered_set<int64_t>> above_;
};

}  // namespace dossier
