; What a Kotlin file declares and refers to. The captures are explained in captures.h.
(package_header (qualified_identifier) @name) @def.package
(class_declaration name: (identifier) @name (enum_class_body) @body) @def.enum
(class_declaration "interface" name: (identifier) @name (class_body)? @body) @def.interface
(class_declaration "class" name: (identifier) @name (class_body)? @body) @def.class
(object_declaration name: (identifier) @name (class_body)? @body) @def.object
((companion_object name: (identifier) @name (class_body)? @body) @def.object
  (#not-any-of? @name "Companion"))
; Without a name, which is this one, its members are called on the class, and stay there.
(companion_object "object" @name @def.object !name)
((companion_object name: (identifier) @name @def.object) (#any-of? @name "Companion"))
(type_alias type: (identifier) @name) @def.alias
(enum_entry . (modifiers)? . (identifier) @name) @def.enum_member
(object_literal (class_body) @name @body @def.anonymous)
(function_declaration name: (identifier) @name (function_value_parameters)
  . [(user_type) (nullable_type) (parenthesized_type)]? @result (function_body)? @body) @def.function
(class_declaration (primary_constructor (class_parameters "(" @name @def.primary_constructor)))
(secondary_constructor "constructor" @name (block)? @body) @def.constructor
(class_body (property_declaration
  (variable_declaration (identifier) @name [(user_type) (nullable_type)]? @result) . ["=" (getter)]? @body
  . (expression)? @value) @def.property)
(source_file (property_declaration
  (variable_declaration (identifier) @name [(user_type) (nullable_type)]? @result) . ["=" (getter)]? @body
  . (expression)? @value) @def.variable)
(class_parameter ["val" "var"] (identifier) @name (type) @result) @def.property

(import . [(identifier) (qualified_identifier)] @import.path ("as" (identifier) @import.alias)?) @import

([(delegation_specifier (constructor_invocation (type) @ref.base))
  (delegation_specifier (type) @ref.interface)
  (delegation_specifier (explicit_delegation (type) @ref.interface))]
  (#inside? "class_declaration/delegation_specifiers" "object_declaration/delegation_specifiers"
            "companion_object/delegation_specifiers"))
(object_literal (delegation_specifiers (delegation_specifier (constructor_invocation (type) @ref.base))) (class_body) @of)
(object_literal (delegation_specifiers (delegation_specifier (type) @ref.interface)) (class_body) @of)
(object_literal (delegation_specifiers (delegation_specifier (explicit_delegation (type) @ref.interface))) (class_body) @of)
(call_expression . [(identifier) (navigation_expression)] @ref.call)
; `get<Money>(1)` and `get<Money> { … }`, which the grammar takes for comparisons.
(binary_expression
  left: (binary_expression left: [(identifier) (navigation_expression)] @ref.call operator: "<"
    right: [(identifier) (navigation_expression)] @ref.type)
  operator: ">" right: [(lambda_literal) (parenthesized_expression)])
(callable_reference . (identifier) @ref.call .)
(callable_reference [(user_type) (nullable_type)] . (identifier)) @ref.field
(annotation (type) @ref.attribute)
(annotation (constructor_invocation (type) @ref.attribute))
(annotation) @attribute
(type_parameter (identifier) @generic (type)? @bound)
(user_type) @ref.type
[(line_comment) (block_comment)] @comment
[(string_literal) (multiline_string_literal)] @literal

(parameter . (identifier) @local (type) @type)
(class_parameter (identifier) @local (type) @type)
((property_declaration (variable_declaration (identifier) @local [(user_type) (nullable_type)]? @type)
  "="? . (expression)? @value) (#inside? "block" "lambda_literal"))
(lambda_parameters (variable_declaration (identifier) @local [(user_type) (nullable_type)]? @type))
(for_statement (variable_declaration (identifier) @local [(user_type) (nullable_type)]? @type) . "in" . (_) @elements)
(catch_block (identifier) @local (type) @type)
(function_declaration (function_body . "=" (expression) @returned))
(property_declaration (getter (function_body . "=" (expression) @returned)))
(multi_variable_declaration (variable_declaration (identifier) @local))
(when_subject (variable_declaration (identifier) @local))
[(block) (lambda_literal) (anonymous_function) (for_statement) (catch_block) (when_entry) (function_type)] @block
(navigation_expression) @ref.field
(identifier) @word

; Where a test tells what a variable is.
(when_expression (when_subject (identifier) @local) (when_entry . condition: (type_test "is" (_) @type) . "->") @within)
(if_expression condition: (is_expression left: (identifier) @local "is" right: (_) @type) . ")" . (_) @within)
(if_expression condition: (binary_expression left: (is_expression left: (identifier) @local "is" right: (_) @type) operator: "&&")
  . ")" . (_) @within)
(binary_expression left: (is_expression left: (identifier) @local "is" right: (_) @type) operator: "&&" right: (_) @within)
(binary_expression left: (is_expression left: (identifier) @local "!is" right: (_) @type) operator: "||" right: (_) @within)
(if_expression condition: (is_expression left: (identifier) @local "!is" right: (_) @type) "else" . (_) @within)
(if_expression condition: (is_expression left: (identifier) @assigned_local "!is" right: (_) @type)
  . ")" . [(return_expression) (throw_expression)])
(if_expression condition: (is_expression left: (identifier) @assigned_local "!is" right: (_) @type)
  . ")" . (block [(return_expression) (throw_expression)] .))
