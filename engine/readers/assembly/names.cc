#include "engine/readers/assembly/names.h"

#include <xxhash.h>

#include <cstdio>

#include "engine/clock.h"

namespace dossier::assembly {
namespace {

constexpr int kMaxNesting = 64;
const std::vector<uint32_t> kNoRows;

bool is_core_library(std::string_view name) {
  return name == "mscorlib" || name == "System.Runtime" || name == "System.Private.CoreLib" ||
         name == "netstandard";
}

}  // namespace

Interner::Interner(TextArena& arena, size_t budget, const Defects& defects)
    : arena_(arena),
      budget_(budget),
      defects_(defects),
      seed_(system_entropy().next()),
      slots_(1024) {}

std::string_view Interner::intern(std::string_view text) {
  // Not data() == nullptr: that means "not made yet" in the caches.
  if (text.empty()) return std::string_view("");
  const uint64_t hash = XXH3_64bits_withSeed(text.data(), text.size(), seed_);
  size_t at = hash & (slots_.size() - 1);
  for (; slots_[at].text.data(); at = (at + 1) & (slots_.size() - 1))
    if (slots_[at].hash == hash && slots_[at].text == text) return slots_[at].text;
  if (arena_.size() + text.size() > budget_) {
    defects_.give_up(
        "its names and signatures expand to more text than a valid file of this size can hold");
  }
  const std::string_view kept = arena_.keep(text);
  slots_[at] = {hash, kept};
  if (++used_ * 2 > slots_.size()) grow();
  return kept;
}

void Interner::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (!slot.text.data()) continue;
    size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].text.data()) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

std::string place(Token token) {
  static constexpr std::pair<Table, const char*> kNouns[] = {
      {Table::type_def, "type "},  {Table::type_ref, "type reference "},
      {Table::field, "field "},    {Table::method_def, "method "},
      {Table::event, "event "},    {Table::property, "property "},
      {Table::param, "parameter "}};
  std::string noun = "row ";
  for (const auto& [table, name] : kNouns) {
    if (token.in(table)) noun = name;
  }
  char number[16];
  std::snprintf(number, sizeof number, "0x%08x", token.value);
  return noun + number;
}

Names::Names(const Metadata& metadata, Interner& interner, Defects& defects)
    : metadata_(metadata), interner_(interner), defects_(defects) {
  type_defs_.resize(size_t{tables().rows(Table::type_def)} + 1);
  type_refs_.resize(size_t{tables().rows(Table::type_ref)} + 1);
  module_ = interner_.intern(name(ModuleRow::name, 1));
  core_library_ = find_core_library();
  read_nesting();
  read_generic_parameters();
}

std::string_view Names::find_core_library() {
  if (tables().rows(Table::assembly) > 0 && is_core_library(name(Assembly::name, 1))) {
    return module_;
  }
  for (uint32_t rid = 1; rid <= tables().rows(Table::assembly_ref); ++rid) {
    const std::string_view found = name(AssemblyRef::name, rid);
    if (is_core_library(found)) return interner_.intern(found);
  }
  return "mscorlib";
}

void Names::read_nesting() {
  const uint32_t types = tables().rows(Table::type_def);
  enclosing_.resize(size_t{types} + 1);
  nested_.resize(size_t{types} + 1);
  for (uint32_t rid = 1; rid <= tables().rows(Table::nested_class); ++rid) {
    const uint32_t inner = tables().cell(NestedClass::nested, rid);
    const uint32_t outer = tables().cell(NestedClass::enclosing, rid);
    const bool is_sound = inner - 1 < types && outer - 1 < types && inner != outer;
    if (!is_sound || enclosing_[inner] != 0) {
      defects_.add(place(Token(Table::nested_class, rid)),
                   "it nests types that cannot be nested so");
      continue;
    }
    enclosing_[inner] = outer;
    nested_[outer].push_back(inner);
  }
}

