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

/// What the name of a symbol tells.
struct NamedSymbol {
  int64_t bound = 0;  // its rank cannot be better; if every word that is missing is mentioned, it
                      // is its rank
  int64_t id = 0;
  size_t place = 0;     // in the order of rows
  size_t symbol = 0;    // among those of SymbolNames
  uint32_t name = 0;    // likewise
  uint8_t missing = 0;  // a bit for each of the first words that the name lacks, and kDoubt

  /// The name may be matched otherwise than here, or lacks a word beyond the first.
  static constexpr uint8_t kDoubt = 0x80;
  static constexpr size_t kWords = 7;
  /// The name has every word: the bound is the rank.
  bool is_exact() const { return missing == 0; }
};

class NameRanks {
 public:
  /// Borrows all three. The plan must be is_of_names(), and the names those of the whole scope.
  NameRanks(const SymbolNames& names, const ScopeModules& scope, const Plan& plan);

  /// What a symbol is, by its module's place in the scope and its own in the module.
  struct Symbol {
    bool is_asked = false;  // its kind is
    bool is_exact = false;
    int64_t bound = 0;
    std::string_view kind;  // as find_rank() takes it
    bool is_public = false;
  };
  Symbol symbol(size_t module, size_t at) const;

  /// Whether a module stands in the scope more than once: then one symbol is several rows.
  bool has_rows_of_one_symbol() const { return repeats_; }

  /// Calls visit(NamedSymbol) for the symbols whose kinds are asked for, in the order of their
  /// rows.
  template <typename Visit>
  void each(Visit visit) const {
    walk([](const Kind& kind) { return kind.is_asked; }, visit);
  }
  /// Likewise for those of which no kind that the plan names holds.
  template <typename Visit>
  void each_other(Visit visit) const {
    walk([](const Kind& kind) { return kind.is_other; }, visit);
  }

 private:
  struct Kind {
    bool is_asked = false, is_other = false;
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
  void add_kind(const SymbolNames::Kind& kind, const Plan& plan);

  template <typename Takes, typename Visit>
  void walk(Takes takes, Visit visit) const {
    NamedSymbol one;
    for (const auto& [module, rank] : modules_) {
      for (size_t at = 0; at < module.names.size(); ++at, ++one.place) {
        const Kind& kind = kinds_[module.kinds[at]];
        if (!takes(kind)) continue;
        one.name = module.names[at];
        one.bound = bounds_[one.name] | rank | kind.rank;
        one.missing = missing_[one.name];
        one.id = module.first + static_cast<int64_t>(at);
        one.symbol = module.begin + at;
        visit(one);
      }
    }
  }

  const SymbolNames& names_;
  std::vector<int64_t> bounds_;   // by name: of words alone
  std::vector<uint8_t> missing_;  // likewise
  struct Part {
    SymbolNames::Module symbols;
    int64_t rank = 0;
  };
  std::vector<Part> modules_;  // of the scope
  std::array<Kind, 256> kinds_{};
  size_t known_kinds_ = 0;
  bool repeats_ = false;
};

}  // namespace dossier::lang
