; What a JavaScript file declares and refers to; TypeScript adds to it. The captures are explained in captures.h.
(class_declaration name: (_) @name) @def.class
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (class)) @def.class))
(program (export_statement (lexical_declaration
  (variable_declarator name: (identifier) @name value: (class)) @def.class)))

(function_declaration name: (identifier) @name) @def.function
(generator_function_declaration name: (identifier) @name) @def.function
(variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @def.function
(method_definition name: (_) @name) @def.method
(pair key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method
(expression_statement (assignment_expression
  left: (member_expression property: (property_identifier) @name) @assigned
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
    @def.assigned_function)

; A function expression that bears a name and that nothing else names.
(arguments (function_expression name: (identifier) @name body: (_) @body) @def.function)
(return_statement (function_expression name: (identifier) @name body: (_) @body) @def.function)
((assignment_expression
  left: (member_expression) @_exports
  right: (function_expression name: (identifier) @name body: (_) @body) @def.function)
  (#eq? @_exports "module.exports"))

(program (lexical_declaration (variable_declarator name: (identifier) @name) @def.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @def.variable))
(program (export_statement
  (lexical_declaration (variable_declarator name: (identifier) @name) @def.variable)))
(program (export_statement
  (variable_declaration (variable_declarator name: (identifier) @name) @def.variable)))

(import_statement (import_clause (identifier) @import.alias) source: (_) @import.path) @import
(import_statement (import_clause (namespace_import (identifier) @import.alias))
  source: (_) @import.path) @import
(import_statement (import_clause (named_imports
  (import_specifier name: (_) @import.name alias: (_)? @import.alias))) source: (_) @import.path) @import
(import_statement . source: (_) @import.path) @import
(export_statement source: (_) @import.path) @import
(variable_declarator
  name: (identifier) @import.alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.path .))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.path .))
  (#eq? @_require "require")) @import

((call_expression function: (identifier) @ref.call) (#not-eq? @ref.call "require"))
(call_expression function: (member_expression) @ref.call)
(new_expression constructor: [(identifier) (member_expression)] @ref.new)
(decorator [(identifier) (member_expression)] @ref.attribute)
(decorator (call_expression function: (_) @ref.attribute))
(decorator) @attribute

(comment) @comment
