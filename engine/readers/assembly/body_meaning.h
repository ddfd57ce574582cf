#pragma once
// What a method's body means, as a hash: every opcode with its operand in words, how far branches
// go, the types of locals, and the regions of exceptions with what they catch. No token, address or
// offset goes into it, so two builds of one source agree, and an instruction that names nothing (an
// add that became a sub) is seen. The importer stores it and `show` prints it: one definition.
// Rejected: hashing the body's bytes (every build numbers its tokens anew) and comparing what is
// named only (which an operator or a jump does not change).
#include <string>

#include "engine/digest.h"
#include "engine/readers/assembly/il.h"
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {

class BodyMeaning {
 public:
  explicit BodyMeaning(Reading& reading) : reading_(reading) {}

  /// Begins a body. `user`: its method and type, whose generic parameters it may name.
  void start(GenericScope user);
  void add(const Instruction& instruction);
  /// SHA-256 of the body whose instructions were added.
  Digest finish(const Body& body);

 private:
  void number(uint64_t value);
  void text(std::string_view words);
  void name(const Instruction& instruction);

  Reading& reading_;
  GenericScope user_{};
  std::string bytes_;
};

/// What the store keeps of it: 64 bits tell the bodies of one member apart, which is all that they
/// are compared for. Never 0.
uint64_t first_bits(const Digest& meaning);

/// "<System.Int32>" of a call of a generic method; "" of another token.
std::string type_arguments(Reading& reading, GenericScope user, Token token);
/// "System.Void (System.Int32)": what a calli instruction calls; "?" where it is malformed.
std::string call_site(Reading& reading, GenericScope user, Token token);
/// The types of a body's locals; none where it has none or they are malformed.
std::vector<std::string> local_types(Reading& reading, GenericScope user, const Body& body);

}  // namespace dossier::assembly
