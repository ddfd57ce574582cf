#include "engine/readers/assembly/body_meaning.h"

namespace dossier::assembly {

void BodyMeaning::start(GenericScope user) {
  user_ = user;
  bytes_.clear();
  ordinals_.start();
}

void BodyMeaning::number(uint64_t value) {
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A text is preceded by its length, so that no two sequences have the same bytes.
void BodyMeaning::text(std::string_view words) {
  number(words.size());
  bytes_ += words;
}

void BodyMeaning::operand(const Instruction& instruction) {
  const Token token(static_cast<uint32_t>(instruction.operand));
  if (instruction.opcode.operand == Operand::string) {
    return text(reading_.metadata.user_string(token.rid()).value_or("?"));
  }
  if (instruction.opcode.operand == Operand::signature) {
    return name(call_site(reading_, user_, token));
  }
  const Target& target = reading_.targets.of(token, user_);
  name(target.is_sound ? target.text : "?");
  if (token.in(Table::method_spec)) name(type_arguments(reading_, user_, token));
}

void BodyMeaning::add(const Instruction& instruction) {
  bytes_.append(reinterpret_cast<const char*>(&instruction.code), sizeof instruction.code);
  switch (instruction.opcode.operand) {
    case Operand::none:
      return;
    case Operand::branch8:
    case Operand::branch32:
      return number(instruction.operand - instruction.next);
    case Operand::switch_table:
      return text(
          {reinterpret_cast<const char*>(instruction.targets.data()), instruction.targets.size()});
    case Operand::int8:
    case Operand::int32:
    case Operand::int64:
    case Operand::float32:
    case Operand::float64:
    case Operand::variable8:
    case Operand::variable16:
      return number(instruction.operand);
    default:
      return operand(instruction);
  }
}

Digest BodyMeaning::finish(const Body& body) {
  number(body.inits_locals ? 1 : 0);
  for (const std::string& local : local_types(reading_, user_, body)) name(local);
  for (const ExceptionRegion& region : body.regions) {
    number(static_cast<uint64_t>(region.kind));
    for (const uint32_t place : {region.try_start, region.try_end, region.handler_start,
                                 region.handler_end, region.filter}) {
      number(place);
    }
    name(region.type ? reading_.targets.of(region.type, user_).text : std::string_view());
  }
  return sha256({bytes_});
}

std::string type_arguments(Reading& reading, GenericScope user, Token token) {
  if (!token.in(Table::method_spec)) return {};
  constexpr uint8_t kGenericInstance = 0x0A;
  Cursor in(reading.metadata.blob(MethodSpec::instantiation, token.rid()).value_or(Bytes{}));
  if (in.u8() != kGenericInstance) return {};
  std::string text = "<";
  SignatureReader reader(reading.names, user);
  for (uint32_t left = in.compressed(); left > 0; --left) {
    if (!reader.type(in, text)) return {};
    if (left > 1) text += ',';
  }
  return text + ">";
}

std::string call_site(Reading& reading, GenericScope user, Token token) {
  const auto blob = reading.metadata.blob(StandAloneSig::signature, token.rid());
  Cursor in(blob.value_or(Bytes{}));
  const auto signature = SignatureReader(reading.names, user).method(in);
  return signature ? signature->return_type + " (" + signature->parameter_list() + ")" : "?";
}

std::vector<std::string> local_types(Reading& reading, GenericScope user, const Body& body) {
  if (!body.locals || !reading.tables().exists(body.locals)) return {};
  const auto blob = reading.metadata.blob(StandAloneSig::signature, body.locals.rid());
  if (!blob) return {};
  Cursor in(*blob);
  return SignatureReader(reading.names, user).locals(in).value_or(std::vector<std::string>{});
}

uint64_t first_bits(const Digest& meaning) {
  uint64_t bits = 0;
  for (size_t i = 0; i < sizeof bits; ++i) bits = bits << 8 | meaning[i];
  return bits == 0 ? 1 : bits;
}

}  // namespace dossier::assembly
