#pragma once
// The state of reading one module: its parts, from bytes to names, and the facts so far. The steps
// (types, attributes, code) are functions over it, run in this order; each adds facts and needs
// those before. Rejected: one class with all steps as members, which would be too large to read.
#include "engine/readers/assembly/assembly.h"
#include "engine/readers/assembly/attributes.h"
#include "engine/readers/assembly/targets.h"

namespace dossier::assembly {

struct Reading {
  Reading(const Image& image, const Options& options, Defects& defects);
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  const Image& image;
  Defects& defects;
  Module module;
  Metadata metadata;
  Interner interner;
  Names names;
  Definitions definitions;
  Targets targets;

  /// The ordinals of symbols by row; kNoSymbol if a row is not a symbol.
  static constexpr uint32_t kNoSymbol = ~0u;
  std::vector<uint32_t> type_symbols, field_symbols, method_symbols, property_symbols,
      event_symbols;

  const Tables& tables() const { return metadata.tables(); }
  /// The symbol of a row; for a parameter or generic parameter, its owner's; for the module and the
  /// assembly, 0 (the module); kNoSymbol if there is none.
  uint32_t symbol(Token token) const;

  void detail(uint32_t source, DetailKind kind, std::string_view text_of_detail);
  void reference(uint32_t source, ReferenceKind kind, const Target& target, int32_t il_offset = -1);
  void mentions(uint32_t source, const std::vector<Mention>& mentions);
};

/// The module itself: names, references to assemblies, resources.
void read_module_facts(Reading& reading);
/// Types and members in discovery order, their values, and what bases and signatures refer to.
void read_type_facts(Reading& reading);
/// Attributes, explicit overrides, native imports.
void read_attribute_facts(Reading& reading);
/// References and literals of method bodies, and what each body means.
void read_code_facts(Reading& reading);

}  // namespace dossier::assembly
