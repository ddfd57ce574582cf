; What a Go file declares and refers to. The captures are explained in captures.h.
(package_clause (package_identifier) @name) @def.package

(type_spec name: (type_identifier) @name type: (struct_type)) @def.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @def.interface
(type_spec name: (type_identifier) @name type: (_) @ref.type) @def.type
(type_alias name: (type_identifier) @name type: (_) @ref.type @result) @def.alias

((function_declaration name: (identifier) @name result: (_)? @result) @def.function (#not-any-of? @name "_"))
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      name: (identifier)? @self
      type: [(type_identifier) @owner
             (generic_type type: (type_identifier) @owner)
             (pointer_type [(type_identifier) @owner
                            (generic_type type: (type_identifier) @owner)])]))
  name: (field_identifier) @name result: (_)? @result) @def.method
(type_spec type: (interface_type
  (method_elem name: (field_identifier) @name result: (_)? @result) @def.method))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name type: (_) @type) @def.field)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: [(type_identifier) @name @ref.base
                                  (qualified_type name: (type_identifier) @name) @ref.base
                                  (generic_type type: (type_identifier) @name) @ref.base]) @def.field)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name "*" type: [(type_identifier) @name @ref.base
                                  (qualified_type name: (type_identifier) @name) @ref.base
                                  (generic_type type: (type_identifier) @name) @ref.base]) @def.field)))
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type)] @ref.base .)))

; `_` declares nothing.
((source_file (const_declaration
  (const_spec name: (identifier) @name type: (_)? @type value: (_)? @value) @def.constant)) (#not-any-of? @name "_"))
((source_file (var_declaration
  (var_spec name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value)?) @def.variable))
  (#not-any-of? @name "_"))
((source_file (var_declaration (var_spec_list
  (var_spec name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value)?) @def.variable)))
  (#not-any-of? @name "_"))

(import_spec name: [(package_identifier) (dot) (blank_identifier)]? @import.alias
             path: (_) @import.path) @import

(call_expression function: [(identifier) (selector_expression)] @ref.call)
(call_expression function: (parenthesized_expression [(identifier) (selector_expression)] @ref.call))
(composite_literal type: [(type_identifier) (qualified_type)] @ref.new)
(composite_literal type: (generic_type type: (_) @ref.new))
(type_identifier) @ref.type
(qualified_type) @ref.type

(type_parameter_declaration name: (identifier) @generic type: (type_constraint . (_) @bound .)?)
(comment) @comment
[(interpreted_string_literal) (raw_string_literal)] @literal

(parameter_declaration name: (identifier) @local type: (_) @type)
(var_spec name: (identifier) @local type: (_) @type)
(var_spec name: (identifier) @local !type value: (expression_list . (_) @value))
(short_var_declaration left: (expression_list . (identifier) @local) right: (expression_list . (_) @value))
(short_var_declaration left: (expression_list (identifier) (identifier) @local))
(range_clause left: (expression_list . (identifier) @local .))
(range_clause left: (expression_list (identifier) (identifier) @local) right: (_) @elements)
(identifier) @word
(type_switch_statement alias: (expression_list . (identifier) @local))
(type_switch_statement alias: (expression_list . (identifier) @local)
  (type_case . "case" . type: (_) @type . ":") @within)
[(block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement) (expression_case)
 (type_case) (default_case) (communication_case) (func_literal) (function_type)] @block
(selector_expression) @ref.field
(composite_literal type: (_) @of body: (literal_value (keyed_element . (literal_element (identifier) @ref.init))))
(composite_literal type: (slice_type element: (_) @of)
  body: (literal_value (literal_element (literal_value (keyed_element . (literal_element (identifier) @ref.init))))))
(assignment_statement left: (expression_list [(identifier) (selector_expression)] @written))
