; What a C# file declares and refers to. The captures are explained in captures.h.
(file_scoped_namespace_declaration name: (_) @name) @def.package
(namespace_declaration name: (_) @name) @def.namespace

(class_declaration name: (identifier) @name) @def.class
(struct_declaration name: (identifier) @name) @def.struct
(interface_declaration name: (identifier) @name) @def.interface
(enum_declaration name: (identifier) @name) @def.enum
(record_declaration name: (identifier) @name) @def.record
(delegate_declaration name: (identifier) @name) @def.delegate
(record_declaration (parameter_list (parameter name: (identifier) @name) @def.component_property))

(enum_member_declaration name: (identifier) @name value: (_)? @value) @def.enum_member
(method_declaration returns: (_) @type @result name: (identifier) @name) @def.method
(local_function_statement type: (_) @type name: (identifier) @name) @def.function
(constructor_declaration name: (identifier) @name) @def.constructor
(class_declaration (parameter_list "(" @name @def.primary_constructor))
(struct_declaration (parameter_list "(" @name @def.primary_constructor))
(record_declaration (parameter_list "(" @name @def.primary_constructor))
(destructor_declaration name: (identifier) @name) @def.destructor
(operator_declaration operator: _ @name) @def.operator
(conversion_operator_declaration type: (_) @name) @def.conversion
(indexer_declaration parameters: (_) @name) @def.indexer
(property_declaration type: (_) @result name: (identifier) @name) @def.property
(event_declaration name: (identifier) @name) @def.event
(event_field_declaration
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @def.event
(field_declaration
  (variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @name [(_) "="]? . (_)? @value .))) @def.field

(using_directive name: (identifier) @import.alias (_) @import.path .) @import
(using_directive . [(identifier) (qualified_name)] @import.path .) @import

(base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @ref.base)
(base_list (primary_constructor_base_type type: (_) @ref.base))
(invocation_expression function: (_) @ref.call)
(invocation_expression
  function: (conditional_access_expression (member_binding_expression name: (_) @ref.call)))
(object_creation_expression type: (_) @ref.new)
(attribute name: (_) @ref.attribute)
(attribute_list) @attribute

(variable_declaration type: (_) @ref.type)
(parameter type: (_) @ref.type)
(property_declaration type: (_) @ref.type)
(indexer_declaration type: (_) @ref.type)
(event_declaration type: (_) @ref.type)
(method_declaration returns: (_) @ref.type)
(local_function_statement type: (_) @ref.type)
(operator_declaration type: (_) @ref.type)
(conversion_operator_declaration type: (_) @ref.type)
(delegate_declaration type: (_) @ref.type)
(cast_expression type: (_) @ref.type)
(as_expression right: (_) @ref.type)
(is_expression right: (_) @ref.type)
(typeof_expression type: (_) @ref.type)
(default_expression type: (_) @ref.type)
(catch_declaration type: (_) @ref.type)
(declaration_pattern type: (_) @ref.type)
(declaration_expression type: (_) @ref.type)
(foreach_statement type: (_) @ref.type)
(array_type type: (_) @ref.type)
(nullable_type type: (_) @ref.type)
(type_argument_list (_) @ref.type)
(type_parameter_constraint type: (_) @ref.type)
(member_access_expression expression: (identifier) @ref.maybe_type)

(type_parameter name: (identifier) @generic)
(comment) @comment
[(string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression)] @literal

(parameter type: (_) @type name: (identifier) @local)
(implicit_parameter) @local
(local_declaration_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local . "="? . (_)? @value)))
(using_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local . "="? . (_)? @value)))
(foreach_statement type: (_) @type left: (identifier) @local right: (_) @elements)
(declaration_pattern type: (_) @type name: (identifier) @local)
(declaration_expression type: (_) @type name: (identifier) @local)
(catch_declaration type: (_) @type name: (identifier) @local)
(parameter name: (identifier) @local)
(for_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local . "="? . (_)? @value)))
(foreach_statement left: (identifier) @local)
(from_clause name: (identifier) @local)
(let_clause . (identifier) @local)
(join_clause . (identifier) @local)
(tuple_pattern name: (identifier) @local)
(parenthesized_variable_designation name: (identifier) @local)
(var_pattern name: (identifier) @local)
(list_pattern name: (identifier) @local)
(recursive_pattern type: (_)? @type name: (identifier) @local)
[(block) (for_statement) (foreach_statement) (catch_clause) (lambda_expression) (anonymous_method_expression)
 (using_statement) (switch_section) (switch_expression_arm)] @block
(member_access_expression) @ref.field
(assignment_expression left: (tuple_expression (argument [(identifier) (member_access_expression)] @written)))
(conditional_access_expression condition: (_) @receiver (member_binding_expression name: (identifier) @ref.field))
(object_creation_expression type: (_) @of
  initializer: (initializer_expression (assignment_expression left: (identifier) @ref.init)))
(variable_declaration type: (_) @of (variable_declarator (implicit_object_creation_expression
  (initializer_expression (assignment_expression left: (identifier) @ref.init)))))
(property_declaration type: (_) @of value: (implicit_object_creation_expression
  (initializer_expression (assignment_expression left: (identifier) @ref.init))))
(with_expression . (_) @receiver (with_initializer . (identifier) @ref.init))
(recursive_pattern type: (_) @of (property_pattern_clause (subpattern . (identifier) @ref.part)))
(is_pattern_expression expression: (_) @receiver
  pattern: (recursive_pattern . (property_pattern_clause (subpattern . (identifier) @ref.part))))
(switch_expression . (_) @receiver
  (switch_expression_arm . (recursive_pattern . (property_pattern_clause (subpattern . (identifier) @ref.part)))))
(switch_statement value: (_) @receiver body: (switch_body
  (switch_section (recursive_pattern . (property_pattern_clause (subpattern . (identifier) @ref.part))))))
(identifier) @word
