#pragma once
// What the names of symbols make of their ranks in the answer to a plan. The words of a query, the
// modules and the kinds are looked at once; a symbol's bound is then three numbers in one.
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "queries/lang/plan.h"
#include "store/index/symbol_names.h"

namespace dossier::lang {

/// Whether the answer of a plan is made of ranked symbols, and nothing but words and kinds of
/// symbols is asked for.
bool is_of_names(const Plan& plan);

class NameRanks {
 public:
  /// Borrows all three. The plan must be is_of_names().
  NameRanks(const SymbolNames& names, const ScopeModules& scope, const Plan& plan);

  /// What a symbol is, by its module's place in the scope and its own in the module.
  struct Symbol {
    bool is_asked = false;  // its kind is
    bool is_exact = false;  // its name has every word: the bound is the rank
    int64_t bound = 0;      // its rank cannot be better
    std::string_view kind;  // as find_rank() takes it
    bool is_public = false;
  };
  Symbol symbol(size_t module, size_t at) const;

  /// Calls visit(bound, is exact, id) for the symbols that are asked for, in the order of their
  /// rows.
  template <typename Visit>
  void each(Visit visit) const {
    for (size_t i = 0; i < modules_.size(); ++i) {
      const auto module = names_.module(i);
      for (size_t at = 0; at < module.names.size(); ++at) {
        const Kind& kind = kinds_[module.kinds[at]];
        const uint32_t name = module.names[at];
        if (kind.is_asked)
          visit(bounds_[name] | modules_[i] | kind.rank, exact_[name] != 0,
                module.first + static_cast<int64_t>(at));
      }
    }
  }

 private:
  struct Kind {
    bool is_asked = false;
    int64_t rank = 0;
    std::string_view word;
    bool is_public = false;
  };
  struct Wanted;
  struct Match;
  static Match match_usual(std::string_view own, uint64_t starts, const Wanted& wanted);
  static Match match_unusual(std::string_view name, std::span<const std::string> own,
                             const Wanted& wanted);
  void add(size_t name, std::span<const Wanted> words);

  const SymbolNames& names_;
  std::vector<int64_t> bounds_;  // by name: of words alone
  std::vector<char> exact_;      // likewise
  std::vector<int64_t> modules_;
  std::array<Kind, 256> kinds_{};
};

}  // namespace dossier::lang
