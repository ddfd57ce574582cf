#include "engine/readers/assembly/attributes.h"

#include <algorithm>
#include <bit>

#include "engine/readers/assembly/il.h"
#include "engine/readers/assembly/reflection_name.h"
#include "engine/unicode.h"
#include "engine/utf16.h"

namespace dossier::assembly {
namespace {

constexpr uint8_t kBoolean = 0x02, kChar = 0x03, kInt32 = 0x08, kFloat = 0x0C, kDouble = 0x0D,
                  kString = 0x0E, kValueType = 0x11, kClass = 0x12, kObject = 0x1C, kVector = 0x1D;
constexpr uint8_t kSystemType = 0x50, kBoxed = 0x51, kField = 0x53, kProperty = 0x54, kEnum = 0x55;
constexpr int kMaxDepth = 16;
constexpr size_t kMixedEnums = 4;  // of different widths in one attribute; the rest are as the last

/// A length-prefixed string; nothing in it = null (II.23.3).
bool read_string(Cursor& in, std::optional<std::string_view>& text) {
  if (in.peek() == 0xFF && in.left() > 0) {
    in.skip(1);
    text = std::nullopt;
    return true;
  }
  text = text_of(in.take(in.compressed()));
  return in.ok();
}

/// Numbers, characters and booleans by their element code; false for any other code.
bool read_number(uint8_t code, Cursor& in, std::string& out) {
  switch (code) {
    case kBoolean:
      out += in.u8() ? "true" : "false";
      return in.ok();
    case kChar: {
      std::string text;
      const uint16_t unit = in.u16();
      append_utf8(text, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
      out += '\'' + text + '\'';
      return in.ok();
    }
    case 0x04:
      out += std::to_string(static_cast<int8_t>(in.u8()));
      return in.ok();
    case 0x05:
      out += std::to_string(in.u8());
      return in.ok();
    case 0x06:
      out += std::to_string(static_cast<int16_t>(in.u16()));
      return in.ok();
    case 0x07:
      out += std::to_string(in.u16());
      return in.ok();
    case kInt32:
      out += std::to_string(static_cast<int32_t>(in.u32()));
      return in.ok();
    case 0x09:
      out += std::to_string(in.u32());
      return in.ok();
    case 0x0A:
      out += std::to_string(static_cast<int64_t>(in.u64()));
      return in.ok();
    case 0x0B:
      out += std::to_string(in.u64());
      return in.ok();
    case kFloat:
      out += float_text(std::bit_cast<float>(in.u32()));
      return in.ok();
    case kDouble:
      out += float_text(std::bit_cast<double>(in.u64()));
      return in.ok();
    default:
      return false;
  }
}

/// "Space.Outer+Inner" of "Space.Outer+Inner, Assembly, Version=…".
std::string_view without_assembly(std::string_view name) { return name.substr(0, name.find(',')); }

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\0':
        out += "\\0";
        break;
      default:
        out += c;
    }
  }
  return out += '"';
}

std::optional<std::string> constant_text(uint8_t type, Bytes value) {
  if (type == kString) return utf8_of_utf16(text_of(value));
  if (type == kClass) return "null";
  Cursor in(value);
  std::string text;
  if (!read_number(type, in, text)) return std::nullopt;
  return text;
}

std::optional<std::string> Attributes::render(std::string_view type, Token constructor,
                                              Bytes value) {
  const auto signature = constructor.in(Table::method_def)
                             ? names_.metadata().blob(MethodDef::signature, constructor.rid())
                             : names_.metadata().blob(MemberRef::signature, constructor.rid());
  if (!signature) return std::nullopt;
  // Widths by the order in which the enums occur, two bits each: all alike first, then mixed.
  size_t enums = 0;
  for (unsigned alike = 0; alike < 4; ++alike) {
    Parse parse{Cursor(value), alike * 0x55u};
    auto text = try_render(type, *signature, parse);
    enums = std::max(enums, parse.unknown_enums.size());
    if (text || enums == 0) return text;
  }
  if (enums < 2) return std::nullopt;
  for (unsigned widths = 0; widths < 1u << 2 * kMixedEnums; ++widths) {
    Parse parse{Cursor(value), widths};
    if (auto text = try_render(type, *signature, parse)) return text;
  }
  return std::nullopt;
}

std::optional<std::string> Attributes::try_render(std::string_view type, Bytes signature,
                                                  Parse& parse) {
  std::string out = std::string(type) + "(";
  if (parse.in.left() == 0) return out + ")";  // some compilers leave an empty value out
  if (parse.in.u16() != 1) return std::nullopt;
  Cursor in(signature);
  constexpr uint8_t kGeneric = 0x10;
  if (in.u8() & kGeneric) return std::nullopt;
  const uint32_t count = in.compressed();
  in.skip(1);  // a constructor returns void
  for (uint32_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    ArgumentType argument;
    if (!signature_type(in, argument) || !value(argument, parse, out)) return std::nullopt;
  }
  // The count of named arguments may be missing where there are none.
  const uint32_t named = parse.in.left() == 0 ? 0 : parse.in.u16();
  for (uint32_t i = 0; i < named; ++i) {
    if (count + i > 0) out += ", ";
    if (!named_argument(parse, out)) return std::nullopt;
  }
  if (!parse.in.ok() || (!parse.unknown_enums.empty() && parse.in.left() > 0)) return std::nullopt;
  return out + ")";
}

