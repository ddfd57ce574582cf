#include "engine/readers/assembly/reading.h"

namespace dossier::assembly {
namespace {

// Sound files stay far below: mscorlib's text is three times the file.
size_t text_budget(size_t file_size) { return (size_t{64} << 20) + 32 * file_size; }

std::vector<uint32_t> no_symbols(const Tables& tables, Table table) {
  return std::vector<uint32_t>(size_t{tables.rows(table)} + 1, Reading::kNoSymbol);
}

uint32_t at(const std::vector<uint32_t>& symbols, uint32_t rid) {
  return rid < symbols.size() ? symbols[rid] : Reading::kNoSymbol;
}

}  // namespace

Reading::Reading(const Image& from, const Options& options, Defects& found)
    : image(from),
      defects(found),
      metadata(from, options.path),
      interner(module.text, text_budget(from.bytes.size()), found),
      names(metadata, interner, found),
      definitions(names),
      targets(definitions, names),
      type_symbols(no_symbols(tables(), Table::type_def)),
      field_symbols(no_symbols(tables(), Table::field)),
      method_symbols(no_symbols(tables(), Table::method_def)),
      property_symbols(no_symbols(tables(), Table::property)),
      event_symbols(no_symbols(tables(), Table::event)) {
  module.kind = ModuleKind::assembly;
  module.path = interner.intern(options.path);
}

uint32_t Reading::symbol(Token token) const {
  switch (token.table()) {
    case Table::module:
    case Table::assembly:
      return 0;
    case Table::type_def:
      return at(type_symbols, token.rid());
    case Table::field:
      return at(field_symbols, token.rid());
    case Table::method_def:
      return at(method_symbols, token.rid());
    case Table::property:
      return at(property_symbols, token.rid());
    case Table::event:
      return at(event_symbols, token.rid());
    case Table::param:
      return at(method_symbols, definitions.parameter_owner(token.rid()));
    case Table::generic_param:
      return symbol(tables().token(GenericParam::owner, token.rid()));
    case Table::interface_impl:
      return at(type_symbols, tables().cell(InterfaceImpl::type, token.rid()));
    default:
      return kNoSymbol;
  }
}

void Reading::detail(uint32_t source, DetailKind kind, std::string_view words) {
  module.details.push_back({source, kind, interner.intern(words)});
}

void Reading::reference(uint32_t source, ReferenceKind kind, const Target& target,
                        int32_t il_offset) {
  Reference made;
  made.source = source;
  made.kind = kind;
  made.target = target.text;
  made.target_type = target.type;
  made.target_scope = target.scope;
  made.target_key = target.key;
  made.in_module = target.in_module;
  made.il_offset = il_offset;
  module.references.push_back(made);
}

void Reading::mentions(uint32_t source, const std::vector<Mention>& mentioned) {
  for (const Mention& mention : mentioned) {
    Target target;
    target.text = mention.text;
    target.type = mention.element.name;
    target.scope = mention.element.scope;
    target.in_module = target.scope == names.module();
    if (mention.element.is_definition) target.key = target.type;
    reference(source, ReferenceKind::signature, target);
  }
}

}  // namespace dossier::assembly
