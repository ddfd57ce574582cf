#pragma once
// What tells which definition a name means in a file that does not define it. Each part keeps what
// it has looked up for as long as one question is answered; none changes what another one says.
//
// Rejected: each question with parts of its own. Whoever follows references backwards and whoever
// follows them forwards would weigh the same name differently.
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/graph/alias_map.h"
#include "queries/graph/headers.h"
#include "queries/graph/key_tails.h"
#include "queries/graph/own_names.h"
#include "queries/graph/receiver_types.h"
#include "queries/graph/rivals.h"

namespace dossier {

struct Evidence {
  /// `statements` is borrowed. Works out what at most `most` expressions are.
  Evidence(Statements& statements, std::shared_ptr<const ScopeModules> modules,
           size_t most = ReceiverTypes::kMostExpressions)
      : aliases(statements, modules),
        receivers(statements, aliases, most),
        headers(statements, std::move(modules)),
        rivals(statements, aliases, receivers),
        own_names(statements),
        key_tails(statements) {}
  Evidence(const Evidence&) = delete;  // the parts borrow each other
  Evidence& operator=(const Evidence&) = delete;

  /// The members that `name` means behind a receiver as references store it, which may be unknown
  /// ("") or none (languages::kNoReceiver).
  ReceiverTypes::Members members(std::string_view receiver, int64_t module, std::string_view name,
                                 Use use);
  /// Whether such a use of its name in `module` is likely to mean `symbol`, where what the receiver
  /// is does not decide. `names` are the symbol's.
  bool is_likely(int64_t symbol, Aliases& names, bool has_receiver, Use use, int64_t module);

  /// Whether a limit was met, so that more may be meant than was found.
  bool is_cut() const { return receivers.is_cut() || headers.is_cut(); }

  AliasMap aliases;
  ReceiverTypes receivers;
  Headers headers;
  Rivals rivals;
  OwnNames own_names;
  KeyTails key_tails;
};

/// The references to a bare name, also behind a value of another file, by what their receivers are:
/// worked out once for all definitions of the name.
template <typename Found>
struct ByReceiver {
  std::unordered_map<int64_t, std::vector<Found>> meant;  // by member
  std::vector<Found> unknown;                             // which of them is meant
  std::vector<Found> outside_only;                        // none of a type

  void add(const Found& one, const ReceiverTypes::Members& members) {
    for (const int64_t member : members.symbols) meant[member].push_back(one);
    if (members.symbols.empty()) (members.is_known ? outside_only : unknown).push_back(one);
  }
};

}  // namespace dossier
