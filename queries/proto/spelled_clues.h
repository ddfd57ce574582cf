#pragma once
// Which clue a token of code stands for. A name of two words or more (UserName, GetItem,
// Status_STATUS_DRIVING) is compared without case and underscores: nobody is called so by chance.
// One of a single word (Data, path, Driving) is compared as it is spelled, and counts where it
// stands as a thing of its kind does: a member behind a dot or before its value. Elsewhere it may
// be there by chance. Pure.
//
// Rejected: one regular expression of all spellings. A change of a hundred messages has thousands,
// and each token is looked up once.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/readers/proto/canonical.h"

namespace dossier::proto {

/// A clue that a token of code stands for.
struct Meant {
  /// What has to stand around the token: anything, what uses a member, or `outer` in front of it.
  enum Use : uint8_t { any, member, path } use = any;
  bool is_own = false;  // the spelling has what is around the definition in it
  /// Nobody is called so by chance: the name has two words, or what is around it in it.
  bool is_telling = false;
  uint32_t clue = 0;
  std::string outer = {};  // of a path: "shop.payments" of shop.payments.v1, shop/payments/v1, …
};

class SpelledClues {
 public:
  /// Says that the clue is spelled so.
  void add(std::string_view spelling, Meant meant);
  /// The same of a name that counts however it is spelled, though it be one word.
  void add_path(std::string_view name, Meant meant);
  void add_word(std::string_view name, const Meant& meant);
  /// Calls use(clue) for each clue that is called so, however the token is spelled and used: how
  /// common a word is shows in all of its uses.
  template <typename UseClue>
  void each_called(std::string_view token, const UseClue& use) const {
    if (const auto found = called_.find(canonical(token)); found != called_.end())
      for (const uint32_t clue : found->second) use(clue);
  }
  /// Calls use(meant, is_used) for each clue that the token is spelled as, a part of the text, and
  /// whether it is used there as a thing of its kind is.
  template <typename UseMeant>
  void each_spelled(std::string_view text, std::string_view token, const UseMeant& use) const {
    for (const auto* meant : {find(loose_, canonical(token)), find(exact_, std::string(token))})
      if (meant != nullptr)
        for (const Meant& one : *meant) use(one, is_used(text, token, one));
  }

  static std::string canonical(std::string_view name) { return proto::canonical(name); }

 private:
  using Spelled = std::unordered_map<std::string, std::vector<Meant>>;
  static const std::vector<Meant>* find(const Spelled& spelled, const std::string& text);
  static bool is_used(std::string_view text, std::string_view token, const Meant& meant);

  Spelled loose_, exact_;                                          // by canonical(), and as written
  std::unordered_map<std::string, std::vector<uint32_t>> called_;  // by canonical()
};

/// Whether what stands around a name in a text says that it is called, set or accessed.
bool is_access(std::string_view text, std::string_view name);

}  // namespace dossier::proto
