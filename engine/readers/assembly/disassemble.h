#pragma once
// The IL of one method as lines to read: resolved names, locals, exception regions, branch labels.
// The database holds no bytes of programs, so the file is read again when someone looks; whether it
// is still the same file is the caller's to find out (queries/ops/method_code.h).
#include <string>
#include <vector>

#include "engine/readers/assembly/image.h"

namespace dossier::assembly {

struct Listing {
  std::vector<std::string> lines;  // ".locals", ".try" and instruction lines, in order
  uint32_t max_stack = 0;
  size_t instructions = 0;
  /// What the body means (body_meaning.h), in hexadecimal; the store holds `body`, its start.
  std::string hash;
  uint64_t body = 0;
  std::string mvid;  // of the module that was read
};

/// The body of the method with this metadata token; no lines where it has none (abstract, native).
/// Throws Error{not_found} where the file has no such method, otherwise what read_assembly throws.
Listing disassemble(Bytes file, uint32_t token, const std::string& origin);

/// Which build the file is of. Throws what read_assembly throws.
std::string mvid_of(Bytes file, const std::string& origin);

}  // namespace dossier::assembly
