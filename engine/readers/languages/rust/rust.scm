; What a Rust file declares and refers to. The captures are explained in captures.h.
(mod_item name: (identifier) @name body: (_)) @def.namespace
(struct_item name: (type_identifier) @name) @def.struct
(union_item name: (type_identifier) @name) @def.union
(enum_item name: (type_identifier) @name) @def.enum
(trait_item name: (type_identifier) @name) @def.trait
(type_item name: (type_identifier) @name type: (_) @result) @def.alias
(impl_item type: (type_identifier) @name) @def.partial
(impl_item type: (generic_type type: (type_identifier) @name)) @def.partial
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)) @def.partial
(impl_item type: (reference_type type: (type_identifier) @name)) @def.partial
(impl_item type: [(primitive_type) (array_type) (tuple_type) (pointer_type) (dynamic_type) (unit_type)] @name) @def.partial
(impl_item type: (reference_type type: [(primitive_type) (array_type) (generic_type) (dynamic_type)] @name)) @def.partial
(impl_item type: (generic_type type: (scoped_type_identifier name: (type_identifier) @name))) @def.partial

(associated_type name: (type_identifier) @name) @def.alias
(function_item name: (identifier) @name return_type: (_)? @result) @def.function
(function_signature_item name: (identifier) @name return_type: (_)? @result) @def.function
(const_item name: (identifier) @name type: (_) @type value: (_)? @value) @def.constant
(static_item name: (identifier) @name type: (_) @type) @def.variable
(macro_definition name: (identifier) @name . (macro_rule)? @body) @def.macro
(field_declaration name: (field_identifier) @name type: (_) @type) @def.field
(enum_variant name: (identifier) @name value: (_)? @value) @def.enum_member

(use_declaration (visibility_modifier)? @import.passed argument: [(identifier) (scoped_identifier)] @import.path) @import
(use_declaration (visibility_modifier)? @import.passed argument: (use_as_clause path: (_) @import.path alias: (_) @import.alias)) @import
(use_declaration (visibility_modifier)? @import.passed argument: (use_wildcard (_) @import.path)) @import
; In braces: use {a::b, c::{self, d, e as f, g::*}}, up to three within each other.
(use_declaration (visibility_modifier)? @import.passed argument: (use_list [(identifier) @import.path (scoped_identifier) @import.path
  (use_as_clause path: [(identifier) (scoped_identifier)] @import.path alias: (_) @import.alias)
  (use_wildcard (_) @import.path)])) @import
(use_declaration (visibility_modifier)? @import.passed argument: (scoped_use_list path: (_) @import.path list: (use_list [(self) (use_as_clause path: (self) alias: (_) @import.alias)]))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (scoped_use_list path: (_) @import.outer list: (use_list [(identifier) @import.path (scoped_identifier) @import.path
  (use_as_clause path: [(identifier) (scoped_identifier)] @import.path alias: (_) @import.alias)
  (use_wildcard (_) @import.path)]))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (use_list (scoped_use_list path: (_) @import.path list: (use_list [(self) (use_as_clause path: (self) alias: (_) @import.alias)])))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (use_list (scoped_use_list path: (_) @import.outer list: (use_list [(identifier) @import.path (scoped_identifier) @import.path
  (use_as_clause path: [(identifier) (scoped_identifier)] @import.path alias: (_) @import.alias)
  (use_wildcard (_) @import.path)])))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.path list: (use_list [(self) (use_as_clause path: (self) alias: (_) @import.alias)]))))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.outer list: (use_list [(identifier) @import.path (scoped_identifier) @import.path
  (use_as_clause path: [(identifier) (scoped_identifier)] @import.path alias: (_) @import.alias)
  (use_wildcard (_) @import.path)]))))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (use_list (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.path list: (use_list [(self) (use_as_clause path: (self) alias: (_) @import.alias)])))))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (use_list (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.outer list: (use_list [(identifier) @import.path (scoped_identifier) @import.path
  (use_as_clause path: [(identifier) (scoped_identifier)] @import.path alias: (_) @import.alias)
  (use_wildcard (_) @import.path)])))))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.path list: (use_list [(self) (use_as_clause path: (self) alias: (_) @import.alias)]))))))) @import
(use_declaration (visibility_modifier)? @import.passed argument: (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.outer list: (use_list (scoped_use_list path: (_) @import.outer list: (use_list [(identifier) @import.path (scoped_identifier) @import.path
  (use_as_clause path: [(identifier) (scoped_identifier)] @import.path alias: (_) @import.alias)
  (use_wildcard (_) @import.path)]))))))) @import

(mod_item name: (identifier) @import.path @import.module !body) @import

(impl_item trait: (_) @ref.interface)
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @ref.base))
(call_expression function: [(identifier) (scoped_identifier) (field_expression)] @ref.call)
(call_expression function: (generic_function function: (_) @ref.call))
(macro_invocation macro: (_) @ref.call)
(struct_expression name: (_) @ref.new)
(attribute_item (attribute [(identifier) (scoped_identifier)] @ref.attribute))
(attribute_item) @attribute
(type_parameter name: (type_identifier) @generic bounds: (trait_bounds . (_) @bound)?)
(type_identifier) @ref.type
(scoped_type_identifier) @ref.type
[(line_comment) (block_comment)] @comment
[(string_literal) (raw_string_literal)] @literal

(parameter pattern: (identifier) @local type: (_) @type)
(let_declaration pattern: (identifier) @local type: (_)? @type value: (_)? @value)
(closure_parameters (identifier) @local)
(for_expression pattern: (identifier) @local value: (_) @elements)
(identifier) @word
((let_condition pattern: (tuple_struct_pattern type: (identifier) @_some (identifier) @local) value: (_) @value)
  (#any-of? @_some "Some" "Ok"))
(field_pattern name: (shorthand_field_identifier) @local)
(field_pattern pattern: (identifier) @local)
(captured_pattern . (identifier) @local)
(ref_pattern (identifier) @local)
(mut_pattern (identifier) @local)
; A capital begins what is compared: a constant, or a value of an enum.
([(tuple_pattern (identifier) @local)
  (tuple_struct_pattern type: (_) (identifier) @local)
  (slice_pattern (identifier) @local)
  (reference_pattern (identifier) @local)
  (match_pattern . (identifier) @local)
  (or_pattern (identifier) @local)] (#not-capital? @local))
[(block) (closure_expression) (match_arm) (for_expression) (if_expression) (while_expression)] @block
(field_expression) @ref.field
(scoped_identifier) @ref.field
(struct_expression name: (_) @of body: (field_initializer_list (field_initializer field: (field_identifier) @ref.init)))
(struct_expression name: (_) @of
  body: (field_initializer_list (shorthand_field_initializer (identifier) @ref.init)))
(struct_pattern type: (_) @of (field_pattern name: [(field_identifier) (shorthand_field_identifier)] @ref.part))
(assignment_expression left: (tuple_expression [(identifier) (field_expression)] @written))
