; What a Java file declares and refers to. The captures are explained in captures.h.
(package_declaration [(identifier) (scoped_identifier)] @name) @def.package

(class_declaration name: (identifier) @name) @def.class
(interface_declaration name: (identifier) @name) @def.interface
(enum_declaration name: (identifier) @name) @def.enum
(record_declaration name: (identifier) @name) @def.record
(annotation_type_declaration name: (identifier) @name) @def.annotation
(record_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @type name: (identifier) @name) @def.component_field))

(enum_constant name: (identifier) @name) @def.enum_member
(object_creation_expression (class_body) @name @body @def.anonymous)
(method_declaration type: (_) @result name: (identifier) @name) @def.method
(annotation_type_element_declaration type: (_) @result name: (identifier) @name) @def.method
(constructor_declaration name: (identifier) @name) @def.constructor
(compact_constructor_declaration name: (identifier) @name) @def.constructor
(field_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @def.field
(constant_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @def.constant

(import_declaration (scoped_identifier) @import.path) @import

(superclass (_) @ref.base)
(super_interfaces (type_list (_) @ref.interface))
(extends_interfaces (type_list (_) @ref.base))
(object_creation_expression type: (_) @ref.base (class_body) @of)
(method_invocation object: (_)? @receiver name: (identifier) @ref.call)
(method_reference . (_) @receiver (identifier) @ref.call .)
(object_creation_expression type: (_) @ref.new)
(marker_annotation name: (_) @ref.attribute)
(annotation name: (_) @ref.attribute)
(marker_annotation) @attribute
(annotation) @attribute
(type_identifier) @ref.type
(scoped_type_identifier) @ref.type
(method_invocation object: (identifier) @ref.maybe_type)
(field_access object: (identifier) @ref.maybe_type)

(type_parameter (type_identifier) @generic (type_bound . (_) @bound)?)
[(line_comment) (block_comment)] @comment
(string_literal) @literal

(formal_parameter type: (_) @type name: (identifier) @local)
(catch_formal_parameter (catch_type (_) @type) name: (identifier) @local)
(resource type: (_) @type name: (identifier) @local value: (_) @value)
(local_variable_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @local value: (_)? @value))
(enhanced_for_statement type: (_) @type name: (identifier) @local value: (_) @elements)
(instanceof_expression right: (_) @type name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(record_pattern_component (_) @type . (identifier) @local)
(type_pattern (_) @type . (identifier) @local)
[(block) (for_statement) (enhanced_for_statement) (catch_clause) (lambda_expression) (try_with_resources_statement)
 (switch_block_statement_group) (switch_rule)] @block
(field_access) @ref.field
(switch_expression condition: (_) @receiver body: (switch_block (switch_rule (switch_label (identifier) @ref.case))))
(switch_expression condition: (_) @receiver
  body: (switch_block (switch_block_statement_group (switch_label (identifier) @ref.case))))
(identifier) @word
