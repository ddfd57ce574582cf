#include "engine/readers/assembly/il.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "engine/readers/assembly/opcodes.h"

namespace dossier::assembly {
namespace {

constexpr uint8_t kTiny = 0x2, kFat = 0x3;
constexpr uint16_t kMoreSections = 0x8, kInitLocals = 0x10;
constexpr uint8_t kExceptions = 0x1, kFatSection = 0x40, kMore = 0x80;

/// Adds the clauses of one section (II.25.4.5); false where they lead outside the code.
bool read_clauses(Cursor section, bool is_fat, Body& body) {
  const size_t size = is_fat ? 24 : 12;
  const size_t code_size = body.code.size();
  for (size_t count = section.left() / size; count > 0; --count) {
    ExceptionRegion region;
    const uint32_t kind = is_fat ? section.u32() : section.u16();
    region.try_start = is_fat ? section.u32() : section.u16();
    const uint64_t try_length = is_fat ? section.u32() : section.u8();
    region.handler_start = is_fat ? section.u32() : section.u16();
    const uint64_t handler_length = is_fat ? section.u32() : section.u8();
    const uint32_t last = section.u32();
    if (kind > 4 || kind == 3 || region.try_start + try_length > code_size ||
        region.handler_start + handler_length > code_size) {
      return false;
    }
    region.kind = static_cast<ExceptionRegion::Kind>(kind);
    region.try_end = static_cast<uint32_t>(region.try_start + try_length);
    region.handler_end = static_cast<uint32_t>(region.handler_start + handler_length);
    if (region.kind == ExceptionRegion::Kind::typed) region.type = Token(last);
    if (region.kind == ExceptionRegion::Kind::filter) {
      if (last > code_size) return false;
      region.filter = last;
    }
    body.regions.push_back(region);
  }
  return true;
}

/// The sections after the code; false where one is malformed.
bool read_sections(Cursor in, Body& body) {
  for (bool more = true; more;) {
    in.skip((4 - in.at() % 4) % 4);
    const uint8_t kind = in.u8();
    const bool is_fat = (kind & kFatSection) != 0;
    uint32_t size = in.u8();
    const uint32_t high = in.u16();
    if (is_fat) size |= high << 8;
    if (!in.ok() || size < 4) return false;
    const Bytes clauses = in.take(size - 4);
    if (!in.ok()) return false;
    if ((kind & kExceptions) && !read_clauses(Cursor(clauses), is_fat, body)) return false;
    more = (kind & kMore) != 0;
  }
  return true;
}

template <typename Float>
std::string shortest(Float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

}  // namespace

std::string float_text(double value) { return shortest(value); }
std::string float_text(float value) { return shortest(value); }

std::optional<Body> read_body(Bytes bytes, std::string& problem) {
  Body body;
  // Sections are aligned within the file, whose sections are aligned more: within `bytes` counts,
  // since a fat header is aligned too.
  Cursor in(bytes);
  const uint8_t first = in.peek();
  if ((first & 3) == kTiny) {
    in.skip(1);
    body.code = in.take(first >> 2);
  } else if ((first & 7) == kFat) {
    const uint16_t flags = in.u16();
    body.max_stack = in.u16();
    const uint32_t size = in.u32();
    body.locals = Token(in.u32());
    if (flags >> 12 > 3) in.skip(static_cast<uint32_t>((flags >> 12) - 3) * 4);  // a longer header
    body.code = in.take(size);
    body.inits_locals = (flags & kInitLocals) != 0;
    if (in.ok() && (flags & kMoreSections) && !read_sections(in, body)) {
      problem = "its exception regions are malformed";
      return std::nullopt;
    }
  } else {
    problem = "its body has no header";
    return std::nullopt;
  }
  if (in.ok()) return body;
  problem = "its body reaches past the end of its section";
  return std::nullopt;
}

bool InstructionReader::next(Instruction& instruction) {
  if (in_.at() >= size_ || !problem_.empty()) return false;
  instruction = {};
  instruction.offset = static_cast<uint32_t>(in_.at());
  instruction.code = in_.u8();
  if (instruction.code == 0xFE) {
    const uint8_t second = in_.u8();
    instruction.code = static_cast<uint16_t>(0xFE00 | second);
    instruction.opcode = prefixed_opcode(second);
  } else {
    instruction.opcode = opcode(static_cast<uint8_t>(instruction.code));
  }
  if (instruction.opcode.name.empty()) {
    problem_ = "there is no such instruction at IL offset " + std::to_string(instruction.offset);
  } else if (!read_operand(instruction) || !in_.ok()) {
    problem_ = "its IL ends inside the instruction at offset " + std::to_string(instruction.offset);
  }
  instruction.next = static_cast<uint32_t>(in_.at());
  return problem_.empty();
}

bool InstructionReader::read_operand(Instruction& instruction) {
  switch (instruction.opcode.operand) {
    case Operand::none:
      return true;
    case Operand::int8:
      instruction.operand =
          static_cast<uint64_t>(static_cast<int64_t>(static_cast<int8_t>(in_.u8())));
      return true;
    case Operand::variable8:
      instruction.operand = in_.u8();
      return true;
    case Operand::variable16:
      instruction.operand = in_.u16();
      return true;
    case Operand::int64:
    case Operand::float64:
      instruction.operand = in_.u64();
      return true;
    case Operand::branch8: {
      const auto distance = static_cast<int8_t>(in_.u8());
      instruction.operand = static_cast<uint32_t>(in_.at()) + static_cast<uint32_t>(distance);
      instruction.operand &= 0xFFFFFFFF;
      return true;
    }
    case Operand::branch32: {
      const uint32_t distance = in_.u32();
      instruction.operand = (static_cast<uint32_t>(in_.at()) + distance) & 0xFFFFFFFF;
      return true;
    }
    case Operand::switch_table:
      instruction.operand = in_.u32();
      instruction.targets = in_.take(instruction.operand * 4);
      return true;
    default:
      instruction.operand = in_.u32();
      return true;
  }
}

std::string loaded_number(const Instruction& instruction) {
  constexpr uint16_t kMinusOne = 0x15, kEight = 0x1E, kShort = 0x1F, kInt32 = 0x20, kInt64 = 0x21,
                     kFloat32 = 0x22, kFloat64 = 0x23;
  const uint16_t code = instruction.code;
  if (code >= kMinusOne && code <= kEight) return std::to_string(int{code} - kMinusOne - 1);
  if (code == kShort || code == kInt64) {
    return std::to_string(static_cast<int64_t>(instruction.operand));
  }
  if (code == kInt32) return std::to_string(static_cast<int32_t>(instruction.operand));
  if (code == kFloat32) {
    return float_text(std::bit_cast<float>(static_cast<uint32_t>(instruction.operand)));
  }
  if (code == kFloat64) return float_text(std::bit_cast<double>(instruction.operand));
  return {};
}

}  // namespace dossier::assembly
