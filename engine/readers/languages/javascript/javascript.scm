; What a JavaScript file declares and refers to; TypeScript adds to it. The captures are explained in captures.h.
(class_declaration name: (_) @name) @def.class
((variable_declarator name: (identifier) @name value: (class)) @def.class
  (#inside? "program/lexical_declaration" "program/export_statement/lexical_declaration"))

(function_declaration name: (identifier) @name) @def.function
(generator_function_declaration name: (identifier) @name) @def.function
(variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @def.function
(method_definition name: (_) @name) @def.method
(pair key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method
((assignment_expression
  left: (member_expression property: (property_identifier) @name) @assigned
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
  @def.assigned_function (#inside? "expression_statement"))

; A function expression that bears a name and that nothing else names.
((function_expression name: (identifier) @name body: (_) @body) @def.function
  (#inside? "arguments" "return_statement"))
((assignment_expression
  left: (member_expression) @_exports
  right: (function_expression name: (identifier) @name body: (_) @body) @def.function)
  (#any-of? @_exports "module.exports"))

((variable_declarator name: (identifier) @name value: (_)? @value) @def.variable
  (#inside? "program/lexical_declaration" "program/variable_declaration"
    "program/export_statement/lexical_declaration" "program/export_statement/variable_declaration"))

; export const { a, b: c, ...d } = …, const [e, f] = …
((object_pattern [(shorthand_property_identifier_pattern) @name @def.variable
                  (pair_pattern value: (identifier) @name @def.variable)
                  (rest_pattern (identifier) @name @def.variable)])
  (#inside? "program/lexical_declaration/variable_declarator" "program/variable_declaration/variable_declarator"
    "program/export_statement/lexical_declaration/variable_declarator" "program/export_statement/variable_declaration/variable_declarator"))
((array_pattern (identifier) @name @def.variable)
  (#inside? "program/lexical_declaration/variable_declarator" "program/variable_declaration/variable_declarator"
    "program/export_statement/lexical_declaration/variable_declarator" "program/export_statement/variable_declaration/variable_declarator"))

(import_statement (import_clause (identifier) @import.alias @import.default) source: (_) @import.path) @import
(import_statement (import_clause (namespace_import (identifier) @import.alias))
  source: (_) @import.path) @import
(import_statement (import_clause (named_imports
  (import_specifier name: (_) @import.name alias: (_)? @import.alias))) source: (_) @import.path) @import
(import_statement . source: (_) @import.path) @import
(export_statement source: (_) @import.path) @import
(export_statement (export_clause (export_specifier name: (_) @import.name @import.passed
  alias: (_)? @import.alias)) source: (_) @import.path) @import
(export_statement !source (export_clause (export_specifier name: (identifier) @name @passed !alias)))
(export_statement !source (export_clause (export_specifier name: (identifier) @name alias: (identifier) @passed)))
(export_statement "default" value: (identifier) @default)
(export_statement "default" declaration: (_ name: (_) @default))
(export_statement (export_clause (export_specifier name: (identifier) @default alias: (_) @_alias))
  (#any-of? @_alias "default"))
(variable_declarator
  name: (identifier) @import.alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.path .))
  (#any-of? @_require "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.path .))
  (#any-of? @_require "require")) @import

((call_expression function: [(identifier) (member_expression)] @ref.call)
  (#not-any-of? @ref.call "require"))
(new_expression constructor: [(identifier) (member_expression)] @ref.new)
(decorator [(identifier) (member_expression)] @ref.attribute)
(decorator (call_expression function: (_) @ref.attribute))
(decorator) @attribute

(comment) @comment
[(string) (template_string)] @literal

(variable_declarator name: (identifier) @local value: (_)? @value)
(variable_declaration (variable_declarator name: (identifier) @hoisted))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @local @part @ref.part) value: (_) @value @receiver)
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @part @ref.part value: (identifier) @local)) value: (_) @value @receiver)
(variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @part @ref.part)) value: (_) @value @receiver)
(shorthand_property_identifier_pattern) @local
(pair_pattern value: (identifier) @local)
(array_pattern (identifier) @local)
(rest_pattern (identifier) @local)
(assignment_pattern left: (identifier) @local)
(assignment_expression left: (identifier) @assigned_local right: (_) @value)
(arrow_function parameter: (identifier) @local)
(for_in_statement left: (identifier) @local right: (_) @elements)
(catch_clause parameter: (identifier) @local)
(identifier) @word
(shorthand_property_identifier) @word
[(statement_block) (arrow_function) (function_expression) (for_statement) (for_in_statement) (catch_clause) (switch_body)] @block
(member_expression) @ref.field
(array_pattern [(identifier) (member_expression)] @written)
(pair_pattern value: [(identifier) (member_expression)] @written)
(rest_pattern [(identifier) (member_expression)] @written)

; Where a test tells what a variable is.
(if_statement condition: (parenthesized_expression (binary_expression
  left: (identifier) @local operator: "instanceof" right: (_) @type)) consequence: (_) @within)
(binary_expression left: (binary_expression left: (identifier) @local operator: "instanceof" right: (_) @type)
  operator: "&&" right: (_) @within)
(ternary_expression condition: (binary_expression left: (identifier) @local operator: "instanceof" right: (_) @type)
  consequence: (_) @within)
