; What a PHP file declares and refers to. The captures are explained in captures.h.
(namespace_definition name: (_) @name !body) @def.package
(namespace_definition name: (_) @name body: (_)) @def.namespace
(class_declaration name: (name) @name) @def.class
(interface_declaration name: (name) @name) @def.interface
(trait_declaration name: (name) @name) @def.trait
(enum_declaration name: (name) @name) @def.enum
(anonymous_class body: (declaration_list) @name @body @def.anonymous)
(enum_case name: (name) @name value: (_)? @value) @def.enum_member
(function_definition name: (name) @name return_type: (_)? @result) @def.global_function
(method_declaration name: (name) @name return_type: (_)? @result) @def.method
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name))) @def.field
(property_promotion_parameter type: (_)? @result name: (variable_name (name) @name)) @def.field
(const_declaration (const_element (name) @name (_) @value)) @def.constant

(namespace_use_declaration (namespace_use_clause
  . [(name) (qualified_name)] @import.path alias: (name)? @import.alias)) @import
(namespace_use_declaration (namespace_name) @import.path
  body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @import.name))) @import

((base_clause (_) @ref.base) (#inside? "class_declaration" "interface_declaration"))
((class_interface_clause (_) @ref.interface) (#inside? "class_declaration" "enum_declaration"))
(anonymous_class (base_clause (_) @ref.base) body: (_) @of)
(anonymous_class (class_interface_clause (_) @ref.interface) body: (_) @of)
(use_declaration [(name) (qualified_name)] @ref.interface)
(object_creation_expression [(name) (qualified_name)] @ref.new)
(function_call_expression function: [(name) (qualified_name)] @ref.call)
(member_call_expression object: (_) @receiver name: (name) @ref.call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @ref.call)
(scoped_call_expression scope: (_) @receiver name: (name) @ref.call)
(scoped_call_expression scope: [(name) (qualified_name)] @ref.maybe_type)
(class_constant_access_expression . [(name) (qualified_name)] @ref.type)
(named_type [(name) (qualified_name)] @ref.type)
(binary_expression operator: "instanceof" right: [(name) (qualified_name)] @ref.type)
(attribute (_) @ref.attribute)
(attribute_group) @attribute
(comment) @comment
[(string) (encapsed_string)] @literal

(simple_parameter type: (_)? @type name: (variable_name) @local)
(property_promotion_parameter type: (_)? @type name: (variable_name) @local)
(assignment_expression left: (variable_name) @local right: (_) @value)
(catch_clause type: (type_list . (_) @type .) name: (variable_name) @local)
(foreach_statement (pair (variable_name) @local))
[(member_access_expression) (nullsafe_member_access_expression) (class_constant_access_expression)] @ref.field
(list_literal [(member_access_expression) (nullsafe_member_access_expression)] @written)
(scoped_property_access_expression scope: (_) @receiver name: (variable_name (name) @ref.field))

; A constant.
((name) @word (#inside? "argument" "array_element_initializer" "assignment_expression" "arrow_function"
  "binary_expression" "case_statement" "conditional_expression" "const_element" "echo_statement" "match_condition_list"
  "match_conditional_expression" "parenthesized_expression" "property_element" "return_statement" "sequence_expression"
  "simple_parameter" "subscript_expression" "unary_op_expression"))

; Where a test tells what a variable is.
(if_statement condition: (parenthesized_expression (binary_expression left: (variable_name) @local operator: "instanceof" right: [(name) (qualified_name)] @type)) body: (_) @within)
(else_if_clause condition: (parenthesized_expression (binary_expression left: (variable_name) @local operator: "instanceof" right: [(name) (qualified_name)] @type)) body: (_) @within)
(if_statement condition: (parenthesized_expression (binary_expression left: (binary_expression left: (variable_name) @local operator: "instanceof" right: [(name) (qualified_name)] @type) operator: "&&")) body: (_) @within)
(binary_expression left: (binary_expression left: (variable_name) @local operator: "instanceof" right: [(name) (qualified_name)] @type) operator: "&&" right: (_) @within)
(conditional_expression condition: (binary_expression left: (variable_name) @local operator: "instanceof" right: [(name) (qualified_name)] @type) body: (_) @within)
(if_statement condition: (parenthesized_expression (unary_op_expression argument: [
    (binary_expression left: (variable_name) @assigned_local operator: "instanceof" right: [(name) (qualified_name)] @type)
    (parenthesized_expression (binary_expression left: (variable_name) @assigned_local operator: "instanceof" right: [(name) (qualified_name)] @type))]))
  body: [(return_statement) (continue_statement) (compound_statement [(return_statement) (continue_statement)
    (expression_statement (throw_expression))] .)])
((function_call_expression function: (name) @_assert arguments: (arguments . (argument (binary_expression left: (variable_name) @assigned_local operator: "instanceof" right: [(name) (qualified_name)] @type))))
  (#any-of? @_assert "assert"))
