#pragma once
// Method bodies (ECMA-335 II.25.4) and their instructions (III). A body borrows its bytes, and
// reading instructions does not allocate. Rejected: a vector of decoded instructions, which a walk
// over a million of them does not need.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/assembly/cursor.h"
#include "engine/readers/assembly/tables.h"

namespace dossier::assembly {

/// The operand of an opcode.
enum class Operand : uint8_t {
  none,
  int8,
  int32,
  int64,
  float32,
  float64,
  branch8,
  branch32,
  switch_table,
  string,
  method,
  field,
  type,
  token,
  signature,
  variable8,
  variable16,
};

struct Opcode {
  std::string_view name;  // "" = there is no such instruction
  Operand operand = Operand::none;
};

struct Instruction {
  uint32_t offset = 0;
  uint16_t code = 0;  // two bytes where the first is 0xFE
  Opcode opcode;
  uint64_t operand = 0;  // numbers as their bits, tokens, branch targets as offsets
  Bytes targets;         // of a switch: 32-bit distances from `next`
  uint32_t next = 0;     // where the next instruction starts
};

struct ExceptionRegion {
  enum class Kind : uint8_t { typed = 0, filter = 1, finally = 2, fault = 4 } kind = Kind::typed;
  uint32_t try_start = 0, try_end = 0;
  uint32_t handler_start = 0, handler_end = 0;
  uint32_t filter = 0;
  Token type;  // of a typed clause
};

struct Body {
  Bytes code;
  uint32_t max_stack = 8;
  bool inits_locals = false;
  Token locals;  // StandAloneSig, 0 = none
  std::vector<ExceptionRegion> regions;
};

/// Reads the body at the start of `bytes`; on failure returns nothing and sets `problem`.
std::optional<Body> read_body(Bytes bytes, std::string& problem);

class InstructionReader {
 public:
  explicit InstructionReader(Bytes code) : in_(code), size_(code.size()) {}
  /// Returns false at the end, or if the code is malformed; then problem() says how.
  bool next(Instruction& instruction);
  const std::string& problem() const { return problem_; }

 private:
  bool read_operand(Instruction& instruction);

  Cursor in_;
  size_t size_;
  std::string problem_;
};

/// The number that an ldc instruction loads, as decimal text; empty for others.
std::string loaded_number(const Instruction& instruction);
/// The shortest text that parses to the same number; inf and nan as such.
std::string float_text(double value);
std::string float_text(float value);

}  // namespace dossier::assembly
