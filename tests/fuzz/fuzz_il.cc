// Method bodies: header, exception sections, instructions.
#include <cstdint>
#include <string>

#include "engine/readers/assembly/il.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier::assembly;
  std::string problem;
  const auto body = read_body(std::as_bytes(std::span(data, size)), problem);
  if (!body) {
    if (problem.empty()) __builtin_trap();
    return 0;
  }
  InstructionReader instructions(body->code);
  Instruction instruction;
  uint32_t end = 0;
  while (instructions.next(instruction)) {
    if (instruction.offset != end || instruction.next <= end) __builtin_trap();
    end = instruction.next;
    loaded_number(instruction);
  }
  if (instructions.problem().empty() && end != body->code.size()) __builtin_trap();
  return 0;
}