bool Attributes::signature_type(Cursor& signature, ArgumentType& type) {
  type.code = signature.u8();
  if (type.code == kVector) {
    type.is_array = true;
    type.code = signature.u8();
  }
  if (type.code != kClass && type.code != kValueType) return signature.ok();
  const Token token = Tables::type_def_or_ref(signature.compressed());
  if (!signature.ok() || !names_.tables().exists(token) || token.in(Table::type_spec)) return false;
  type.enum_name =
      token.in(Table::type_def) ? names_.type_def(token.rid()) : names_.type_ref(token.rid());
  const bool is_type = type.enum_name == "System.Type";
  type.code = is_type ? kSystemType : kEnum;
  return true;
}

bool Attributes::tagged_type(Cursor& in, ArgumentType& type) {
  type.code = in.u8();
  if (type.code == kVector) {
    type.is_array = true;
    type.code = in.u8();
  }
  std::optional<std::string_view> name;
  if (type.code == kEnum) {
    if (!read_string(in, name) || !name) return false;
    type.enum_name = without_assembly(*name);
  }
  return in.ok();
}

bool Attributes::value(const ArgumentType& type, Parse& parse, std::string& out) {
  if (!type.is_array) return element_value(type, parse, out);
  constexpr uint32_t kNull = 0xFFFFFFFF;
  const uint32_t count = parse.in.u32();
  if (count == kNull) {
    out += "null";
    return true;
  }
  if (count > parse.in.left()) return false;
  out += '{';
  for (uint32_t i = 0; i < count; ++i) {
    out += i > 0 ? ", " : " ";
    if (!element_value(type, parse, out)) return false;
  }
  out += " }";
  return true;
}

bool Attributes::element_value(const ArgumentType& type, Parse& parse, std::string& out) {
  std::optional<std::string_view> text;
  switch (type.code) {
    case kEnum:
      return enum_value(type.enum_name, parse, out);
    case kBoxed:
    case kObject: {
      ArgumentType boxed;
      if (parse.depth >= kMaxDepth || !tagged_type(parse.in, boxed)) return false;
      ++parse.depth;
      const bool is_read = value(boxed, parse, out);
      --parse.depth;
      return is_read;
    }
    case kString:
    case kSystemType:
      if (!read_string(parse.in, text)) return false;
      out += !text                  ? "null"
             : type.code == kString ? assembly::quoted(*text)
                                    : "typeof(" + type_of_reflection_name(*text) + ")";
      return true;
    default:
      return read_number(type.code, parse.in, out);
  }
}

bool Attributes::named_argument(Parse& parse, std::string& out) {
  const uint8_t kind = parse.in.u8();
  ArgumentType type;
  std::optional<std::string_view> name;
  if ((kind != kField && kind != kProperty) || !tagged_type(parse.in, type) ||
      !read_string(parse.in, name) || !name) {
    return false;
  }
  out += std::string(*name) + " = ";
  return value(type, parse, out);
}

bool Attributes::enum_value(std::string_view name, Parse& parse, std::string& out) {
  if (types_by_name_.empty()) {
    for (uint32_t rid = 1; rid <= names_.tables().rows(Table::type_def); ++rid) {
      types_by_name_.emplace(names_.type_def(rid), rid);
    }
  }
  const auto own = types_by_name_.find(name);
  if (own != types_by_name_.end()) return read_number(underlying(own->second), parse.in, out);
  static constexpr uint8_t kCodes[] = {kInt32, 0x05, 0x06, 0x0A};
  auto& known = parse.unknown_enums;
  const auto at = std::find(known.begin(), known.end(), name);
  const auto index = static_cast<size_t>(at - known.begin());
  if (at == known.end()) known.push_back(name);
  return read_number(kCodes[parse.widths >> 2 * std::min(index, kMixedEnums - 1) & 3], parse.in,
                     out);
}

uint8_t Attributes::underlying(uint32_t type_def) const {
  for (const uint32_t field : definitions_.fields(type_def)) {
    constexpr uint32_t kStaticField = 0x10;
    if (names_.tables().cell(Field::flags, field) & kStaticField) continue;
    const auto signature = names_.metadata().blob(Field::signature, field);
    if (signature && signature->size() >= 2) return static_cast<uint8_t>((*signature)[1]);
  }
  return kInt32;
}

}  // namespace dossier::assembly
