#pragma once
// Computes which methods override or implement which by name and signature, by the rules of the
// runtime (ECMA-335 II.10.3 and II.12.2). Metadata states only explicit overrides, which are stored
// as references. Bases and interfaces are followed across modules, with generic arguments in place
// of parameters, so results are exact for assemblies. Exports record too little and have no
// results; for sources see source_overrides.h. Not found: a method that a type inherits from a base
// to implement an interface that only the type lists, because nothing in the base mentions the
// interface.
//
// Rejected: storing the overrides as references at import. Every base would have to be imported
// first, and they would be wrong as soon as another version of a base is imported.
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

  /// The methods in scope that override or implement one of `methods`, directly or indirectly, in
  /// discovery order per name; those of its accessors for a property or an event of an assembly,
  /// none for anything else but a virtual method of one. Takes all methods at once, so that
  /// candidates of one name are examined once.
  std::vector<Definition> of(const std::vector<Definition>& methods);
  /// The methods that `method` overrides or implements: its own interfaces first, then its bases.
  std::vector<Definition> by(const Definition& method);

 private:
  using Names = std::map<std::string, std::string, std::less<>>;  // generic parameter -> argument
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
  /// The type and everything that it derives from or implements.
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
