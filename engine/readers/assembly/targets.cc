#include "engine/readers/assembly/targets.h"

namespace dossier::assembly {
namespace {

constexpr uint8_t kFieldSignature = 0x06;

bool is_array(Bytes type_spec) {
  constexpr uint8_t kArrayCode = 0x14, kVectorCode = 0x1D;
  const uint8_t code = Cursor(type_spec).peek();
  return code == kArrayCode || code == kVectorCode;
}

}  // namespace

Targets::Slot* Targets::slot(Token token) {
  if (!names_.tables().exists(token)) return nullptr;
  auto& slots = slots_[token.value >> 24];
  if (slots.empty()) slots.resize(size_t{names_.tables().rows(token.table())} + 1);
  return &slots[token.rid()];
}

const Target& Targets::of(Token token, GenericScope user) {
  Slot* const found = slot(token);
  if (found == nullptr) return latest_ = {};
  if (found->state == Slot::State::fixed) return found->target;
  // Rows have 24 bits; a token's table and row fill the lower 32, and a method names its type.
  const uint64_t scoped_key =
      uint64_t{user.method ? user.method : user.type | 0x80000000u} << 32 | token.value;
  if (found->state == Slot::State::scoped) {
    if (const auto known = scoped_.find(scoped_key); known != scoped_.end()) return known->second;
  }
  bool is_scoped = false;
  const Target made = make(token, user, is_scoped);
  found->state = is_scoped ? Slot::State::scoped : Slot::State::fixed;
  if (is_scoped) return scoped_[scoped_key] = made;
  return found->target = made;
}

Target Targets::make(Token token, GenericScope user, bool& is_scoped) {
  switch (token.table()) {
    case Table::type_def:
    case Table::type_ref:
    case Table::type_spec:
      return make_type(token, user, is_scoped);
    case Table::field:
      return make_field(token.rid());
    case Table::method_def:
      return make_method(token.rid());
    case Table::member_ref:
      return make_member(token.rid(), user, is_scoped);
    case Table::method_spec: {
      const Token method = names_.tables().token(MethodSpec::method, token.rid());
      if (!names_.tables().exists(method)) return {Target::Noun::method};
      return make(method, user, is_scoped);
    }
    default:
      return {};
  }
}

Target Targets::make_type(Token token, GenericScope user, bool& is_scoped) {
  Target target{Target::Noun::type};
  std::string text;
  Element element;
  SignatureReader reader(names_, user);
  if (!reader.type_token(token, text, &element)) return target;
  is_scoped = reader.names_type_parameter() || reader.names_method_parameter();
  target.is_sound = true;
  target.text = names_.interner().intern(text);
  target.type = element.name;
  target.scope = element.scope;
  target.in_module = element.scope == names_.module();
  if (element.is_definition) target.key = element.name;
  return target;
}

Target Targets::make_field(uint32_t rid) {
  Target target{Target::Noun::field};
  target.type = names_.type_def(definitions_.field_owner(rid));
  const std::string_view name = names_.name(Field::name, rid);
  target.text = names_.interner().intern(std::string(target.type) + "." + std::string(name));
  target.key = target.text;
  target.scope = names_.module();
  target.in_module = target.is_sound = true;
  return target;
}

Target Targets::make_method(uint32_t rid) {
  Target target{Target::Noun::method};
  const MethodText& method = definitions_.method(rid);
  target.is_sound = method.is_sound;
  target.type = names_.type_def(definitions_.method_owner(rid));
  target.text = target.key = method.key;
  target.scope = names_.module();
  target.in_module = true;
  return target;
}

bool Targets::read_parent(Token parent, GenericScope user, Target& target, GenericScope& scope,
                          bool& is_scoped, bool& has_definition) {
  if (parent.in(Table::module_ref)) {  // a global field or method of another module
    target.text = target.type = "<Module>";
    target.scope = names_.scope(parent);
    return true;
  }
  if (parent.in(Table::method_def)) {  // a call with variable arguments
    const uint32_t owner = definitions_.method_owner(parent.rid());
    scope.type = owner;
    target.text = target.type = names_.type_def(owner);
    target.scope = names_.module();
    return true;
  }
  std::string text;
  Element element;
  SignatureReader reader(names_, user);
  if (!reader.type_token(parent, text, &element)) return false;
  is_scoped = reader.names_type_parameter() || reader.names_method_parameter();
  target.text = names_.interner().intern(text);
  target.type = element.name;
  target.scope = element.scope;
  const bool is_spec = parent.in(Table::type_spec);
  const Bytes blob = is_spec ? *names_.metadata().blob(TypeSpec::signature, parent.rid()) : Bytes{};
  has_definition = element.is_definition && !(is_spec && is_array(blob));
  // A member of a type of this module is written with that type's names for its parameters, one of
  // an array with its user's, any other by position.
  if (is_spec && is_array(blob)) {
    scope = user;
  } else if (element.token.in(Table::type_def)) {
    scope.type = element.token.rid();
  }
  return true;
}

Target Targets::make_member(uint32_t rid, GenericScope user, bool& is_scoped) {
  Target target{Target::Noun::method};
  const auto blob = names_.metadata().blob(MemberRef::signature, rid);
  if (!blob) return target;
  const bool is_field = Cursor(*blob).peek() == kFieldSignature;
  if (is_field) target.noun = Target::Noun::field;
  GenericScope scope;
  bool has_definition = true;
  const Token parent = names_.tables().token(MemberRef::parent, rid);
  if (!names_.tables().exists(parent) ||
      !read_parent(parent, user, target, scope, is_scoped, has_definition)) {
    return target;
  }
  const std::string_view name = names_.name(MemberRef::name, rid);
  target.in_module = target.scope == names_.module();
  if (!is_field) {
    finish_method(*blob, scope, has_definition, target, name, is_scoped);
    return target;
  }
  const std::string tail = "." + std::string(name);
  target.text = names_.interner().intern(std::string(target.text) + tail);
  if (has_definition) target.key = names_.interner().intern(std::string(target.type) + tail);
  target.is_sound = true;
  return target;
}

void Targets::finish_method(Bytes blob, GenericScope scope, bool has_definition, Target& target,
                            std::string_view name, bool& is_scoped) {
  Cursor in(blob);
  SignatureReader reader(names_, scope);
  const auto signature = reader.method(in);
  if (!signature) return;
  const bool is_generic = reader.names_type_parameter() || reader.names_method_parameter();
  // Only an array's methods speak of their user's parameters.
  if (!has_definition && is_generic) is_scoped = true;
  const std::string head = "." + std::string(name) + "(";
  const auto with = [&](std::string_view type, const std::string& parameters) {
    return names_.interner().intern(std::string(type) + head + parameters + ")");
  };
  target.text = with(target.text, signature->parameter_list());
  target.is_sound = true;
  if (!has_definition) return;
  if (!is_generic) {
    target.key = with(target.type, signature->parameter_list(true));
    return;
  }
  Cursor again(blob);
  const auto open = SignatureReader(names_, {}).method(again);
  target.key = with(target.type, open->parameter_list(true));
  if (target.in_module) target.key = definitions_.key_of_open(target.key);
}

}  // namespace dossier::assembly
