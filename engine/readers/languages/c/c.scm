; What a C file declares and refers to; C++ adds to it. The captures are explained in captures.h.
(struct_specifier name: (type_identifier) @name body: (_)) @def.struct
(union_specifier name: (type_identifier) @name body: (_)) @def.union
(enum_specifier name: (type_identifier) @name body: (_)) @def.enum
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @def.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @def.union
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @def.enum
(type_definition declarator: (type_identifier) @name) @def.alias
; Pointers, arrays and functions: char *name, int list[3], int call(int), char *(*call)(int), void (*calls[4])(int).
(type_definition declarator: (_ declarator: (type_identifier) @name)) @def.alias
(type_definition declarator: (_ declarator: (_ declarator: (type_identifier) @name))) @def.alias
(type_definition declarator: (_ declarator: (parenthesized_declarator (type_identifier) @name))) @def.alias
(type_definition declarator: (_ declarator: (_ declarator: (parenthesized_declarator (type_identifier) @name)))) @def.alias
(type_definition declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (type_identifier) @name)))) @def.alias
(type_definition declarator: (_ declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (type_identifier) @name))))) @def.alias
(type_definition declarator: (_ declarator: (_ declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (type_identifier) @name)))))) @def.alias
(type_definition declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (array_declarator declarator: (type_identifier) @name))))) @def.alias

(enumerator name: (identifier) @name value: (_)? @value) @def.enum_member
(field_declaration type: (_) @type declarator: (field_identifier) @name) @def.field
(field_declaration type: (_) @type declarator: (pointer_declarator declarator: (field_identifier) @name)) @def.field
(field_declaration type: (_) @type declarator: (pointer_declarator
  declarator: (pointer_declarator declarator: (field_identifier) @name))) @def.field
(field_declaration type: (_) @type declarator: (array_declarator declarator: (field_identifier) @name)) @def.field
(field_declaration type: (_) @type declarator: (pointer_declarator
  declarator: (array_declarator declarator: (field_identifier) @name))) @def.field
(field_declaration type: (_) @type declarator: (array_declarator
  declarator: (array_declarator declarator: (field_identifier) @name))) @def.field
(field_declaration declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (field_identifier) @name)))) @def.field
(field_declaration declarator: (_ declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (field_identifier) @name))))) @def.field
(field_declaration declarator: (_ declarator: (_ declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (field_identifier) @name)))))) @def.field
(field_declaration declarator: (_ declarator:
  (parenthesized_declarator (_ declarator: (array_declarator declarator: (field_identifier) @name))))) @def.field

(function_definition type: (_) declarator: (function_declarator declarator: (identifier) @name)) @def.function
(function_definition declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name))) @def.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name)))) @def.function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @def.prototype
(declaration declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name))) @def.prototype
(declaration declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name)))) @def.prototype

(translation_unit (declaration type: (_) @type declarator: (identifier) @name) @def.variable)
(translation_unit (declaration type: (_) @type
  declarator: (init_declarator declarator: (identifier) @name value: (_) @value)) @def.variable)
(translation_unit (declaration type: (_) @type declarator: (init_declarator
  declarator: (pointer_declarator declarator: (identifier) @name) value: (_) @value)) @def.variable)
(translation_unit (declaration type: (_) @type declarator: (init_declarator
  declarator: (array_declarator declarator: (identifier) @name) value: (_) @value)) @def.variable)
(translation_unit (declaration type: (_) @type declarator: (init_declarator declarator: (pointer_declarator
  declarator: (array_declarator declarator: (identifier) @name)) value: (_) @value)) @def.variable)
(translation_unit (declaration type: (_) @type
  declarator: (pointer_declarator declarator: (identifier) @name)) @def.variable)
(translation_unit (declaration type: (_) @type declarator: (pointer_declarator
  declarator: (array_declarator declarator: (identifier) @name))) @def.variable)
