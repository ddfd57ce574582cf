#include "engine/readers/assembly/disassemble.h"

#include <algorithm>
#include <map>

#include "engine/digest.h"
#include "engine/readers/assembly/il.h"
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {
namespace {

std::string label(uint64_t offset) {
  char text[32];
  std::snprintf(text, sizeof text, "IL_%04llx", static_cast<unsigned long long>(offset));
  return text;
}

class Disassembler {
 public:
  Disassembler(Reading& reading, uint32_t method, const Body& body)
      : reading_(reading),
        method_(method),
        user_{reading.definitions.method_owner(method), method},
        body_(body) {}

  Listing run() {
    listing_.max_stack = body_.max_stack;
    number_instructions();
    add_locals();
    std::string meaning;
    InstructionReader instructions(body_.code);
    Instruction instruction;
    while (instructions.next(instruction)) {
      add_regions(instruction.offset);
      const std::string words = operand(instruction, false);
      std::string line = label(instruction.offset) + ": " + std::string(instruction.opcode.name);
      if (!words.empty()) line += " " + words;
      listing_.lines.push_back(std::move(line));
      meaning += std::string(instruction.opcode.name) + " " + operand(instruction, true) + "\n";
    }
    add_regions(static_cast<uint32_t>(body_.code.size()));
    if (!instructions.problem().empty()) listing_.lines.push_back("// " + instructions.problem());
    for (const std::string& local : locals_) meaning += local + "\n";
    for (const ExceptionRegion& region : body_.regions) {
      meaning += std::to_string(static_cast<int>(region.kind)) + " " + index(region.try_start) +
                 " " + index(region.try_end) + " " + index(region.handler_start) + " " +
                 index(region.handler_end) + "\n";
    }
    listing_.hash = hex(bytes_of(sha256({meaning})));
    return std::move(listing_);
  }

 private:
  void number_instructions() {
    InstructionReader instructions(body_.code);
    Instruction instruction;
    while (instructions.next(instruction)) {
      numbers_.emplace(instruction.offset, listing_.instructions++);
    }
    numbers_.emplace(static_cast<uint32_t>(body_.code.size()), listing_.instructions);
  }

  /// The number of the instruction at an offset: what a branch means, whatever its length.
  std::string index(uint64_t offset) const {
    const auto found = numbers_.find(static_cast<uint32_t>(offset));
    return found == numbers_.end() ? "outside" : std::to_string(found->second);
  }

  void add_locals() {
    if (!body_.locals || !reading_.tables().exists(body_.locals)) return;
    const auto blob = reading_.metadata.blob(StandAloneSig::signature, body_.locals.rid());
    if (!blob) return;
    Cursor in(*blob);
    locals_ =
        SignatureReader(reading_.names, user_).locals(in).value_or(std::vector<std::string>{});
    for (size_t i = 0; i < locals_.size(); ++i) {
      listing_.lines.push_back(".local " + std::to_string(i) + " " + locals_[i]);
    }
  }

  /// A try with several handlers is one region for each: all but the first.
  bool is_repeated(const ExceptionRegion& region) const {
    for (const ExceptionRegion& other : body_.regions) {
      if (&other == &region) return false;
      if (other.try_start == region.try_start && other.try_end == region.try_end) return true;
    }
    return false;
  }

  /// The comment lines of regions that begin or end before the instruction at `offset`.
  void add_regions(uint32_t offset) {
    const auto add = [&](std::string text) { listing_.lines.push_back(std::move(text)); };
    for (const ExceptionRegion& region : body_.regions) {
      if (region.handler_end == offset) add("  } // end handler");
      if (region.try_end == offset && !is_repeated(region)) add("  } // end try");
    }
    // An outer region begins before the one inside it.
    for (auto at = body_.regions.rbegin(); at != body_.regions.rend(); ++at) {
      if (at->try_start == offset && !is_repeated(*at)) add(".try {");
      if (at->kind == ExceptionRegion::Kind::filter && at->filter == offset) add("filter {");
      if (at->handler_start == offset) add(handler(*at) + " {");
    }
  }

  std::string handler(const ExceptionRegion& region) {
    switch (region.kind) {
      case ExceptionRegion::Kind::typed:
        return "catch " + std::string(reading_.targets.of(region.type, user_).text);
      case ExceptionRegion::Kind::filter:
        return "} handler";
      case ExceptionRegion::Kind::finally:
        return "finally";
      case ExceptionRegion::Kind::fault:
        return "fault";
    }
    return {};
  }

  std::string argument(uint64_t number) {
    const auto blob = reading_.metadata.blob(MethodDef::signature, method_);
    const bool has_this = blob && !blob->empty() && (Cursor(*blob).peek() & 0x20) != 0;
    if (has_this && number == 0) return "this";
    for (const uint32_t row : reading_.definitions.parameters(method_)) {
      if (reading_.tables().cell(Param::sequence, row) == number + (has_this ? 0 : 1)) {
        return std::string(reading_.names.name(Param::name, row));
      }
    }
    return std::to_string(number);
  }

  std::string branch(uint64_t target, bool for_hash) const {
    return for_hash ? index(target) : label(target);
  }

  std::string jump_table(const Instruction& instruction, bool for_hash) const {
    std::string text = "(";
    Cursor in(instruction.targets);
    while (in.left() >= 4) {
      if (text.size() > 1) text += ", ";
      text += branch((instruction.next + in.u32()) & 0xFFFFFFFF, for_hash);
    }
    return text + ")";
  }

  std::string named(const Instruction& instruction) {
    const Token token(static_cast<uint32_t>(instruction.operand));
    if (instruction.opcode.operand == Operand::string) {
      const auto text = reading_.metadata.user_string(token.rid());
      return text ? assembly::quoted(*text) : "?";
    }
    if (instruction.opcode.operand == Operand::signature) {
      const auto blob = reading_.metadata.blob(StandAloneSig::signature, token.rid());
      Cursor in(blob.value_or(Bytes{}));
      const auto signature = SignatureReader(reading_.names, user_).method(in);
      return signature ? signature->return_type + " (" + signature->parameter_list() + ")" : "?";
    }
    const Target& target = reading_.targets.of(token, user_);
    return target.is_sound ? std::string(target.text) + type_arguments(token) : "?";
  }

  /// "<System.Int32>" of a call of a generic method.
  std::string type_arguments(Token token) {
    if (!token.in(Table::method_spec)) return {};
    constexpr uint8_t kGenericInstance = 0x0A;
    Cursor in(reading_.metadata.blob(MethodSpec::instantiation, token.rid()).value_or(Bytes{}));
    if (in.u8() != kGenericInstance) return {};
    std::string text = " <";
    SignatureReader reader(reading_.names, user_);
    for (uint32_t left = in.compressed(); left > 0; --left) {
      if (!reader.type(in, text)) return {};
      if (left > 1) text += ',';
    }
    return text + ">";
  }

  std::string operand(const Instruction& instruction, bool for_hash) {
    switch (instruction.opcode.operand) {
      case Operand::none:
        return {};
      case Operand::branch8:
      case Operand::branch32:
        return branch(instruction.operand, for_hash);
      case Operand::switch_table:
        return jump_table(instruction, for_hash);
      case Operand::variable8:
      case Operand::variable16: {
        const bool is_argument = instruction.opcode.name.find("arg") != std::string_view::npos;
        if (!is_argument || for_hash) return std::to_string(instruction.operand);
        return argument(instruction.operand);
      }
      case Operand::int8:
      case Operand::int32:
      case Operand::int64:
      case Operand::float32:
      case Operand::float64: {
        const std::string number = loaded_number(instruction);
        return number.empty() ? std::to_string(instruction.operand) : number;
      }
      default:
        return named(instruction);
    }
  }

  Reading& reading_;
  uint32_t method_;
  GenericScope user_;
  const Body& body_;
  Listing listing_;
  std::vector<std::string> locals_;
  std::map<uint32_t, size_t> numbers_;  // offset → which instruction
};

}  // namespace

Listing disassemble(Bytes file, uint32_t token, const std::string& origin) {
  const Image image = open_image(file, origin);
  Defects defects(true, origin);
  Options options;
  options.path = origin;
  Reading reading(image, options, defects);
  const Token method(token);
  if (!method.in(Table::method_def) || !reading.tables().exists(method)) {
    throw Error(ErrorCode::not_found, "the file has no such method (any more)", origin);
  }
  const uint32_t address = reading.tables().cell(MethodDef::address, method.rid());
  if (address == 0) return {};
  std::string problem;
  const auto body = read_body(image.at(address), problem);
  if (!body) throw Error(ErrorCode::corrupt, place(method) + ": " + problem, origin);
  return Disassembler(reading, method.rid(), *body).run();
}

}  // namespace dossier::assembly
