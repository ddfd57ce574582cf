#pragma once
// The meaning of a method's body as a hash: every opcode with its operand as text, branch
// distances, the types of locals, and exception regions with the types they catch. It contains no
// token, address or offset, nor a number that a compiler counts up in names (ordinals.h), so two
// builds of the same source agree, and a changed instruction without a name (an add that became a
// sub) is noticed. The importer stores it, and `show` prints
// it.
//
// Rejected: hashing the body's bytes (every build numbers its tokens anew); comparing only the
// names in it (an operator or jump does not change them).
#include <string>
#include <string_view>

#include "engine/digest.h"
#include "engine/readers/assembly/il.h"
#include "engine/readers/assembly/ordinals.h"
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {

/// By which rules a body becomes a hash. Raise the number with every change that gives a body
/// another one: hashes by different rules are not compared. Without one (imports of before) the
/// rules are not known.
inline constexpr std::string_view kBodyRules = "bodies 2";

class BodyMeaning {
 public:
  explicit BodyMeaning(Reading& reading) : reading_(reading) {}

  /// Begins a body. `user` is its method and type, whose generic parameters it may name.
  void start(GenericScope user);
  void add(const Instruction& instruction);
  /// SHA-256 of the body whose instructions were added.
  Digest finish(const Body& body);

 private:
  void number(uint64_t value);
  void text(std::string_view words);
  /// Likewise, without the numbers in generated names.
  void name(std::string_view words) { text(ordinals_.replace(words)); }
  void operand(const Instruction& instruction);

  Reading& reading_;
  GenericScope user_{};
  Ordinals ordinals_;
  std::string bytes_;
};

/// The first 64 bits, which the store keeps: enough to tell the bodies of one member apart, which
/// is their only use. Never 0.
uint64_t first_bits(const Digest& meaning);

/// The type arguments of a call of a generic method, "<System.Int32>"; "" for other tokens.
std::string type_arguments(Reading& reading, GenericScope user, Token token);
/// The signature that a calli instruction calls, "System.Void (System.Int32)"; "?" if it is
/// malformed.
std::string call_site(Reading& reading, GenericScope user, Token token);
/// The types of a body's locals; none if there are none or they are malformed.
std::vector<std::string> local_types(Reading& reading, GenericScope user, const Body& body);

}  // namespace dossier::assembly
