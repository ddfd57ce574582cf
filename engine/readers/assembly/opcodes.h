#pragma once
// The instruction set of ECMA-335 III, as data: the name and operand of every opcode.
#include "engine/readers/assembly/il.h"

namespace dossier::assembly {

/// The opcode of one byte, or of the byte after 0xFE; an empty name = there is none.
Opcode opcode(uint8_t byte);
Opcode prefixed_opcode(uint8_t byte);

}  // namespace dossier::assembly
