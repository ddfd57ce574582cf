#pragma once
// The references by names that generators make of a .proto's: how sure each is (proto_uses.h).
//
// Rejected: finding them like others by name. A name that is made of a common one, `getName`, would
// be listed wherever anything is called so.
#include <optional>
#include <vector>

#include "queries/graph/definitions.h"
#include "queries/graph/meanings.h"
#include "queries/graph/reference_rows.h"

namespace dossier {

class ProtoReferences {
 public:
  /// Both are borrowed.
  ProtoReferences(Store& store, ReferenceRows& rows) : store_(store), rows_(rows) {}

  /// Of a name that is made of a .proto's: whether something is called, read or set by it there.
  bool is_used(const FoundReference& one);
  /// Says of the names that are made of a .proto's how sure they are; drops what means another
  /// definition and, unless `by_name`, what goes by the name alone; then, all else.
  void judge(std::vector<FoundReference>& found, bool by_name);
  /// The references of these kinds to the definition that go by the name alone.
  std::vector<FoundReference> by_name(const Definition& definition, uint32_t kinds);

 private:
  std::optional<ProtoUses::Use> judged(const FoundReference& one);

  Store& store_;
  ReferenceRows& rows_;
  std::optional<Meanings> meanings_;  // made where they are asked for
};

}  // namespace dossier
