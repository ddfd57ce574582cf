#pragma once
// The metadata tables of ECMA-335 II.22: their columns and the width of each column in a file.
//
// A column is an enumerator of its table: tables.cell(TypeDef::name, rid). Row ids count from 1.
// All rows are checked against the stream once, when it is opened; afterwards, reading an existing
// row cannot go out of bounds. Rejected: a struct per row, which decodes nine columns to read one.
#include <array>
#include <cstdint>
#include <optional>

#include "engine/readers/assembly/cursor.h"

namespace dossier::assembly {

enum class Table : uint8_t {
  module,
  type_ref,
  type_def,
  field_ptr,
  field,
  method_ptr,
  method_def,
  param_ptr,
  param,
  interface_impl,
  member_ref,
  constant,
  custom_attribute,
  field_marshal,
  decl_security,
  class_layout,
  field_layout,
  stand_alone_sig,
  event_map,
  event_ptr,
  event,
  property_map,
  property_ptr,
  property,
  method_semantics,
  method_impl,
  module_ref,
  type_spec,
  impl_map,
  field_rva,
  enc_log,
  enc_map,
  assembly,
  assembly_processor,
  assembly_os,
  assembly_ref,
  assembly_ref_processor,
  assembly_ref_os,
  file,
  exported_type,
  manifest_resource,
  nested_class,
  generic_param,
  method_spec,
  generic_param_constraint,
};
inline constexpr size_t kTableCount = 45;

/// A token: the table in the highest byte, the row id below. Row id 0 is no row.
struct Token {
  uint32_t value = 0;
  Token() = default;
  explicit Token(uint32_t v) : value(v) {}
  Token(Table table, uint32_t rid) : value(static_cast<uint32_t>(table) << 24 | rid) {}
  uint32_t rid() const { return value & 0xFFFFFF; }
  bool in(Table table) const { return value >> 24 == static_cast<uint32_t>(table); }
  Table table() const { return static_cast<Table>(value >> 24); }
  explicit operator bool() const { return rid() != 0; }
  bool operator==(const Token&) const = default;
};

// The columns of the tables that the reader uses, in order.
#define DOSSIER_COLUMNS(Name, table, ...)    \
  enum class Name : uint8_t { __VA_ARGS__ }; \
  constexpr Table table_of(Name) { return Table::table; }
DOSSIER_COLUMNS(ModuleRow, module, generation, name, mvid, enc_id, enc_base_id)
DOSSIER_COLUMNS(TypeRef, type_ref, scope, name, name_space)
DOSSIER_COLUMNS(TypeDef, type_def, flags, name, name_space, extends, fields, methods)
DOSSIER_COLUMNS(Field, field, flags, name, signature)
DOSSIER_COLUMNS(MethodDef, method_def, address, impl_flags, flags, name, signature, parameters)
DOSSIER_COLUMNS(Param, param, flags, sequence, name)
DOSSIER_COLUMNS(InterfaceImpl, interface_impl, type, interface)
DOSSIER_COLUMNS(MemberRef, member_ref, parent, name, signature)
DOSSIER_COLUMNS(Constant, constant, type, parent, value)
DOSSIER_COLUMNS(CustomAttribute, custom_attribute, parent, type, value)
DOSSIER_COLUMNS(StandAloneSig, stand_alone_sig, signature)
DOSSIER_COLUMNS(EventMap, event_map, parent, events)
DOSSIER_COLUMNS(Event, event, flags, name, type)
DOSSIER_COLUMNS(PropertyMap, property_map, parent, properties)
DOSSIER_COLUMNS(Property, property, flags, name, signature)
DOSSIER_COLUMNS(MethodSemantics, method_semantics, semantics, method, association)
DOSSIER_COLUMNS(MethodImpl, method_impl, type, body, declaration)
DOSSIER_COLUMNS(ModuleRef, module_ref, name)
DOSSIER_COLUMNS(TypeSpec, type_spec, signature)
DOSSIER_COLUMNS(ImplMap, impl_map, flags, member, name, scope)
DOSSIER_COLUMNS(Assembly, assembly, hash, major, minor, build, revision, flags, key, name, culture)
DOSSIER_COLUMNS(AssemblyRef, assembly_ref, major, minor, build, revision, flags, key, name, culture,
                hash)
DOSSIER_COLUMNS(ManifestResource, manifest_resource, offset, flags, name, implementation)
DOSSIER_COLUMNS(NestedClass, nested_class, nested, enclosing)
DOSSIER_COLUMNS(GenericParam, generic_param, number, flags, owner, name)
DOSSIER_COLUMNS(MethodSpec, method_spec, method, instantiation)
DOSSIER_COLUMNS(GenericParamConstraint, generic_param_constraint, owner, constraint)
#undef DOSSIER_COLUMNS

class Tables {
 public:
  /// Reads the header of a #~ or #- stream and checks that all rows are inside it; on failure
  /// returns nothing and sets `problem`. `wide`: all indexes have four bytes (the file has a #JTD
  /// stream).
  static std::optional<Tables> open(Bytes stream, bool wide, std::string& problem);

  uint32_t rows(Table table) const { return layout_[static_cast<size_t>(table)].rows; }
  bool exists(Token token) const {
    return token.value >> 24 < kTableCount && token.rid() - 1 < rows(token.table());
  }

  /// A column of a row; 0 if there is no such row.
  template <typename Column>
  uint32_t cell(Column column, uint32_t rid) const {
    return raw(table_of(column), rid, static_cast<size_t>(column));
  }
  /// A column with an index into one table, or a coded index, as a token. A tag without a table
  /// gives a token that does not exist.
  template <typename Column>
  Token token(Column column, uint32_t rid) const {
    return decode(table_of(column), static_cast<size_t>(column), cell(column, rid));
  }
  /// The row that a row of FieldPtr, MethodPtr, ParamPtr, EventPtr or PropertyPtr points to.
  uint32_t pointer(Table pointers, uint32_t row) const { return raw(pointers, row, 0); }
  /// A TypeDefOrRef as signatures encode it.
  static Token type_def_or_ref(uint32_t coded);

 private:
  struct Layout {
    uint32_t rows = 0;
    uint32_t row_size = 0;
    std::array<uint8_t, 10> starts{};  // of each column in a row, and the row's end
    Bytes bytes;
  };

  uint32_t raw(Table table, uint32_t rid, size_t column) const;
  static Token decode(Table table, size_t column, uint32_t value);

  std::array<Layout, kTableCount> layout_;
};

}  // namespace dossier::assembly
