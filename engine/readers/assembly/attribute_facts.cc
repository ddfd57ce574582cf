// Facts that metadata tables add to symbols: attributes, constants, overrides, native imports.
#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {
namespace {

constexpr std::string_view kGeneratedAttribute =
    "System.Runtime.CompilerServices.CompilerGeneratedAttribute";

/// The target of an attribute if it is only a part of its symbol: "return: ", "param name: ".
std::string prefix(Reading& reading, Token parent) {
  if (parent.in(Table::assembly)) return "assembly: ";
  if (parent.in(Table::module)) return "module: ";
  if (parent.in(Table::generic_param)) {
    return "typeparam " + std::string(reading.names.name(GenericParam::name, parent.rid())) + ": ";
  }
  if (parent.in(Table::interface_impl)) return "interface: ";
  if (!parent.in(Table::param)) return {};
  if (reading.tables().cell(Param::sequence, parent.rid()) == 0) return "return: ";
  return "param " + std::string(reading.names.name(Param::name, parent.rid())) + ": ";
}

void read_attributes(Reading& reading, std::vector<uint32_t*>& flags) {
  const Tables& tables = reading.tables();
  Attributes attributes(reading.names, reading.definitions);
  for (uint32_t row = 1; row <= tables.rows(Table::custom_attribute); ++row) {
    const Token parent = tables.token(CustomAttribute::parent, row);
    const Token constructor = tables.token(CustomAttribute::type, row);
    if (!tables.exists(parent)) {
      reading.defects.add(place(Token(Table::custom_attribute, row)),
                          "an attribute without a target");
      continue;
    }
    const uint32_t symbol = reading.symbol(parent);
    if (symbol == Reading::kNoSymbol) continue;
    const Target target = reading.targets.of(constructor, {});
    const auto value = reading.metadata.blob(CustomAttribute::value, row);
    std::optional<std::string> text;
    if (target.is_sound && value) text = attributes.render(target.type, constructor, *value);
    if (!target.is_sound) {
      reading.defects.add(place(Token(Table::custom_attribute, row)),
                          "its constructor is malformed");
      continue;
    }
    reading.reference(symbol, ReferenceKind::attribute, target);
    if (target.type == kGeneratedAttribute) *flags[symbol] |= kGenerated;
    // Compilers and obfuscators do write values that no one can decode; the runtime minds only when
    // asked for them.
    reading.detail(symbol, DetailKind::attribute,
                   prefix(reading, parent) + (text ? *text : std::string(target.type) + "(?)"));
  }
}

void read_constants(Reading& reading) {
  const Tables& tables = reading.tables();
  for (uint32_t row = 1; row <= tables.rows(Table::constant); ++row) {
    const Token parent = tables.token(Constant::parent, row);
    if (parent.in(Table::param)) continue;
    const uint32_t symbol = tables.exists(parent) ? reading.symbol(parent) : Reading::kNoSymbol;
    if (symbol == Reading::kNoSymbol) continue;
    const auto value = reading.metadata.blob(Constant::value, row);
    const auto type = static_cast<uint8_t>(tables.cell(Constant::type, row) & 0xFF);
    const auto text = value ? constant_text(type, *value) : std::nullopt;
    if (text) {
      reading.detail(symbol, DetailKind::value, *text);
    } else {
      reading.defects.add(place(parent), "its constant value is malformed");
    }
  }
}

void read_overrides(Reading& reading) {
  const Tables& tables = reading.tables();
  for (uint32_t row = 1; row <= tables.rows(Table::method_impl); ++row) {
    const Token body = tables.token(MethodImpl::body, row);
    const uint32_t type = tables.cell(MethodImpl::type, row);
    const uint32_t symbol = body.in(Table::method_def) && tables.exists(body) ? reading.symbol(body)
                                                                              : Reading::kNoSymbol;
    const Target& target =
        reading.targets.of(tables.token(MethodImpl::declaration, row), {type, body.rid()});
    if (symbol == Reading::kNoSymbol || target.noun != Target::Noun::method || !target.is_sound) {
      reading.defects.add(place(Token(Table::method_impl, row)), "an override without a method");
      continue;
    }
    reading.reference(symbol, ReferenceKind::override, target);
  }
}

void read_native_imports(Reading& reading) {
  const Tables& tables = reading.tables();
  for (uint32_t row = 1; row <= tables.rows(Table::impl_map); ++row) {
    const Token member = tables.token(ImplMap::member, row);
    const uint32_t symbol = tables.exists(member) ? reading.symbol(member) : Reading::kNoSymbol;
    if (symbol == Reading::kNoSymbol) continue;
    std::string text(reading.names.name(ModuleRef::name, tables.cell(ImplMap::scope, row)));
    text += "!";
    text += reading.names.name(ImplMap::name, row);
    reading.detail(symbol, DetailKind::pinvoke, text);
  }
}

}  // namespace

void read_attribute_facts(Reading& reading) {
  uint32_t of_module = 0;
  std::vector<uint32_t*> flags{&of_module};
  for (Type& type : reading.module.types) {
    flags.push_back(&type.flags);
    for (Member& member : type.members) flags.push_back(&member.flags);
  }
  read_attributes(reading, flags);
  read_constants(reading);
  read_overrides(reading);
  read_native_imports(reading);
}

}  // namespace dossier::assembly
