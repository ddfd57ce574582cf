// Types and members, in the order of discovery: types as the file lists them, nested ones after the
// type that contains them, depth first; each with its fields, methods, properties and events.
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {
namespace {

constexpr uint32_t kVisibility = 0x7;
constexpr int kDeepestNesting = 64;

/// ECMA-335 II.23.1.5 and II.23.1.10: fields and methods share the values.
uint32_t member_access(uint32_t flags) {
  static constexpr uint32_t kAccess[] = {0,         kPrivate,   kProtected | kPrivate,
                                         kInternal, kProtected, kProtected | kInternal,
                                         kPublic,   0};
  return kAccess[flags & kVisibility];
}

uint32_t field_flags(uint32_t flags) {
  uint32_t set = member_access(flags);
  if (flags & 0x10) set |= kStatic;
  if (flags & 0x20) set |= kReadOnly;
  if (flags & 0x40) set |= dossier::kConstant;
  return set;
}

bool is_constructor(uint32_t flags, std::string_view name) {
  constexpr uint32_t kSpecialNames = 0x1800;
  return (flags & kSpecialNames) == kSpecialNames && (name == ".ctor" || name == ".cctor");
}

uint32_t method_flags(uint32_t flags, std::string_view name) {
  constexpr uint32_t kVirtualFlag = 0x40, kNewSlot = 0x100;
  uint32_t set = member_access(flags);
  if (flags & 0x10) set |= kStatic;
  if (flags & 0x20) set |= kSealed;
  if (flags & 0x400) set |= kAbstract;
  if (flags & kVirtualFlag) set |= flags & kNewSlot ? kVirtual : kVirtual | kOverride;
  if (is_constructor(flags, name)) set |= kConstructor;
  return set;
}

uint32_t type_flags(uint32_t flags) {
  static constexpr uint32_t kAccess[] = {kInternal,
                                         kPublic,
                                         kPublic,
                                         kPrivate,
                                         kProtected,
                                         kInternal,
                                         kProtected | kPrivate,
                                         kProtected | kInternal};
  constexpr uint32_t kAbstractFlag = 0x80, kSealedFlag = 0x100, kInterface = 0x20;
  uint32_t set = kAccess[flags & kVisibility];
  if (flags & kAbstractFlag) set |= kAbstract;
  if (flags & kSealedFlag) set |= kSealed;
  const bool is_static_class = (flags & kAbstractFlag) && (flags & kSealedFlag);
  if (is_static_class && !(flags & kInterface)) set |= kStatic;
  return set;
}

class TypeFacts {
 public:
  explicit TypeFacts(Reading& reading)
      : reading_(reading), names_(reading.names), tables_(reading.tables()) {
    interfaces_.resize(size_t{tables_.rows(Table::type_def)} + 1);
    for (uint32_t row = 1; row <= tables_.rows(Table::interface_impl); ++row) {
      const uint32_t type = tables_.cell(InterfaceImpl::type, row);
      if (type - 1 < tables_.rows(Table::type_def)) interfaces_[type].push_back(row);
    }
    constraints_.resize(size_t{tables_.rows(Table::generic_param)} + 1);
    for (uint32_t row = 1; row <= tables_.rows(Table::generic_param_constraint); ++row) {
      const uint32_t owner = tables_.cell(GenericParamConstraint::owner, row);
      if (owner - 1 < tables_.rows(Table::generic_param)) constraints_[owner].push_back(row);
    }
  }

  void run() {
    for (uint32_t rid = 1; rid <= tables_.rows(Table::type_def); ++rid) {
      if (names_.enclosing(rid) != 0) continue;
      if ((tables_.cell(TypeDef::flags, rid) & kVisibility) > 1) {
        reading_.defects.add(place(Token(Table::type_def, rid)),
                             "a nested type without an enclosing type");
        continue;
      }
      walk(rid, 0);
    }
  }

 private:
  void walk(uint32_t rid, int depth) {
    if (depth > kDeepestNesting)
      return reading_.defects.add(place(Token(Table::type_def, rid)),
                                  "nested more than 64 types deep");
    read_type(rid);
    for (const uint32_t inner : names_.nested(rid)) walk(inner, depth + 1);
  }

  void read_type(uint32_t rid) {
    const uint32_t symbol = next_++;
    reading_.type_symbols[rid] = symbol;
    Type type;
    type.name = names_.name(TypeDef::name, rid);
    type.full_name = names_.type_def(rid);
    uint32_t outermost = rid;
    for (int i = 0; i < kDeepestNesting && names_.enclosing(outermost); ++i) {
      outermost = names_.enclosing(outermost);
    }
    type.name_space = names_.name(TypeDef::name_space, outermost);
    type.name = reading_.interner.intern(type.name);
    type.name_space = reading_.interner.intern(type.name_space);
    const uint32_t flags = tables_.cell(TypeDef::flags, rid);
    type.flags = type_flags(flags);
    type.token = Token(Table::type_def, rid).value;
    read_bases(rid, symbol, type);
    type.kind = kind_of(flags, type);
    generic_parameters(Token(Table::type_def, rid), symbol);
    for (const uint32_t row : reading_.definitions.fields(rid)) read_field(row, rid, type);
    for (const uint32_t row : reading_.definitions.methods(rid)) read_method(row, rid, type);
    for (const uint32_t row : reading_.definitions.properties(rid)) read_property(row, rid, type);
    for (const uint32_t row : reading_.definitions.events(rid)) read_event(row, rid, type);
    reading_.module.types.push_back(std::move(type));
  }

  static std::string_view kind_of(uint32_t flags, const Type& type) {
    constexpr uint32_t kInterface = 0x20;
    if (type.base_type == "System.Enum") return "enum";
    if (flags & kInterface) return "interface";
    if (type.base_type == "System.ValueType" && type.full_name != "System.Enum") return "struct";
    return type.base_type == "System.MulticastDelegate" ? "delegate" : "class";
  }

  void read_bases(uint32_t rid, uint32_t symbol, Type& type) {
    const auto target = [&](Token token) -> const Target* {
      const Target& found = reading_.targets.of(token, {rid, 0});
      if (found.noun == Target::Noun::type && found.is_sound) return &found;
      reading_.defects.add(place(Token(Table::type_def, rid)), "a base or interface is malformed");
      return nullptr;
    };
    if (const Token base = tables_.token(TypeDef::extends, rid)) {
      if (const Target* const found = target(base)) {
        type.base_type = found->text;
        reading_.reference(symbol, ReferenceKind::base, *found);
      }
    }
    for (const uint32_t row : interfaces_[rid]) {
      if (const Target* const found = target(tables_.token(InterfaceImpl::interface, row))) {
        reading_.detail(symbol, DetailKind::interface_name, found->text);
        reading_.reference(symbol, ReferenceKind::interface, *found);
      }
    }
  }

  void generic_parameters(Token owner, uint32_t symbol) {
    const auto& rows = names_.generic_parameters(owner);
    for (size_t i = 0; i < rows.size(); ++i) {
      const uint32_t flags = tables_.cell(GenericParam::flags, rows[i]);
      std::string words = (flags & 3) == 1 ? "out " : (flags & 3) == 2 ? "in " : "";
      words +=
          names_.generic_parameter(owner, static_cast<uint32_t>(i), owner.in(Table::method_def));
      std::string_view separator = " : ";
      const auto add = [&](std::string_view constraint) {
        words += separator;
        words += constraint;
        separator = ", ";
      };
      if (flags & 0x4) add("class");
      if (flags & 0x8) add("struct");
      for (const uint32_t row : constraints_[rows[i]]) add(constraint(row, owner, symbol));
      if ((flags & 0x18) == 0x10) add("new()");
      reading_.detail(symbol, DetailKind::generic_parameter, words);
    }
  }

  std::string constraint(uint32_t row, Token owner, uint32_t symbol) {
    GenericScope scope{owner.rid(), 0};
    if (owner.in(Table::method_def)) {
      scope = {reading_.definitions.method_owner(owner.rid()), owner.rid()};
    }
    std::vector<Mention> mentions;
    std::string words;
    const Token token = tables_.token(GenericParamConstraint::constraint, row);
    if (!SignatureReader(names_, scope, &mentions).type_token(token, words)) {
      reading_.defects.add(place(owner), "a generic constraint is malformed");
      return "?";
    }
    reading_.mentions(symbol, mentions);
    return words;
  }

  Member member(MemberKind kind, std::string_view noun, std::string_view name, const Type& type,
                Token token) {
    Member made;
    made.kind = kind;
    made.member_type = noun;
    made.name = reading_.interner.intern(name);
    made.full_name =
        reading_.interner.intern(std::string(type.full_name) + "." + std::string(name));
    made.token = token.value;
    return made;
  }

  void read_field(uint32_t row, uint32_t rid, Type& type) {
    const Token token(Table::field, row);
    const std::string_view name = names_.name(Field::name, row);
    const uint32_t flags = tables_.cell(Field::flags, row);
    std::vector<Mention> mentions;
    Cursor in(reading_.metadata.blob(Field::signature, row).value_or(Bytes{}));
    const auto text = SignatureReader(names_, {rid, 0}, &mentions).field(in);
    if (!text) return reading_.defects.add(place(token), "its signature is malformed");
    Member made = member(MemberKind::field, "Field", name, type, token);
    made.signature = reading_.interner.intern(*text + " " + std::string(name));
    made.flags = field_flags(flags);
    reading_.field_symbols[row] = next_;
    reading_.mentions(next_++, mentions);
    type.members.push_back(made);
  }

  void read_method(uint32_t row, uint32_t, Type& type) {
    const Token token(Table::method_def, row);
    std::vector<Mention> mentions;
    const MethodText& text = reading_.definitions.method(row, &mentions);
    if (!text.is_sound) return;
    const std::string_view name = names_.name(MethodDef::name, row);
    const uint32_t flags = tables_.cell(MethodDef::flags, row);
    Member made = member(MemberKind::method, is_constructor(flags, name) ? "Constructor" : "Method",
                         name, type, token);
    made.signature = text.signature;
    made.flags = method_flags(flags, name);
    reading_.method_symbols[row] = next_;
    reading_.mentions(next_, mentions);
    generic_parameters(token, next_);
    if (text.open_key != text.key) reading_.detail(next_, DetailKind::open_key, text.open_key);
    made.rva = tables_.cell(MethodDef::address, row);
    ++next_;
    type.members.push_back(made);
  }

  /// The types of an indexer's indexes, as its getter or setter has them; "" = not an indexer.
  std::string indexes(Accessors accessors, uint32_t rid) {
    const uint32_t method = accessors.any();
    const size_t own = accessors.first != 0 ? 0 : 1;  // a setter's last parameter is the value
    if (reading_.definitions.method(method).parameter_count <= own) return {};
    Cursor in(*reading_.metadata.blob(MethodDef::signature, method));
    auto signature = SignatureReader(names_, {rid, method}).method(in);
    std::string text = "[";
    for (size_t i = 0; i + own < signature->parameters.size(); ++i) {
      if (i > 0) text += ", ";
      text += signature->parameters[i];
    }
    return text + "]";
  }

  uint32_t accessor_flags(Accessors accessors) const {
    if (accessors.any() == 0) return 0;
    return method_flags(tables_.cell(MethodDef::flags, accessors.any()), {});
  }

  void read_property(uint32_t row, uint32_t rid, Type& type) {
    const Token token(Table::property, row);
    const std::string_view name = names_.name(Property::name, row);
    std::vector<Mention> mentions;
    Cursor in(reading_.metadata.blob(Property::signature, row).value_or(Bytes{}));
    const auto text = SignatureReader(names_, {rid, 0}, &mentions).property(in);
    if (!text) return reading_.defects.add(place(token), "its signature is malformed");
    const Accessors accessors = reading_.definitions.property_accessors(row);
    Member made = member(MemberKind::property, "Property", name, type, token);
    made.signature =
        reading_.interner.intern(*text + " " + std::string(name) + indexes(accessors, rid));
    made.flags = accessor_flags(accessors);
    reading_.property_symbols[row] = next_;
    reading_.mentions(next_++, mentions);
    type.members.push_back(made);
  }

  void read_event(uint32_t row, uint32_t rid, Type& type) {
    const Token token(Table::event, row);
    const std::string_view name = names_.name(Event::name, row);
    std::vector<Mention> mentions;
    std::string text;
    const Token event_type = tables_.token(Event::type, row);
    if (event_type && !SignatureReader(names_, {rid, 0}, &mentions).type_token(event_type, text)) {
      return reading_.defects.add(place(token), "its type is malformed");
    }
    Member made = member(MemberKind::event, "Event", name, type, token);
    made.signature = reading_.interner.intern(text + " " + std::string(name));
    made.flags = accessor_flags(reading_.definitions.event_accessors(row));
    reading_.event_symbols[row] = next_;
    reading_.mentions(next_++, mentions);
    type.members.push_back(made);
  }

  Reading& reading_;
  Names& names_;
  const Tables& tables_;
  std::vector<std::vector<uint32_t>> interfaces_, constraints_;
  uint32_t next_ = 1;  // the module is symbol 0
};

}  // namespace

void read_type_facts(Reading& reading) { TypeFacts(reading).run(); }

}  // namespace dossier::assembly
