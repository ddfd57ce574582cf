#include "engine/readers/assembly/disassemble.h"

#include <algorithm>

#include "engine/readers/assembly/body_meaning.h"
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
    add_locals();
    BodyMeaning meaning(reading_);
    meaning.start(user_);
    InstructionReader instructions(body_.code);
    Instruction instruction;
    while (instructions.next(instruction)) {
      add_regions(instruction.offset);
      ++listing_.instructions;
      const std::string words = operand(instruction);
      std::string line = label(instruction.offset) + ": " + std::string(instruction.opcode.name);
      if (!words.empty()) line += " " + words;
      listing_.lines.push_back(std::move(line));
      meaning.add(instruction);
    }
    add_regions(static_cast<uint32_t>(body_.code.size()));
    if (!instructions.problem().empty()) listing_.lines.push_back("// " + instructions.problem());
    const Digest hash = meaning.finish(body_);
    listing_.hash = hex(bytes_of(hash));
    listing_.body = first_bits(hash);
    return std::move(listing_);
  }

 private:
  void add_locals() {
    size_t number = 0;
    for (const std::string& type : local_types(reading_, user_, body_)) {
      listing_.lines.push_back(".local " + std::to_string(number++) + " " + type);
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

  std::string jump_table(const Instruction& instruction) const {
    std::string text = "(";
    Cursor in(instruction.targets);
    while (in.left() >= 4) {
      if (text.size() > 1) text += ", ";
      text += label((instruction.next + in.u32()) & 0xFFFFFFFF);
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
      return call_site(reading_, user_, token);
    }
    const Target& target = reading_.targets.of(token, user_);
    if (!target.is_sound) return "?";
    std::string text(target.text);
    if (token.in(Table::method_spec)) text += " " + type_arguments(reading_, user_, token);
    return text;
  }

  std::string operand(const Instruction& instruction) {
    switch (instruction.opcode.operand) {
      case Operand::none:
        return {};
      case Operand::branch8:
      case Operand::branch32:
        return label(instruction.operand);
      case Operand::switch_table:
        return jump_table(instruction);
      case Operand::variable8:
      case Operand::variable16: {
        const bool is_argument = instruction.opcode.name.find("arg") != std::string_view::npos;
        if (!is_argument) return std::to_string(instruction.operand);
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
};

}  // namespace

namespace {

std::string mvid_of(Reading& reading) {
  return reading.metadata.guid(reading.tables().cell(ModuleRow::mvid, 1));
}

// A file for one question: what is wrong with the rest of it does not matter.
struct Opened {
  Opened(Bytes file, const std::string& origin)
      : image(open_image(file, origin)),
        defects(true, origin),
        reading(image, options(origin), defects) {}

  static Options options(const std::string& origin) {
    Options options;
    options.path = origin;
    return options;
  }

  const Image image;
  Defects defects;
  Reading reading;
};

}  // namespace

Listing disassemble(Bytes file, uint32_t token, const std::string& origin) {
  Opened opened(file, origin);
  Reading& reading = opened.reading;
  const Token method(token);
  if (!method.in(Table::method_def) || !reading.tables().exists(method)) {
    throw Error(ErrorCode::not_found, "the file no longer has this method", origin);
  }
  Listing listing;
  const uint32_t address = reading.tables().cell(MethodDef::address, method.rid());
  if (address != 0) {
    std::string problem;
    const auto body = read_body(opened.image.at(address), problem);
    if (!body) throw Error(ErrorCode::corrupt, place(method) + ": " + problem, origin);
    listing = Disassembler(reading, method.rid(), *body).run();
  }
  listing.mvid = mvid_of(reading);
  return listing;
}

std::string mvid_of(Bytes file, const std::string& origin) {
  Opened opened(file, origin);
  return mvid_of(opened.reading);
}

}  // namespace dossier::assembly
