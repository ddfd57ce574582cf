#pragma once
// What compilers make of a property or an event. In an assembly a read of a property is a call of
// its getter, a write one of its setter, and who subscribes to an event calls what adds to it. A
// property or event that is declared without code has a field, too, which constructors write.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "queries/graph/definitions.h"

namespace dossier {

struct Accessor {
  Definition member;  // a method, or the field
  uint32_t use = 0;   // read or write, as a set of kinds: what a call of it is to its property

  bool is_field() const { return member.kind == "field"; }
  /// The kinds of references to the member that are of these kinds to its property: where the use
  /// of a method is asked for, its calls.
  uint32_t kinds(uint32_t asked) const;
};

/// The kinds of calls of a method that are of the kinds that are asked for, where a call of it is
/// that use of its property.
uint32_t calls_of_use(uint32_t asked, uint32_t use);
/// What the methods of a property or an event of this name would be called, and what use a call of
/// each is.
std::vector<std::pair<std::string, uint32_t>> accessors_named(std::string_view property);

bool has_accessors(const Definition& member);
/// The methods, then the field. None for other members.
std::vector<Accessor> accessors_of(Statements& statements, const Definition& member);
/// Whether one of these is a method that this symbol is: what it does with the field is no use of
/// the property.
bool has_method(const std::vector<Accessor>& accessors, int64_t symbol);

}  // namespace dossier
