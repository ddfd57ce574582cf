; What C++ adds to C.
(namespace_definition name: (_) @name) @def.namespace
(class_specifier name: (type_identifier) @name body: (_)) @def.class
(class_specifier name: [(qualified_identifier) (template_type)] @name body: (_)) @def.class
(struct_specifier name: [(qualified_identifier) (template_type)] @name body: (_)) @def.struct
(enum_specifier ["class" "struct"] name: (type_identifier) @name body: (_)) @def.scoped_enum
(alias_declaration name: (type_identifier) @name) @def.alias
(concept_definition name: (identifier) @name) @def.type

; A friend is a function of the namespace.
(friend_declaration [
  (declaration declarator: (function_declarator declarator: (identifier) @name))
  (declaration declarator: (_ declarator: (function_declarator declarator: (identifier) @name)))
  (declaration declarator: (reference_declarator (function_declarator declarator: (identifier) @name)))
  (function_definition type: (_) @result declarator: (function_declarator declarator: (identifier) @name))
  (function_definition type: (_) @result declarator: (_ declarator: (function_declarator declarator: (identifier) @name)))
  (function_definition type: (_) @result declarator: (reference_declarator
    (function_declarator declarator: (identifier) @name)))] @def.global_function)
; Without a type it is one where functions can be: in another one it is a loop by the name of a macro.
((function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @def.function
  (#inside? "translation_unit" "declaration_list" "field_declaration_list" "template_declaration" "linkage_specification"
            "preproc_if" "preproc_ifdef" "preproc_elif" "preproc_else"))
(function_definition type: (_)? @result declarator: (function_declarator
  declarator: [(field_identifier) (destructor_name) (operator_name) (qualified_identifier)] @name)) @def.method
(function_definition type: (_)? @result declarator: (pointer_declarator declarator: (function_declarator
  declarator: [(field_identifier) (operator_name) (qualified_identifier)] @name))) @def.method
(function_definition type: (_)? @result declarator: (reference_declarator (function_declarator
  declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @name))) @def.method
(field_declaration type: (_)? @result declarator: (function_declarator
  declarator: [(field_identifier) (destructor_name) (operator_name)] @name)) @def.method
(field_declaration type: (_)? @result declarator: (pointer_declarator declarator: (function_declarator
  declarator: [(field_identifier) (operator_name)] @name))) @def.method
(field_declaration type: (_)? @result declarator: (reference_declarator (function_declarator
  declarator: [(field_identifier) (operator_name)] @name))) @def.method
(field_declaration_list (declaration declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name)) @def.method)
; Of pointers to pointers, and of references to pointers.
(function_definition type: (_)? @result declarator: (pointer_declarator declarator: [
  (pointer_declarator declarator: (function_declarator
    declarator: [(field_identifier) (operator_name) (qualified_identifier)] @name))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: [(field_identifier) (operator_name) (qualified_identifier)] @name)))
  (reference_declarator (function_declarator
    declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @name))])) @def.method
(field_declaration type: (_)? @result declarator: (pointer_declarator declarator: [
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
    declarator: [(field_identifier) (operator_name)] @name)))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))])) @def.method
; For some types alone: template <> void f<int>().
(function_definition type: (_)? @result declarator: (function_declarator
  declarator: (template_function name: (identifier) @name))) @def.function
(function_definition type: (_)? @result declarator: (_ declarator: (function_declarator
  declarator: (template_function name: (identifier) @name)))) @def.function
; Conversions: explicit operator bool() const, A::operator T() const.
(declaration declarator: (operator_cast) @name) @def.method
(function_definition declarator: (operator_cast) @name) @def.method
(function_definition declarator: (qualified_identifier name: (operator_cast)) @name) @def.method
(function_definition declarator: (qualified_identifier name: (_ name: (operator_cast))) @name) @def.method
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @name)) @def.field
(field_declaration type: (_) @type
  declarator: (pointer_declarator declarator: (reference_declarator (field_identifier) @name))) @def.field
