#pragma once
// Members of sources that bear a full name of their own, which is not made of their type's: local
// functions, `shop.run.step` in the module `shop`, and methods of objects, `shop.cart.add`. The
// reader resolves references to them within their file, under that name. Of functions with the same
// local function, as overloads have them, each calls its own.
//
// Rejected: keys made of the type and the name. A local function would be called by what calls the
// type's own member of that name.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "queries/graph/definitions.h"

namespace dossier {

class OwnNames {
 public:
  /// `statements` is borrowed.
  explicit OwnNames(Statements& statements) : statements_(statements) {}

  /// Whether there is such a name, by which references mean the member.
  static bool has_own(const Definition& member);
  /// Whether an exact reference with the member's full name, held by `source`, means the member.
  bool is_meant(const Definition& member, int64_t source);
  /// The members that an exact reference with this key, held by `source`, means.
  std::vector<int64_t> meant_by(std::string_view key, int64_t source);

 private:
  struct Place {
    int64_t first = 0, last = 0;     // of the module
    std::vector<int64_t> functions;  // around local ones of this name, in order
  };
  const Place& place_of(const Definition& member);
  void add_functions(const Definition& member, std::vector<int64_t>& found);

  Statements& statements_;
  std::unordered_map<int64_t, Place> places_;  // by member
};

}  // namespace dossier
