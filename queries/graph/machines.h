#pragma once
// The methods whose code a compiler puts into a type that it makes for it: iterators and async
// methods, whose MoveNext runs behind an interface, and the closures of F#, whose Invoke does. What
// makes such an object is taken to call that method; no reference says so.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/fact.h"
#include "queries/graph/definitions.h"

namespace dossier {

/// What such methods are called.
inline constexpr std::string_view kMachineBodies[] = {"MoveNext", "GenerateNext", "Invoke"};

/// A type that a compiler made of a method, and the module that it is in.
struct Machine {
  int64_t type = 0, last = 0;           // ids of the type and of its last member
  int64_t module = 0, module_last = 0;  // likewise

  /// Whether a reference of this kind to the type or one of its members makes an object of it.
  bool is_made_by(int64_t source, ReferenceKind kind) const;
};

/// The machine whose code this method holds; nothing for other members.
std::optional<Machine> machine_of(Statements& statements, const Definition& body);
/// Likewise the other way: the methods that hold the code of `maker`, which makes their objects.
std::vector<int64_t> bodies_of(Statements& statements, int64_t maker);

}  // namespace dossier