void Names::read_generic_parameters() {
  type_parameters_.resize(size_t{tables().rows(Table::type_def)} + 1);
  method_parameters_.resize(size_t{tables().rows(Table::method_def)} + 1);
  for (uint32_t rid = 1; rid <= tables().rows(Table::generic_param); ++rid) {
    const Token owner = tables().token(GenericParam::owner, rid);
    if (!tables().exists(owner)) {
      defects_.add(place(Token(Table::generic_param, rid)), "a generic parameter without an owner");
    } else if (owner.in(Table::type_def)) {
      type_parameters_[owner.rid()].push_back(rid);
    } else {
      method_parameters_[owner.rid()].push_back(rid);
    }
  }
}

std::string_view Names::dotted(std::string_view name_space, std::string_view name) {
  std::string full(name_space);
  if (!full.empty()) full += '.';
  full += name;
  return interner_.intern(full);
}

std::string_view Names::type_def(uint32_t rid) {
  return rid < type_defs_.size() ? make_type_def(rid, 0) : std::string_view();
}

std::string_view Names::make_type_def(uint32_t rid, int depth) {
  std::string_view& made = type_defs_[rid];
  if (made.data() != nullptr) return made;
  std::string_view full = dotted(name(TypeDef::name_space, rid), name(TypeDef::name, rid));
  if (depth > kMaxNesting) {
    defects_.add(place(Token(Table::type_def, rid)), "types are nested too deeply or in a cycle");
  } else if (const uint32_t outer = enclosing_[rid]) {
    full = interner_.intern(std::string(make_type_def(outer, depth + 1)) + "+" + std::string(full));
  }
  return made = full;
}

std::string_view Names::type_ref(uint32_t rid) {
  return rid < type_refs_.size() ? make_type_ref(rid, 0) : std::string_view();
}

std::string_view Names::make_type_ref(uint32_t rid, int depth) {
  std::string_view& made = type_refs_[rid];
  if (made.data() != nullptr) return made;
  std::string_view full = dotted(name(TypeRef::name_space, rid), name(TypeRef::name, rid));
  const Token outer = tables().token(TypeRef::scope, rid);
  // Obfuscators write references that contain themselves.
  if (outer.in(Table::type_ref) && outer.rid() != rid && tables().exists(outer)) {
    if (depth > kMaxNesting) {
      defects_.add(place(Token(Table::type_ref, rid)), "types are nested too deeply or in a cycle");
    } else {
      full = interner_.intern(std::string(make_type_ref(outer.rid(), depth + 1)) + "+" +
                              std::string(full));
    }
  }
  return made = full;
}

std::string_view Names::scope(Token token) {
  for (int depth = 0; depth < kMaxNesting; ++depth) {
    if (token.in(Table::type_def) || token.in(Table::module)) return module_;
    if (!tables().exists(token)) return token.rid() == 0 ? module_ : std::string_view();
    if (token.in(Table::assembly_ref))
      return interner_.intern(name(AssemblyRef::name, token.rid()));
    if (token.in(Table::module_ref)) return interner_.intern(name(ModuleRef::name, token.rid()));
    if (!token.in(Table::type_ref)) return {};
    const Token outer = tables().token(TypeRef::scope, token.rid());
    if (outer == token) return module_;
    token = outer;
  }
  return {};
}

uint32_t Names::enclosing(uint32_t type_rid) const {
  return type_rid < enclosing_.size() ? enclosing_[type_rid] : 0;
}

const std::vector<uint32_t>& Names::nested(uint32_t type_rid) const {
  return type_rid < nested_.size() ? nested_[type_rid] : kNoRows;
}

const std::vector<uint32_t>& Names::generic_parameters(Token owner) const {
  const auto& by_rid = owner.in(Table::method_def) ? method_parameters_ : type_parameters_;
  return owner.rid() < by_rid.size() ? by_rid[owner.rid()] : kNoRows;
}

std::string_view Names::generic_parameter(Token owner, uint32_t position, bool of_method) {
  const auto& rows = generic_parameters(owner);
  if (position < rows.size()) {
    const std::string_view found = name(GenericParam::name, rows[position]);
    if (!found.empty()) return found;
  }
  return positional(position, of_method);
}

std::string_view Names::positional(uint32_t position, bool of_method) {
  return interner_.intern((of_method ? "!!" : "!") + std::to_string(position));
}

}  // namespace dossier::assembly
