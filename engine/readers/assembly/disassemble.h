#pragma once
// Disassembles the IL of one method into lines with resolved names, locals, exception regions and
// branch labels. The database does not hold the bytes of programs, so the file is read again on
// request; the caller determines whether it is still the same file (queries/ops/method_code.h).
#include <string>
#include <vector>

#include "engine/readers/assembly/image.h"

namespace dossier::assembly {

struct Listing {
  std::vector<std::string> lines;  // ".locals", ".try" and instruction lines, in order
  uint32_t max_stack = 0;
  size_t instructions = 0;
  /// The hash of the body's meaning (body_meaning.h) in hexadecimal. The store keeps `body`, its
  /// first bits.
  std::string hash;
  uint64_t body = 0;
  std::string mvid;  // of the module that was read
};

/// Disassembles the method with this metadata token; no lines if it has no body (abstract, native).
/// Throws Error{not_found} if the file has no such method, otherwise like read_assembly.
Listing disassemble(Bytes file, uint32_t token, const std::string& origin);

/// The Mvid of the file, which identifies its build. Throws like read_assembly.
std::string mvid_of(Bytes file, const std::string& origin);

}  // namespace dossier::assembly
