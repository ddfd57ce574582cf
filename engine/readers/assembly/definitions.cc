#include "engine/readers/assembly/definitions.h"

#include <algorithm>

namespace dossier::assembly {

template <typename Column>
std::vector<Definitions::Run> Definitions::runs(Column list, Table pointers, Table target) {
  const Tables& tables = names_.tables();
  const uint32_t owners = tables.rows(table_of(list));
  const uint32_t size = tables.rows(pointers) > 0 ? tables.rows(pointers) : tables.rows(target);
  std::vector<Run> runs(size_t{owners} + 1);
  uint32_t reached = 1;
  for (uint32_t owner = 1; owner <= owners; ++owner) {
    const uint32_t first = std::max(tables.cell(list, owner), 1u);
    const uint32_t end = owner < owners ? std::max(tables.cell(list, owner + 1), 1u) : size + 1;
    if (first < reached || first > end || end - 1 > size) {
      names_.defects().add(place(Token(table_of(list), owner)), "its list of members is damaged");
      continue;
    }
    runs[owner] = {first, end};
    reached = end;
  }
  return runs;
}

std::vector<uint32_t> Definitions::rows(const std::vector<Run>& runs, uint32_t index,
                                        Table pointers, Table target) const {
  std::vector<uint32_t> found;
  if (index == 0 || index >= runs.size()) return found;
  const Tables& tables = names_.tables();
  const bool is_indirect = tables.rows(pointers) > 0;
  for (uint32_t row = runs[index].first; row < runs[index].end; ++row) {
    const uint32_t rid = is_indirect ? tables.pointer(pointers, row) : row;
    if (tables.exists(Token(target, rid))) found.push_back(rid);
  }
  return found;
}

Definitions::Definitions(Names& names) : names_(names) {
  const Tables& tables = names_.tables();
  fields_ = runs(TypeDef::fields, Table::field_ptr, Table::field);
  methods_ = runs(TypeDef::methods, Table::method_ptr, Table::method_def);
  parameters_ = runs(MethodDef::parameters, Table::param_ptr, Table::param);
  field_owners_.resize(size_t{tables.rows(Table::field)} + 1);
  method_owners_.resize(size_t{tables.rows(Table::method_def)} + 1);
  for (uint32_t type = 1; type < fields_.size(); ++type) {
    for (const uint32_t rid : fields(type)) field_owners_[rid] = type;
    for (const uint32_t rid : methods(type)) method_owners_[rid] = type;
  }
  parameter_owners_.resize(size_t{tables.rows(Table::param)} + 1);
  for (uint32_t method = 1; method < parameters_.size(); ++method) {
    for (const uint32_t rid : parameters(method)) parameter_owners_[rid] = method;
  }
  read_maps();
  read_semantics();
  made_.resize(method_owners_.size());
  is_made_.resize(method_owners_.size());
}

void Definitions::read_maps() {
  const Tables& tables = names_.tables();
  property_runs_ = runs(PropertyMap::properties, Table::property_ptr, Table::property);
  event_runs_ = runs(EventMap::events, Table::event_ptr, Table::event);
  property_map_.resize(fields_.size());
  event_map_.resize(fields_.size());
  for (uint32_t row = 1; row <= tables.rows(Table::property_map); ++row) {
    const uint32_t type = tables.cell(PropertyMap::parent, row);
    if (type - 1 < tables.rows(Table::type_def)) property_map_[type] = row;
  }
  for (uint32_t row = 1; row <= tables.rows(Table::event_map); ++row) {
    const uint32_t type = tables.cell(EventMap::parent, row);
    if (type - 1 < tables.rows(Table::type_def)) event_map_[type] = row;
  }
}

void Definitions::read_semantics() {
  constexpr uint32_t kSetter = 0x1, kGetter = 0x2, kAdder = 0x8, kRemover = 0x10;
  const Tables& tables = names_.tables();
  property_accessors_.resize(size_t{tables.rows(Table::property)} + 1);
  event_accessors_.resize(size_t{tables.rows(Table::event)} + 1);
  for (uint32_t row = 1; row <= tables.rows(Table::method_semantics); ++row) {
    const uint32_t role = tables.cell(MethodSemantics::semantics, row);
    const uint32_t method = tables.cell(MethodSemantics::method, row);
    const Token owner = tables.token(MethodSemantics::association, row);
    if (!tables.exists(owner) || !tables.exists(Token(Table::method_def, method))) {
      names_.defects().add(place(Token(Table::method_semantics, row)),
                           "an accessor without a property or event");
      continue;
    }
    Accessors& accessors =
        (owner.in(Table::property) ? property_accessors_ : event_accessors_)[owner.rid()];
    if (role & (kGetter | kAdder)) accessors.first = method;
    if (role & (kSetter | kRemover)) accessors.second = method;
  }
}

std::vector<uint32_t> Definitions::fields(uint32_t type) const {
  return rows(fields_, type, Table::field_ptr, Table::field);
}
std::vector<uint32_t> Definitions::methods(uint32_t type) const {
  return rows(methods_, type, Table::method_ptr, Table::method_def);
}
std::vector<uint32_t> Definitions::properties(uint32_t type) const {
  return rows(property_runs_, at(property_map_, type), Table::property_ptr, Table::property);
}
std::vector<uint32_t> Definitions::events(uint32_t type) const {
  return rows(event_runs_, at(event_map_, type), Table::event_ptr, Table::event);
}
std::vector<uint32_t> Definitions::parameters(uint32_t method) const {
  return rows(parameters_, method, Table::param_ptr, Table::param);
}

const MethodText& Definitions::method(uint32_t rid, std::vector<Mention>* mentions) {
  static const MethodText kNone;
  if (rid == 0 || rid >= made_.size()) return kNone;
  if (!is_made_[rid]) {
    is_made_[rid] = true;
    make(rid, made_[rid], mentions);
  }
  return made_[rid];
}

void Definitions::make(uint32_t rid, MethodText& made, std::vector<Mention>* mentions) {
  const Token token(Table::method_def, rid);
  const Tables& tables = names_.tables();
  const uint32_t owner = method_owner(rid);
  const auto blob = names_.metadata().blob(MethodDef::signature, rid);
  Cursor in(blob.value_or(Bytes{}));
  SignatureReader reader(names_, {owner, rid}, mentions);
  const auto signature = reader.method(in);
  if (!signature) {
    names_.defects().add(place(token), "its signature is malformed");
    return;
  }
  std::vector<std::string_view> parameter_names(signature->parameters.size());
  for (const uint32_t row : parameters(rid)) {
    const uint32_t position = tables.cell(Param::sequence, row);
    if (position > parameter_names.size()) {
      names_.defects().add(place(Token(Table::param, row)),
                           "a parameter beyond its method's signature");
    } else if (position > 0) {
      parameter_names[position - 1] = names_.name(Param::name, row);
    }
  }
  const std::string_view name = names_.name(MethodDef::name, rid);
  std::string text = signature->return_type + " " + std::string(name);
  const auto& generics = names_.generic_parameters(token);
  for (size_t i = 0; i < generics.size(); ++i) {
    text += i == 0 ? '<' : ',';
    text += names_.generic_parameter(token, static_cast<uint32_t>(i), true);
  }
  text += generics.empty() ? "(" : ">(";
  for (size_t i = 0; i < parameter_names.size(); ++i) {
    if (i > 0) text += ", ";
    text += signature->parameters[i];
    if (!parameter_names[i].empty()) text += ' ';
    text += parameter_names[i];
  }
  made.signature = names_.interner().intern(text + ")");
  const std::string head = std::string(names_.type_def(owner)) + "." + std::string(name) + "(";
  made.key = names_.interner().intern(head + signature->parameter_list() + ")");
  made.open_key = made.key;
  made.return_type = names_.interner().intern(signature->return_type);
  made.parameter_count = signature->parameters.size();
  made.is_sound = true;
  if (!reader.names_type_parameter() && !reader.names_method_parameter()) return;
  Cursor again(*blob);
  const auto open = SignatureReader(names_, {}).method(again);
  made.open_key = names_.interner().intern(head + open->parameter_list() + ")");
  if (made.open_key != made.key) keys_by_open_.emplace(made.open_key, made.key);
}

std::string_view Definitions::key_of_open(std::string_view open_key) const {
  const auto found = keys_by_open_.find(open_key);
  return found == keys_by_open_.end() ? open_key : found->second;
}

}  // namespace dossier::assembly
