#pragma once
// Whether a use of a method's name, on a value of unknown type, may as well mean another method
// that its file sees. Overloads and the parts of a type are one method, and a method stands for
// those that override it: of a type and its bases none is a rival of the other.
//
// Rejected: none of the two is likely where both are seen at all, whatever one derives from. Most
// methods of one name override each other, and what calls them would be lost to relations.
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "queries/graph/alias_map.h"
#include "queries/graph/receiver_types.h"

namespace dossier {

class Rivals {
 public:
  /// All are borrowed.
  Rivals(Statements& statements, AliasMap& aliases, ReceiverTypes& receivers)
      : statements_(statements), aliases_(aliases), receivers_(receivers) {}

  /// Whether `name`, in `module`, may mean another method than `member`. For names that few members
  /// bear (Aliases::is_told_apart); each is looked at.
  bool are_seen(int64_t member, std::string_view name, int64_t module);

 private:
  const std::vector<int64_t>& of(int64_t member, std::string_view name);

  Statements& statements_;
  AliasMap& aliases_;
  ReceiverTypes& receivers_;
  std::unordered_map<int64_t, std::vector<int64_t>> known_;  // by member
};

}  // namespace dossier
