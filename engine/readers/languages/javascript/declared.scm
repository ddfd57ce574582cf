; What TypeScript declares with a type or result: before JavaScript's patterns, so that these are preferred.
(function_declaration name: (identifier) @name return_type: (_) @result) @def.function
(method_definition name: (_) @name return_type: (_) @result) @def.method
(variable_declarator name: (identifier) @name
  value: [(arrow_function return_type: (_) @result body: (_) @body)
          (function_expression return_type: (_) @result body: (_) @body)]) @def.function
((variable_declarator name: (identifier) @name type: (_) @result) @def.variable
  (#inside? "program/lexical_declaration" "program/variable_declaration"
    "program/export_statement/lexical_declaration" "program/export_statement/variable_declaration"))
