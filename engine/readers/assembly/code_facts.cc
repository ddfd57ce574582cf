// References and literals of method bodies. Which instruction makes which kind of reference is
// fixed by docs/formats.md; a token counts by what it names, not by the instruction that holds it.
#include "engine/readers/assembly/body_meaning.h"
#include "engine/readers/assembly/il.h"
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {
namespace {

constexpr uint16_t kNewObject = 0x73, kLoadFieldAddress = 0x7C, kStoreField = 0x7D,
                   kLoadStaticAddress = 0x7F, kStoreStatic = 0x80, kLoadFunction = 0xFE06,
                   kLoadVirtualFunction = 0xFE07;

ReferenceKind kind_of(Target::Noun noun, uint16_t code) {
  if (noun == Target::Noun::type) return ReferenceKind::type;
  if (noun == Target::Noun::field) {
    if (code == kStoreField || code == kStoreStatic) return ReferenceKind::write;
    const bool is_address = code == kLoadFieldAddress || code == kLoadStaticAddress;
    return is_address ? ReferenceKind::address : ReferenceKind::read;
  }
  if (code == kNewObject) return ReferenceKind::new_object;
  const bool is_pointer = code == kLoadFunction || code == kLoadVirtualFunction;
  return is_pointer ? ReferenceKind::function_pointer : ReferenceKind::call;
}

/// Whether a method's code is IL in this file (II.23.1.10, II.23.1.11).
bool has_il(const Tables& tables, uint32_t method) {
  constexpr uint32_t kAbstractFlag = 0x400, kNativeImport = 0x2000;
  constexpr uint32_t kCodeType = 0x3, kUnmanaged = 0x4, kInternalCall = 0x1000;
  const uint32_t flags = tables.cell(MethodDef::flags, method);
  const uint32_t impl = tables.cell(MethodDef::impl_flags, method);
  return (flags & (kAbstractFlag | kNativeImport)) == 0 &&
         (impl & (kCodeType | kUnmanaged | kInternalCall)) == 0 &&
         tables.cell(MethodDef::address, method) != 0;
}

class CodeFacts {
 public:
  explicit CodeFacts(Reading& reading)
      : reading_(reading),
        meaning_(reading),
        budget_((size_t{1} << 20) + 4 * reading.image.bytes.size()) {
    members_.push_back(nullptr);
    for (Type& type : reading.module.types) {
      members_.push_back(nullptr);
      for (Member& member : type.members) members_.push_back(&member);
    }
  }

  void run() {
    for (uint32_t method = 1; method < reading_.method_symbols.size(); ++method) {
      const uint32_t symbol = reading_.method_symbols[method];
      if (symbol != Reading::kNoSymbol && has_il(reading_.tables(), method)) read(method, symbol);
    }
  }

 private:
  void read(uint32_t method, uint32_t symbol) {
    const Token token(Table::method_def, method);
    std::string problem;
    const auto body =
        read_body(reading_.image.at(reading_.tables().cell(MethodDef::address, method)), problem);
    if (!body) return reading_.defects.add(place(token), problem);
    // Methods may share a body, but not without end.
    if (body->code.size() > budget_) reading_.defects.give_up("its method bodies overlap");
    budget_ -= body->code.size();
    const GenericScope user{reading_.definitions.method_owner(method), method};
    InstructionReader instructions(body->code);
    Instruction instruction;
    meaning_.start(user);
    while (instructions.next(instruction)) {
      read(instruction, user, symbol, token);
      meaning_.add(instruction);
    }
    members_[symbol]->body = first_bits(meaning_.finish(*body));
    if (!instructions.problem().empty()) {
      reading_.defects.add(place(token), instructions.problem());
    }
    for (const ExceptionRegion& region : body->regions) {
      if (!region.type) continue;
      const Target& target = reading_.targets.of(region.type, user);
      if (target.noun == Target::Noun::type && target.is_sound) {
        reading_.reference(symbol, ReferenceKind::signature, target,
                           static_cast<int32_t>(region.handler_start));
      } else {
        reading_.defects.add(place(token), "a catch clause that names no type");
      }
    }
  }

  void read(const Instruction& instruction, GenericScope user, uint32_t symbol, Token method) {
    const auto offset = static_cast<int32_t>(instruction.offset);
    switch (instruction.opcode.operand) {
      case Operand::string:
        return read_string(Token(static_cast<uint32_t>(instruction.operand)), symbol, offset,
                           method);
      case Operand::method:
      case Operand::field:
      case Operand::type:
      case Operand::token: {
        const Target& target =
            reading_.targets.of(Token(static_cast<uint32_t>(instruction.operand)), user);
        if (target.noun != Target::Noun::none && target.is_sound) {
          return reading_.reference(symbol, kind_of(target.noun, instruction.code), target, offset);
        }
        return reading_.defects.add(
            place(method),
            "the instruction at IL offset " + std::to_string(offset) + " names what is not there");
      }
      default:
        if (const std::string number = loaded_number(instruction); !number.empty()) {
          literal(symbol, false, number, offset);
        }
    }
  }

  void read_string(Token token, uint32_t symbol, int32_t offset, Token method) {
    constexpr uint32_t kUserString = 0x70;
    const auto known = strings_.find(token.value);
    if (known != strings_.end()) {
      reading_.module.literals.push_back({symbol, true, known->second, offset});
      return;
    }
    const auto text = token.value >> 24 == kUserString ? reading_.metadata.user_string(token.rid())
                                                       : std::nullopt;
    if (!text) {
      return reading_.defects.add(
          place(method), "the string at IL offset " + std::to_string(offset) + " is not there");
    }
    literal(symbol, true, *text, offset);
    strings_[token.value] = reading_.module.literals.back().value;
  }

  void literal(uint32_t symbol, bool is_string, std::string_view value, int32_t offset) {
    reading_.module.literals.push_back(
        {symbol, is_string, reading_.interner.intern(value), offset});
  }

  Reading& reading_;
  BodyMeaning meaning_;
  std::vector<Member*> members_;  // by symbol; null where it is none
  size_t budget_;                 // bytes of IL that may still be read
  std::unordered_map<uint32_t, std::string_view> strings_;
};

}  // namespace

void read_code_facts(Reading& reading) { CodeFacts(reading).run(); }

}  // namespace dossier::assembly
