#pragma once
// What a call on a value, or a read of it, means. A source's reader stores with it what the
// receiver is, as far as its file tells (engine/readers/languages/receivers.h); here its type is
// worked out with what the other files declare, and the member is looked up in that type and in its
// bases.
//
// Nothing is said of a receiver whose type is not known, nor of one whose type is not in scope,
// unless nothing in scope bears its name; then no definition in scope is meant.
//
// Rejected: types worked out at import. The content of a module would depend on its neighbors.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "queries/graph/alias_map.h"
#include "queries/graph/stubs.h"

namespace dossier {

class ReceiverTypes {
 public:
  /// How many expressions are worked out for one question; of others nothing is known.
  static constexpr size_t kMostExpressions = 20'000;

  /// Both are borrowed.
  ReceiverTypes(Statements& statements, AliasMap& aliases, size_t most = kMostExpressions)
      : statements_(statements), aliases_(aliases), stubs_(statements, aliases), left_(most) {}

  /// The members that `name`, behind the receiver, means. `is_known`: there are no others.
  struct Members {
    std::vector<int64_t> symbols;
    bool is_known = false;
  };
  Members members(std::string_view receiver, int64_t module, std::string_view name, Use use);
  /// Likewise where the receiver is a path that may lead to a type that inherits the member, or to
  /// a value of another file: its last name is a type's or a member's. Nothing for others, which
  /// are not worked out.
  std::vector<int64_t> members_through(std::string_view path, int64_t module, std::string_view name,
                                       Use use);
  /// The types in scope that the receiver may have; none where nothing is known of it.
  std::vector<int64_t> types(std::string_view receiver, int64_t module) {
    return value(receiver, module).types;
  }
  /// The type that the receiver is declared with, as it is written, where nothing in scope is that
  /// type; "" where none is known.
  std::string declared(std::string_view receiver, int64_t module) {
    const Value& is = value(receiver, module);
    return is.types.empty() ? is.declared : std::string();
  }
  /// Whether the member is outside of types: of a package, a module or a file.
  bool is_free(int64_t member);
  Stubs& stubs() { return stubs_; }
  /// Whether a limit was met: what lies beyond it is not known, and may have been meant.
  bool is_cut() const { return is_cut_ || stubs_.is_cut(); }
  /// Whether the type derives from the other one, as far as its bases are in scope.
  bool derives(int64_t type, int64_t from);

 private:
  struct Value {
    std::vector<int64_t> types;
    std::string declared = {};  // a type that is not in scope, as it is written
    bool is_foreign = false;    // nothing in scope is called so
  };
  struct TypeFacts {
    struct Part {
      int64_t first = 0, last = 0, module = 0;
    };
    std::vector<Part> parts;                             // all types of its full name
    std::vector<std::pair<std::string, int64_t>> bases;  // and the module that names it
    std::string full_name, stands_for;
    int64_t module = 0;
    bool is_free = false;  // it stands for a package, a module or a file
    bool is_alias = false;
    bool is_nested = false;  // in another type
  };
  struct Bearers {               // of a name
    bool is_member = false;      // whether one is a member
    std::vector<int64_t> types;  // that have bases
  };
  const Bearers& bearers_of(std::string_view name);
  bool has_own(int64_t type, std::string_view name);
  const Value& value(std::string_view expression, int64_t module);
  Members members_behind(std::string_view receiver, int64_t module, std::string_view name, Use use);
  bool is_over(int depth);
  Value worked_out(std::string_view expression, int64_t module);
  std::vector<int64_t> named(std::string_view path, int64_t module, Use use);
  std::vector<int64_t> functions(std::string_view name, int64_t module);
  std::vector<int64_t> types_called(std::string_view full_name);
  const Members& members_of(int64_t type, std::string_view name, Use use, int depth);
  const TypeFacts& facts(int64_t type);
  const std::vector<int64_t>& companions_of(int64_t type);
  std::vector<int64_t> own_members(std::string_view object, std::string_view name);
  void add_parameter(int64_t symbol, size_t index, Value& made);

  Statements& statements_;
  AliasMap& aliases_;
  Stubs stubs_;
  size_t left_;
  bool is_cut_ = false;
  int depth_ = 0;
  std::map<std::pair<std::string, int64_t>, Value, std::less<>> values_;
  std::map<std::tuple<int64_t, std::string, Use>, Members> members_;
  std::unordered_map<int64_t, TypeFacts> facts_;
  std::unordered_map<int64_t, std::vector<int64_t>> companions_;  // by type
  std::unordered_map<std::string, Bearers> bearers_;              // by name
};

}  // namespace dossier
