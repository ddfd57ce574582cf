#pragma once
// The names of a module's types, of the types it refers to, and of generic parameters.
//
// Names have Mono.Cecil's notation, with '+' for '/': "Space.Outer`1+Inner". Each is created once
// and kept in the module's text, so equal names are one view. Rejected: creating names while
// signatures are rendered, which built "System.Collections.Generic.List`1" ten thousand
// times.
#include <string>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "engine/readers/assembly/defects.h"
#include "engine/readers/assembly/metadata.h"

namespace dossier::assembly {

/// Interned text of one module, within a budget (beyond it Error{limit}). Hashes have a random
/// seed, so no file can cause collisions.
class Interner {
 public:
  Interner(TextArena& arena, size_t budget, const Defects& defects);
  std::string_view intern(std::string_view text);

 private:
  TextArena& arena_;
  size_t budget_;
  const Defects& defects_;
  struct Slot {
    uint64_t hash = 0;
    std::string_view text;  // no data: free
  };
  void grow();

  uint64_t seed_;
  size_t used_ = 0;
  std::vector<Slot> slots_;  // a power of two, open addressing
};

/// "method 0x06000012", for a defect's place.
std::string place(Token token);

class Names {
 public:
  Names(const Metadata& metadata, Interner& interner, Defects& defects);

  const Metadata& metadata() const { return metadata_; }
  const Tables& tables() const { return metadata_.tables(); }
  Interner& interner() { return interner_; }
  Defects& defects() { return defects_; }

  /// Counts work in bytes processed; gives up if a file needs more than any sound file would (a
  /// signature that expands without end, shared by every method).
  void charge(size_t bytes) {
    work_ += bytes;
    if (work_ > kMaxWork) defects_.give_up("its signatures expand without bound");
  }

  /// The module's own name, as the Module table gives it.
  std::string_view module() const { return module_; }
  /// The assembly of System.Object and the other types with element codes of their own.
  std::string_view core_library() const { return core_library_; }

  std::string_view type_def(uint32_t rid);
  std::string_view type_ref(uint32_t rid);
  /// The assembly or module that a TypeDef, TypeRef or ModuleRef comes from; "" = unknown.
  std::string_view scope(Token token);
  /// The type that encloses a nested type, 0 = none.
  uint32_t enclosing(uint32_t type_rid) const;
  /// The types nested in a type, in the order of the NestedClass table.
  const std::vector<uint32_t>& nested(uint32_t type_rid) const;
  /// The GenericParam rows of a TypeDef or MethodDef, in order.
  const std::vector<uint32_t>& generic_parameters(Token owner) const;
  /// The name of a generic parameter: "T", or by position ("!0", "!!0") if the owner is unknown.
  std::string_view generic_parameter(Token owner, uint32_t position, bool of_method);

  /// A name column; a bad index is a defect and gives "".
  template <typename Column>
  std::string_view name(Column column, uint32_t rid) {
    if (const auto found = metadata_.string(column, rid)) return *found;
    defects_.add(place(Token(table_of(column), rid)), "its name lies outside the string heap");
    return {};
  }

 private:
  std::string_view make_type_def(uint32_t rid, int depth);
  std::string_view make_type_ref(uint32_t rid, int depth);
  std::string_view dotted(std::string_view name_space, std::string_view name);
  std::string_view positional(uint32_t position, bool of_method);
  void read_nesting();
  void read_generic_parameters();
  std::string_view find_core_library();

  static constexpr size_t kMaxWork = size_t{1} << 30;

  const Metadata& metadata_;
  Interner& interner_;
  Defects& defects_;
  size_t work_ = 0;
  std::string_view module_, core_library_;
  std::vector<std::string_view> type_defs_, type_refs_;  // by rid, data() null = not made yet
  std::vector<uint32_t> enclosing_;
  std::vector<std::vector<uint32_t>> nested_;
  std::vector<std::vector<uint32_t>> type_parameters_, method_parameters_;
};

}  // namespace dossier::assembly