(translation_unit (declaration type: (_) @type
  declarator: (array_declarator declarator: (identifier) @name)) @def.variable)
(translation_unit (declaration type: (_) @type
  declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name))) @def.variable)
(translation_unit (declaration type: (_) @type declarator: (init_declarator
  declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)) value: (_) @value)) @def.variable)
; Pointers to pointers.
((declaration type: (_) @type declarator: [
  (pointer_declarator declarator: (pointer_declarator declarator: [(identifier) @name
    (pointer_declarator declarator: (identifier) @name)]))
  (init_declarator declarator: (pointer_declarator declarator: (pointer_declarator declarator: [(identifier) @name
    (pointer_declarator declarator: (identifier) @name)])) value: (_) @value)]) @def.variable
  (#inside? "translation_unit" "declaration_list"))
; Pointers to functions and to arrays, and arrays of them.
((declaration declarator: (init_declarator
  declarator: (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))
  value: (_) @value)) @def.variable (#inside? "translation_unit" "declaration_list"))
((declaration declarator: (init_declarator
  declarator: (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name))))
  value: (_) @value)) @def.variable (#inside? "translation_unit" "declaration_list"))
((declaration declarator: (init_declarator
  declarator: (_ declarator: (parenthesized_declarator (_ declarator: (array_declarator declarator: (identifier) @name))))
  value: (_) @value)) @def.variable (#inside? "translation_unit" "declaration_list"))
((declaration declarator: (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))) @def.variable
  (#inside? "translation_unit" "declaration_list"))
((declaration declarator: (_ declarator: (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name))))) @def.variable
  (#inside? "translation_unit" "declaration_list"))
((declaration declarator: (_ declarator: (parenthesized_declarator (_ declarator: (array_declarator declarator: (identifier) @name))))) @def.variable
  (#inside? "translation_unit" "declaration_list"))
(preproc_def name: (identifier) @name value: (_)? @value) @def.constant
(preproc_function_def name: (identifier) @name) @def.macro

(preproc_function_def parameters: (_) @receiver value: (_) @ref.macro_body)
(preproc_params (identifier) @local)

(preproc_include path: (_) @import.path) @import
(call_expression function: [(identifier) (field_expression)] @ref.call)
(type_identifier) @ref.type
(comment) @comment
(string_literal) @literal
(parameter_declaration type: (_) @type declarator: (identifier) @local)
(parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local))
(parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local)))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @local))
(parameter_declaration declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @local)))
(parameter_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local))))
((declaration type: (_) @type declarator: (identifier) @local) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration type: (_) @type declarator: (init_declarator declarator: (identifier) @local value: (_) @value)) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local)) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration type: (_) @type declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @local) value: (_) @value)) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration type: (_) @type declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration type: (_) @type declarator: (init_declarator declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local)) value: (_) @value)) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration declarator: (array_declarator declarator: (identifier) @local)) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @local) value: (_) @value)) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))) (#inside? "compound_statement" "for_statement" "case_statement"))
((declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @local)) value: (_) @value)) (#inside? "compound_statement" "for_statement" "case_statement"))
; What a prototype or a type of functions calls its parameters.
(declaration declarator: (function_declarator) @block)
(declaration declarator: (pointer_declarator declarator: (function_declarator) @block))
(field_declaration declarator: (function_declarator) @block)
(field_declaration declarator: (pointer_declarator declarator: (function_declarator) @block))
(type_definition declarator: (function_declarator) @block)
(parameter_declaration declarator: (function_declarator) @block)
[(compound_statement) (for_statement) (if_statement) (while_statement) (switch_statement)] @block
(field_expression) @ref.field
(declaration type: (_) @of declarator: (init_declarator
  value: (initializer_list (initializer_pair designator: (field_designator (field_identifier) @ref.init)))))
(compound_literal_expression type: (_) @of
  value: (initializer_list (initializer_pair designator: (field_designator (field_identifier) @ref.init))))
(identifier) @word
