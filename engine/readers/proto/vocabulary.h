#pragma once
// The names that generators derive from a set of .proto files, with their definitions. The names in
// a source file are compared with them to find the definitions that the file depends on.
//
// A name is strong if its occurrence is evidence by itself: it has two words or more (product_ids,
// GetPrices) or is formed by a pattern (ShopServicer, RegisterShopServer). A weak name (name, Item,
// Get) proves nothing alone; rpc.h says when it counts. Rejected: counting every name, because
// every file would refer to a message with a field `name`.
//
// Names are stored as 64-bit hashes, computed once for all definitions of the same name and kind:
// the 220,000 definitions of a company's whole API have some ten million names, which took half a
// gigabyte as text. Two names collide once in a hundred thousand such trees.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/proto/names.h"

namespace dossier::proto {

/// One definition of a .proto file. The texts are the vocabulary's.
struct Symbol {
  Definition kind = Definition::message;
  bool in_oneof = false;  // a field
  uint32_t file = 0;      // for Vocabulary::file
  uint32_t owner = 0;     // of a member: its type's symbol; of a type: itself
  std::string_view key;   // full name
  std::string_view type;  // full name of the type, or of the member's
  std::vector<uint32_t>
      reaches;  // messages and enums that a field holds, or an rpc takes and gives
};

/// A possible meaning of a name.
struct Meaning {
  uint32_t symbol = 0;
  bool is_strong = false;
  bool is_opener = false;  // only where it opens a scope: Around::scope
};

class Vocabulary {
 public:
  /// The generators are borrowed.
  explicit Vocabulary(std::span<const Generated* const> generators)
      : generators_(generators), spellings_(generators) {}
  /// Adds a .proto file; `proto` as proto::read gives it.
  void add(const Module& proto);
  /// Call once, after the last add: resolves what fields and rpcs reach, and makes names findable.
  void finish();

  bool empty() const { return symbols_.empty(); }
  const std::vector<Symbol>& symbols() const { return symbols_; }
  std::string_view file(uint32_t index) const { return files_[index]; }
  /// The meanings of a name, by symbol, each once; empty if it has none.
  std::vector<Meaning> meanings(std::string_view name) const;
  /// The files whose generated module, package or namespace has this name, with dots for any
  /// separator ("shop_pb2", "example.com/shop/v1", "Example.Shop.V1", "shop.pb.h"); null if there
  /// is none.
  const std::vector<uint32_t>* linked_by(std::string_view path) const;
  /// The bytes of the longest name that linked_by() knows.
  size_t longest_link() const { return longest_link_; }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  template <typename Value>
  using ByName = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  /// A derived name.
  struct Made {
    uint64_t hash = 0;
    uint32_t index = 0;    // of a symbol, or of those that bear one name
    bool is_group = true;  // the latter
    bool is_strong = false;
    bool is_opener = false;
  };

  uint32_t add_symbol(Definition kind, std::string_view name, std::string_view full_name,
                      const Place& place, uint32_t owner);
  uint32_t add_scope(std::string_view full_name);
  void make(std::string_view name, Made made);
  void add_links(const Module& proto);

  std::span<const Generated* const> generators_;
  Spellings spellings_;
  TextArena text_;
  std::vector<std::string_view> files_;
  std::vector<Symbol> symbols_;
  std::vector<std::pair<uint32_t, std::string_view>> pending_;  // symbol, name of what it reaches
  ByName<uint32_t> groups_;                                     // by kind and name
  std::vector<std::vector<uint32_t>> grouped_;                  // symbols
  std::vector<Made> made_;                                      // by hash once finished
  std::vector<bool> filter_;  // by the hash's low bits: false: no such name
  ByName<std::vector<uint32_t>> links_;
  size_t longest_link_ = 0;
};

}  // namespace dossier::proto
