#pragma once
// What a stub declares (Python's m.pyi beside m.py) and another file defines: one thing with two
// definitions. The definition is the one that is meant; the stub is asked for what it alone tells,
// as the types of results. It may stand under another name, where the stub's module passes it on.
//
// Rejected: leaving stubs out of a snapshot. Of a module that is compiled nothing else is there.
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/graph/alias_map.h"

namespace dossier {

class Stubs {
 public:
  /// How many definitions are looked at that a module may pass on under the name of one
  /// declaration.
  static constexpr size_t kMostPassedOn = 64;

  /// Both are borrowed.
  Stubs(Statements& statements, AliasMap& aliases) : statements_(statements), aliases_(aliases) {}

  /// The definitions of what this symbol of a stub declares, in discovery order; none where the
  /// symbol is no stub's, or nothing in its snapshot defines it.
  const std::vector<int64_t>& defining(int64_t symbol);
  /// Puts definitions in the place of what stubs declare of them, each once.
  void settle(std::vector<int64_t>& symbols);
  /// Adds them behind what stubs declare of them.
  void add_defining(std::vector<int64_t>& symbols);
  /// Whether a limit was met, so that a declaration may have a definition that was not found.
  bool is_cut() const { return is_cut_; }
  /// Whether one of the two declares the other.
  bool are_one(int64_t a, int64_t b);

 private:
  std::vector<int64_t> found_for(int64_t symbol, const ScopeModule& module);
  bool is_defined(int64_t symbol, const ScopeModule& stub);
  std::vector<int64_t> passed_on(std::string_view full_name, const ScopeModule& stub);

  Statements& statements_;
  AliasMap& aliases_;
  bool is_cut_ = false;
  std::unordered_map<int64_t, std::vector<int64_t>> defining_;
};

}  // namespace dossier