; Templates of variables, also for some types alone.
((template_declaration (declaration type: (_) @type declarator: [(identifier) @name
  (init_declarator declarator: [(identifier) @name (template_function name: (identifier) @name)
    (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]
    value: (_) @value)]) @def.field) (#inside? "field_declaration_list"))
(template_declaration (declaration type: (_) @type declarator: [(identifier) @name
  (init_declarator declarator: [(identifier) @name (template_function name: (identifier) @name)
    (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]
    value: (_) @value)]) @def.variable)
; `int S::*field;`
((declaration type: (_) @type declarator: [
  (qualified_identifier name: (pointer_type_declarator declarator: (type_identifier) @name))
  (init_declarator declarator: (qualified_identifier name: (pointer_type_declarator declarator: (type_identifier) @name))
    value: (_) @value)]) @def.variable (#inside? "translation_unit" "declaration_list"))
(declaration_list (declaration type: (_) @type declarator: (identifier) @name) @def.variable)
(declaration_list (declaration type: (_) @type
  declarator: [(pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)]) @def.variable)
(declaration_list (declaration type: (_) @type
  declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name))) @def.variable)
(declaration_list (declaration type: (_) @type declarator: (init_declarator
  declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)) value: (_) @value)) @def.variable)
(declaration_list (declaration type: (_) @type declarator: (init_declarator
  declarator: (pointer_declarator declarator: (identifier) @name) value: (_) @value)) @def.variable)
(declaration_list (declaration type: (_) @type declarator: (init_declarator
  declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)) value: (_) @value)) @def.variable)
(declaration_list (declaration type: (_) @type
  declarator: (init_declarator declarator: (identifier) @name value: (_) @value)) @def.variable)
(declaration_list (declaration type: (_) @type declarator: (init_declarator
  declarator: (array_declarator declarator: (identifier) @name) value: (_) @value)) @def.variable)

(access_specifier) @access
(template_parameter_list) @above
(attribute_declaration) @attribute
(type_parameter_declaration (type_identifier) @generic)
(using_declaration (qualified_identifier) @import.path) @import
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @ref.base)
(call_expression function: [(qualified_identifier) (template_function)] @ref.call)
(new_expression type: (_) @ref.new)
(qualified_identifier name: [(type_identifier) (template_type)]) @ref.type
(raw_string_literal) @literal

(parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration type: (_) @type declarator: (identifier) @local)
(optional_parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local))
(optional_parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @local))
((declaration type: (_) @type declarator: (init_declarator
  declarator: (reference_declarator (identifier) @local) value: (_) @value))
  (#inside? "compound_statement" "for_statement" "case_statement" "init_statement"))
(condition_clause value: (declaration type: (_) @type declarator: (identifier) @local value: (_) @value))
(condition_clause value: (declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local)
  value: (_) @value))
(for_range_loop type: (_) @type declarator: [(identifier) @local (reference_declarator (identifier) @local)
  (pointer_declarator declarator: (identifier) @local)] right: (_) @elements)
(structured_binding_declarator (identifier) @local)
(lambda_capture_initializer left: (identifier) @local right: (_) @value)
[(for_range_loop) (lambda_expression) (catch_clause)] @block
(field_initializer . (field_identifier) @ref.init)
(qualified_identifier name: (identifier)) @ref.field
; `sf::Color::Red`, which the grammar takes for `Color::Red` in sf: the whole path is the name.
(qualified_identifier name: (qualified_identifier name: (identifier))) @ref.field
(qualified_identifier name: (qualified_identifier name: (qualified_identifier
  name: (identifier)))) @ref.field
(qualified_identifier name: (qualified_identifier name: (qualified_identifier
  name: (qualified_identifier name: (identifier))))) @ref.field
((assignment_expression left: (call_expression function: (qualified_identifier name: (identifier) @_tie)
  arguments: (argument_list [(identifier) (field_expression)] @written))) (#any-of? @_tie "tie"))
