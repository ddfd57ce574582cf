#pragma once
// The names that generators make of a set of .proto files, and what each stands for: what a file of
// another language has to be compared with to know which definitions it depends on.
//
// A name is strong if meeting it is evidence by itself: it has two words or more (product_ids,
// GetPrices) or is made by a pattern (ShopServicer, RegisterShopServer). A weak one (name, Item,
// Get) says nothing alone; rpc.h tells when it counts. Rejected: taking every name at its face,
// since a message with a field `name` would be mentioned by every file there is.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/proto/proto.h"

namespace dossier::proto {

/// One definition of a .proto file.
struct Symbol {
  Definition kind = Definition::message;
  std::string key;                // full name
  std::string type;               // full name of the type, or of the member's
  uint32_t file = 0;              // index into Vocabulary::files
  uint32_t owner = 0;             // of a member: its type's symbol; of a type: itself
  std::vector<uint32_t> reaches;  // messages that a field holds, or an rpc takes and returns
};

/// What a name may stand for.
struct Meaning {
  uint32_t symbol = 0;
  bool is_strong = false;
};

class Vocabulary {
 public:
  /// Adds a .proto file; `proto` as proto::read gives it.
  void add(const Module& proto);
  /// To be called once, behind the last add: says what fields and rpcs reach.
  void finish();

  bool empty() const { return symbols_.empty(); }
  const std::vector<Symbol>& symbols() const { return symbols_; }
  const std::string& file(uint32_t index) const { return files_[index]; }
  /// Null: the name means nothing.
  const std::vector<Meaning>* find(std::string_view name) const;
  /// The files whose generated module, package or namespace is called so ("shop_pb2",
  /// "example.com/shop/v1", "Example.Shop.V1", "shop.pb.h"); null: none.
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

  uint32_t add_symbol(Definition kind, std::string_view name, std::string_view full_name,
                      std::string_view type, std::string_view outer, uint32_t owner);
  void add_links(const Module& proto);

  std::vector<std::string> files_;
  std::vector<Symbol> symbols_;
  std::vector<std::pair<uint32_t, std::string>> pending_;  // symbol, name of a message it reaches
  ByName<std::vector<Meaning>> names_;
  ByName<std::vector<uint32_t>> links_;
  size_t longest_link_ = 0;
};

}  // namespace dossier::proto
