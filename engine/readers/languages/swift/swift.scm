; What a Swift file declares and refers to. The captures are explained in captures.h.
(class_declaration declaration_kind: "class" name: (type_identifier) @name) @def.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @def.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @def.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @def.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @def.partial
(protocol_declaration name: (type_identifier) @name) @def.protocol
(typealias_declaration name: (type_identifier) @name) @def.alias
(associatedtype_declaration name: (type_identifier) @name) @def.alias
(enum_entry name: (simple_identifier) @name) @def.enum_member
; The grammar has no field for a type: it stands behind its mark.
(function_declaration "func" . name: _ @name ("->" . (_) @result)?) @def.function
(protocol_function_declaration name: (simple_identifier) @name ("->" . (_) @result)?) @def.method
(init_declaration name: "init" @name) @def.constructor
(deinit_declaration "deinit" @name) @def.method
(macro_declaration . (modifiers)? . "macro" . (simple_identifier) @name) @def.macro
(subscript_declaration "subscript" @name ("->" . (_) @result)? (computed_property)? @body) @def.indexer
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  . (type_annotation (_) @result)? . value: (_)? @value computed_value: (_)? @body) @def.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  . (type_annotation (_) @result)? . value: (_)? @value computed_value: (_)? @body) @def.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation (_) @result)?) @def.property
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  . (type_annotation (_) @result)? . value: (_)? @value computed_value: (_)? @body) @def.variable)

(import_declaration (identifier) @import.path) @import
(inheritance_specifier inherits_from: (_) @ref.base)
(call_expression . [(simple_identifier) (navigation_expression)] @ref.call)
(attribute (user_type) @ref.attribute)
(attribute) @attribute
(type_parameter (type_identifier) @generic)
(user_type) @ref.type
; `throws(E)`, which the grammar does not know.
[(function_declaration (ERROR (throws) (simple_identifier) @ref.type .))
 (init_declaration (ERROR (throws) (simple_identifier) @ref.type .))
 (function_declaration (ERROR (throws) .) . (ERROR . (simple_identifier) . (ERROR) .) @ref.type)
 (init_declaration (ERROR (throws) .) . (ERROR . (simple_identifier) . (ERROR) .) @ref.type)
 (protocol_function_declaration (ERROR (throws) .) . (ERROR . (simple_identifier) . (ERROR) .) @ref.type)
 (source_file (ERROR (throws) .) . (call_expression . (tuple_expression value: (navigation_expression) @ref.type)))]
(user_type (type_identifier) @ref.type . (type_identifier) @_of_type . (#any-of? @_of_type "Type" "Protocol"))
(navigation_expression target: [(simple_identifier) (navigation_expression)] @ref.type
  suffix: (navigation_suffix suffix: (simple_identifier) @_self) (#any-of? @_self "self"))
(call_expression . [(array_literal element: [(simple_identifier) (navigation_expression)] @ref.type)
  (dictionary_literal [(simple_identifier) (navigation_expression)] @ref.type)]
  . (call_suffix (value_arguments "(")))
[(comment) (multiline_comment)] @comment
[(line_string_literal) (multi_line_string_literal) (raw_string_literal)] @literal

(parameter (simple_identifier) @local . ":" . (_) @type)
((property_declaration name: (pattern bound_identifier: (simple_identifier) @local)
  . (type_annotation (_) @type)? . value: (_)? @value) (#inside? "statements"))
(for_statement item: (pattern bound_identifier: (simple_identifier) @local) collection: (_) @elements)
(lambda_parameter name: (simple_identifier) @local)
(pattern bound_identifier: (simple_identifier) @local)
(if_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
(guard_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
(if_statement bound_identifier: (simple_identifier) @local)
(guard_statement bound_identifier: (simple_identifier) @local)
[(statements) (lambda_literal) (if_statement) (for_statement) (catch_block) (switch_entry)] @block
(parameter external_name: (simple_identifier) @local)
(pattern . (simple_identifier) @local .)
(navigation_expression) @ref.field
(simple_identifier) @word
(directly_assignable_expression (tuple_expression value: (navigation_expression) @written))

; A value that is named without its type.
(property_declaration (type_annotation (_) @of) value: (prefix_expression operation: "." target: (simple_identifier) @ref.case))
(equality_expression lhs: (_) @receiver rhs: (prefix_expression operation: "." target: (simple_identifier) @ref.case))
(assignment target: (_) @receiver result: (prefix_expression operation: "." target: (simple_identifier) @ref.case))
(if_statement "case" . "." . (simple_identifier) @ref.case . "=" . (_) @receiver)
(if_statement "case" . "." . (simple_identifier) @ref.case . "(" "=" . (_) @receiver)
(guard_statement "case" . "." . (simple_identifier) @ref.case . "=" . (_) @receiver)
(guard_statement "case" . "." . (simple_identifier) @ref.case . "(" "=" . (_) @receiver)
(while_statement "case" . "." . (simple_identifier) @ref.case . "=" . (_) @receiver)
(while_statement "case" . "." . (simple_identifier) @ref.case . "(" "=" . (_) @receiver)
(switch_statement expr: (_) @receiver (switch_entry (switch_pattern (pattern . "." . (simple_identifier) @ref.case))))
(control_transfer_statement "return" result: (prefix_expression operation: "." target: (simple_identifier) @ref.case))
(call_expression . [(simple_identifier) (navigation_expression)] @receiver (call_suffix (value_arguments
  (value_argument value: (prefix_expression operation: "." target: (simple_identifier) @ref.case_argument) @of))))
