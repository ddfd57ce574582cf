; What TypeScript adds to JavaScript.
(abstract_class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(enum_declaration name: (_) @name) @def.enum
(type_alias_declaration name: (_) @name value: (_) @result) @def.alias
(internal_module name: (_) @name) @def.namespace
(module name: (_) @name) @def.namespace
((variable_declarator name: (identifier) @name) @def.variable
  (#inside? "internal_module/statement_block/lexical_declaration"
    "internal_module/statement_block/export_statement/lexical_declaration"))

(function_signature name: (identifier) @name return_type: (_)? @result) @def.function
(method_signature name: (_) @name return_type: (_)? @result) @def.method
(abstract_method_signature name: (_) @name return_type: (_)? @result) @def.method
(property_signature name: (_) @name type: (_)? @result) @def.property
(public_field_definition name: (_) @name type: (_)? @result value: (_)? @value) @def.field
(method_definition name: (_) @_constructor
  parameters: (formal_parameters (required_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @result)
    @def.field) (#any-of? @_constructor "constructor"))
(formal_parameters (required_parameter "readonly" pattern: (identifier) @name type: (_)? @result) @def.field)
(formal_parameters (optional_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @result) @def.field)
(formal_parameters (optional_parameter "readonly" pattern: (identifier) @name type: (_)? @result) @def.field)
(enum_body name: (_) @name @def.enum_member)
(enum_assignment name: (_) @name value: (_) @value) @def.enum_member

(lookup_type . (_) @of (literal_type (string (string_fragment) @ref.field)))
(extends_clause value: (_) @ref.base)
(extends_type_clause type: (_) @ref.base)
(implements_clause (_) @ref.interface)
(type_parameter name: (type_identifier) @generic constraint: (constraint (_) @bound)?)
(type_identifier) @ref.type
(nested_type_identifier) @ref.type

(required_parameter pattern: (identifier) @local type: (_)? @type)
(optional_parameter pattern: (identifier) @local type: (_)? @type)
(variable_declarator name: (identifier) @local type: (_) @type)
(required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @local @part @ref.part) type: (_) @type @of)
(required_parameter pattern: (object_pattern (pair_pattern key: (property_identifier) @part @ref.part value: (identifier) @local)) type: (_) @type @of)
(required_parameter pattern: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @part @ref.part)) type: (_) @type @of)
(variable_declarator type: (type_annotation (_) @of) value: (object (pair key: (property_identifier) @ref.init)))
[(satisfies_expression (object (pair key: (property_identifier) @ref.init)) (_) @of .)
 (as_expression (object (pair key: (property_identifier) @ref.init)) . (_) @of .)]
[(function_type) (constructor_type) (call_signature) (construct_signature) (index_signature)] @block
(call_expression function: [(identifier) (member_expression)] @receiver
  arguments: (arguments (object (pair key: (property_identifier) @ref.argument)) @of))
(new_expression constructor: [(identifier) (member_expression)] @receiver
  arguments: (arguments (object (pair key: (property_identifier) @ref.argument)) @of))

; Functions that tell what a variable is, and where they are asked.
(function_declaration name: (identifier) @predicate
  return_type: (type_predicate_annotation (type_predicate type: (_) @type)))
(variable_declarator name: (identifier) @predicate
  value: (arrow_function return_type: (type_predicate_annotation (type_predicate type: (_) @type))))
(if_statement condition: (parenthesized_expression (call_expression function: (identifier) @tested_by arguments: (arguments . (identifier) @local .))) consequence: (_) @within)
(binary_expression left: (call_expression function: (identifier) @tested_by arguments: (arguments . (identifier) @local .)) operator: "&&" right: (_) @within)
(ternary_expression condition: (call_expression function: (identifier) @tested_by arguments: (arguments . (identifier) @local .)) consequence: (_) @within)
(if_statement condition: (parenthesized_expression (unary_expression operator: "!" argument: (call_expression function: (identifier) @tested_by arguments: (arguments . (identifier) @assigned_local .))))
  consequence: [(return_statement) (throw_statement) (statement_block [(return_statement) (throw_statement)] .)])
