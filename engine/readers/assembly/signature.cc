#include "engine/readers/assembly/signature.h"

namespace dossier::assembly {
namespace {

constexpr int kDeepest = 100;
constexpr int kMaxSteps = 20000;
constexpr size_t kStepCost = 16;  // of the work that Names counts, in bytes
constexpr size_t kMaxText = 1 << 18;
constexpr uint32_t kMaxRank = 32;

// ECMA-335 II.23.1.16.
enum ElementCode : uint8_t {
  kVoid = 0x01,
  kString = 0x0E,
  kPointer = 0x0F,
  kByRef = 0x10,
  kValueType = 0x11,
  kClass = 0x12,
  kVar = 0x13,
  kArray = 0x14,
  kGenericInst = 0x15,
  kTypedByRef = 0x16,
  kIntPtr = 0x18,
  kUIntPtr = 0x19,
  kFunctionPointer = 0x1B,
  kObject = 0x1C,
  kVector = 0x1D,
  kMethodVar = 0x1E,
  kModReq = 0x1F,
  kModOpt = 0x20,
  kSentinel = 0x41,
  kPinned = 0x45,
};

std::string_view primitive_name(uint8_t code) {
  static constexpr std::string_view kNames[] = {"",      "Void",   "Boolean", "Char",   "SByte",
                                                "Byte",  "Int16",  "UInt16",  "Int32",  "UInt32",
                                                "Int64", "UInt64", "Single",  "Double", "String"};
  if (code <= kString) return kNames[code];
  if (code == kTypedByRef) return "TypedReference";
  if (code == kIntPtr) return "IntPtr";
  if (code == kUIntPtr) return "UIntPtr";
  if (code == kObject) return "Object";
  return {};
}

}  // namespace

std::string MethodSignature::parameter_list(bool fixed_only) const {
  std::string list;
  for (size_t i = 0; i < parameters.size() && !(fixed_only && i >= varargs_at); ++i) {
    if (i > 0) list += ',';
    list += parameters[i];
  }
  return list;
}

bool SignatureReader::is_within_limits(const std::string& out) {
  names_.charge(kStepCost);
  return ++steps_ <= kMaxSteps && depth_ <= kDeepest && out.size() <= kMaxText;
}

void SignatureReader::mention(std::string_view text, const Element& element) {
  if (mentions_ == nullptr) return;
  for (const Mention& known : *mentions_) {
    if (known.text == text && known.element.scope == element.scope) return;
  }
  mentions_->push_back({names_.interner().intern(text), element});
}

bool SignatureReader::type(Cursor& in, std::string& out, Element* element) {
  if (!is_within_limits(out)) return false;
  ++depth_;
  const uint8_t code = in.u8();
  const bool is_read = in.ok() && constructed(code, in, out, element) && in.ok();
  --depth_;
  return is_read;
}

bool SignatureReader::constructed(uint8_t code, Cursor& in, std::string& out, Element* element) {
  switch (code) {
    case kPointer:
      return suffixed(in, out, element, "*");
    case kByRef:
      return suffixed(in, out, element, "&");
    case kVector:
      return suffixed(in, out, element, "[]");
    case kPinned:
    case kSentinel:
      return suffixed(in, out, element, "");
    case kValueType:
    case kClass:
      return type_token(Tables::type_def_or_ref(in.compressed()), out, element);
    case kVar:
    case kMethodVar:
      return variable(in, out, element, code == kMethodVar);
    case kArray:
      return array(in, out, element);
    case kGenericInst:
      return generic_instance(in, out, element);
    case kFunctionPointer:
      return function_pointer(in, out, element);
    case kModReq:
      return modified(in, out, element, " modreq(");
    case kModOpt:
      return modified(in, out, element, " modopt(");
    default:
      return primitive(code, out, element);
  }
}

bool SignatureReader::primitive(uint8_t code, std::string& out, Element* element) {
  const std::string_view name = primitive_name(code);
  if (name.empty()) return false;
  const size_t start = out.size();
  out += "System.";
  out += name;
  if (element == nullptr && mentions_ == nullptr) return true;
  const std::string_view full = names_.interner().intern(std::string_view(out).substr(start));
  const Element found{full, names_.core_library(), Token(), true};
  if (element != nullptr) *element = found;
  if (code != kVoid) mention(full, found);
  return true;
}

bool SignatureReader::suffixed(Cursor& in, std::string& out, Element* element,
                               std::string_view suffix) {
  if (!type(in, out, element)) return false;
  out += suffix;
  return true;
}

bool SignatureReader::modified(Cursor& in, std::string& out, Element* element,
                               std::string_view keyword) {
  const Token modifier = Tables::type_def_or_ref(in.compressed());
  if (!type(in, out, element)) return false;
  out += keyword;
  if (!type_token(modifier, out)) return false;
  out += ')';
  return true;
}

bool SignatureReader::array(Cursor& in, std::string& out, Element* element) {
  if (!type(in, out, element)) return false;
  const uint32_t rank = in.compressed();
  const uint32_t size_count = in.compressed();
  if (rank == 0 || rank > kMaxRank || size_count > rank) return false;
  uint32_t sizes[kMaxRank];
  for (uint32_t i = 0; i < size_count; ++i) sizes[i] = in.compressed();
  const uint32_t bound_count = in.compressed();
  if (bound_count > rank) return false;
  out += '[';
  for (uint32_t i = 0; i < rank; ++i) {
    if (i > 0) out += ',';
    if (i >= bound_count) continue;
    const int64_t lower = in.compressed_signed();
    out += std::to_string(lower) + "...";
    if (i < size_count) out += std::to_string(lower + sizes[i] - 1);
  }
  out += ']';
  return in.ok();
}

bool SignatureReader::generic_instance(Cursor& in, std::string& out, Element* element) {
  const uint8_t kind = in.u8();
  if (kind != kClass && kind != kValueType) return false;
  Element open;
  const size_t start = out.size();
  // The open type is mentioned with its instantiation, not by itself.
  std::vector<Mention>* const mentions = std::exchange(mentions_, nullptr);
  const bool is_read = type_token(Tables::type_def_or_ref(in.compressed()), out, &open);
  mentions_ = mentions;
  const uint32_t count = in.compressed();
  if (!is_read || count == 0 || count > in.left()) return false;
  out += '<';
  for (uint32_t i = 0; i < count; ++i) {
    if (i > 0) out += ',';
    if (!type(in, out)) return false;
  }
  out += '>';
  if (element != nullptr) *element = open;
  mention(std::string_view(out).substr(start), open);
  return true;
}

bool SignatureReader::variable(Cursor& in, std::string& out, Element* element, bool of_method) {
  const uint32_t position = in.compressed();
  if (!in.ok() || position > 0xFFFF) return false;
  (of_method ? names_method_parameter_ : names_type_parameter_) = true;
  const Token owner =
      of_method ? Token(Table::method_def, scope_.method) : Token(Table::type_def, scope_.type);
  const std::string_view name = names_.generic_parameter(owner, position, of_method);
  out += name;
  if (element != nullptr)
    *element = {names_.interner().intern(name), names_.module(), Token(), false};
  return true;
}

bool SignatureReader::function_pointer(Cursor& in, std::string& out, Element* element) {
  const size_t start = out.size();
  const auto signature = method(in);
  if (!signature) return false;
  out += "method ";
  out += signature->return_type;
  out += " *(";
  for (size_t i = 0; i < signature->parameters.size(); ++i) {
    if (i > 0) out += ',';
    if (i == signature->varargs_at) out += "...,";
    out += signature->parameters[i];
  }
  out += ')';
  if (out.size() > kMaxText) return false;
  if (element != nullptr) {
    *element = {names_.interner().intern(std::string_view(out).substr(start)), names_.module(),
                Token(), false};
  }
  return true;
}

bool SignatureReader::type_token(Token token, std::string& out, Element* element) {
  const Tables& tables = names_.tables();
  if (!tables.exists(token) || !is_within_limits(out)) return false;
  if (token.in(Table::type_spec)) {
    const auto blob = names_.metadata().blob(TypeSpec::signature, token.rid());
    if (!blob) return false;
    Cursor in(*blob);
    return type(in, out, element);
  }
  if (!token.in(Table::type_def) && !token.in(Table::type_ref)) return false;
  const std::string_view name =
      token.in(Table::type_def) ? names_.type_def(token.rid()) : names_.type_ref(token.rid());
  out += name;
  names_.charge(name.size());
  if (element == nullptr && mentions_ == nullptr) return true;
  const Element found{name, names_.scope(token), token, true};
  if (element != nullptr) *element = found;
  mention(name, found);
  return true;
}

std::optional<MethodSignature> SignatureReader::method(Cursor& in) {
  constexpr uint8_t kHasThis = 0x20, kGeneric = 0x10;
  MethodSignature signature;
  const uint8_t convention = in.u8();
  signature.has_this = (convention & kHasThis) != 0;
  signature.is_generic = (convention & kGeneric) != 0;
  if (signature.is_generic) in.compressed();
  const uint32_t count = in.compressed();
  if (!in.ok() || count > in.left() || count > kMaxSteps) return std::nullopt;
  if (!type(in, signature.return_type)) return std::nullopt;
  signature.parameters.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    if (in.peek() == kSentinel && signature.varargs_at == MethodSignature::kNoVarargs) {
      signature.varargs_at = i;
    }
    if (!type(in, signature.parameters[i])) return std::nullopt;
  }
  return signature;
}

std::optional<std::string> SignatureReader::field(Cursor& in, Element* element) {
  constexpr uint8_t kField = 0x06;
  std::string text;
  if (in.u8() != kField || !type(in, text, element)) return std::nullopt;
  return text;
}

std::optional<std::string> SignatureReader::property(Cursor& in) {
  constexpr uint8_t kProperty = 0x08;
  std::string text;
  if ((in.u8() & kProperty) == 0) return std::nullopt;
  in.compressed();
  if (!type(in, text)) return std::nullopt;
  return text;
}

std::optional<std::vector<std::string>> SignatureReader::locals(Cursor& in) {
  constexpr uint8_t kLocals = 0x07;
  const bool is_locals = in.u8() == kLocals;
  const uint32_t count = in.compressed();
  if (!is_locals || count > in.left() || count > kMaxSteps) return std::nullopt;
  std::vector<std::string> types(count);
  for (std::string& text : types) {
    if (!type(in, text)) return std::nullopt;
  }
  return types;
}

}  // namespace dossier::assembly
