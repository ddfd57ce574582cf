; What a Scala file declares and refers to. The captures are explained in captures.h.
(package_clause name: (package_identifier) @name body: (template_body)) @def.namespace
(package_clause name: (package_identifier) @name) @def.package
(package_object name: (_) @name) @def.object
(class_definition name: (_) @name) @def.class
(trait_definition name: (_) @name) @def.trait
(object_definition name: (_) @name) @def.object
(enum_definition name: (_) @name) @def.enum
(simple_enum_case name: (_) @name) @def.enum_member
(full_enum_case name: (_) @name) @def.enum_member
(type_definition name: (type_identifier) @name) @def.alias
(instance_expression (template_body) @name @body @def.anonymous)
(given_definition name: (_) @name body: (with_template_body) @body) @def.object
(given_definition name: (_) @name) @def.property

(class_definition name: (_) . (class_parameters . "(" @name @def.primary_constructor))
(class_definition (type_parameters) . (class_parameters . "(" @name @def.primary_constructor))
(class_definition (annotation) . (class_parameters . "(" @name @def.primary_constructor))
(class_definition (access_modifier) . (class_parameters . "(" @name @def.primary_constructor))
(class_parameters (class_parameter ["val" "var"] name: (_) @name type: (_)? @result) @def.property)
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @def.component_property))
((function_definition name: (identifier) @name) @def.constructor (#any-of? @name "this"))
(function_definition name: (_) @name return_type: (_)? @result) @def.function
(function_declaration name: (_) @name return_type: (_)? @result) @def.function
((val_definition pattern: (identifier) @name type: (_)? @result value: (_)? @value) @def.property
  (#inside? "template_body" "with_template_body" "enum_body"))
((var_definition pattern: (identifier) @name) @def.property (#inside? "template_body" "with_template_body" "enum_body"))
((val_definition pattern: (identifiers (identifier) @name)) @def.property (#inside? "template_body" "with_template_body"))
((var_definition pattern: (identifiers (identifier) @name)) @def.property (#inside? "template_body" "with_template_body"))
((val_definition pattern: (tuple_pattern (identifier) @name)) @def.property (#inside? "template_body" "with_template_body"))
((val_declaration name: (_) @name) @def.property (#inside? "template_body" "with_template_body" "refinement"))
((var_declaration name: (_) @name) @def.property (#inside? "template_body" "with_template_body" "refinement"))
((val_definition pattern: (identifier) @name) @def.variable (#inside? "compilation_unit"))
((var_definition pattern: (identifier) @name) @def.variable (#inside? "compilation_unit"))

(import_declaration [(identifier) "."]+ @import.path . "." . (namespace_selectors (identifier) @import.name)) @import
(import_declaration [(identifier) "."]+ @import.path . "." . (namespace_selectors
  [(arrow_renamed_identifier name: (_) @import.name alias: (identifier) @import.alias)
   (as_renamed_identifier name: (_) @import.name alias: (identifier) @import.alias)])) @import
(import_declaration [(identifier) "."]+ @import.path . "." . (as_renamed_identifier
  name: (_) @import.name alias: (identifier) @import.alias)) @import
(import_declaration [(identifier) "."]+ @import.path) @import

((extends_clause [(type_identifier) (generic_type) (stable_type_identifier) (annotated_type)] @ref.base)
  (#inside? "class_definition" "trait_definition" "object_definition" "enum_definition" "package_object"))
((extends_clause (compound_type [(type_identifier) (generic_type) (stable_type_identifier) (annotated_type)] @ref.base))
  (#inside? "class_definition" "trait_definition" "object_definition" "enum_definition" "package_object"))
(given_definition return_type: [(type_identifier) (generic_type) (stable_type_identifier)] @ref.base body: (with_template_body))
(instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @ref.base (template_body) @of)
(instance_expression (compound_type [(type_identifier) (generic_type) (stable_type_identifier)] @ref.base) (template_body) @of)
(derives_clause type: (_) @ref.type)
(instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @ref.new)
(instance_expression (compound_type base: [(type_identifier) (generic_type) (stable_type_identifier)] @ref.new))
((call_expression function: [(identifier) (generic_function)] @ref.call) (#not-any-of? @ref.call "this" "super"))
(assignment_expression left: (field_expression) @ref.field)
((infix_expression left: (field_expression) @ref.field operator: (operator_identifier) @_op)
  (#any-of? @_op "+=" "-=" "*=" "/="))
(field_expression) @ref.call
(field_expression value: (identifier) @ref.maybe_type)
(infix_expression left: (_) @receiver operator: (identifier) @ref.call)
(case_class_pattern type: (_) @ref.type)
; What stands behind a class's name annotates its constructor, and is a mere type.
(class_definition . (annotation)+ @attribute)
(class_definition . (annotation name: (_) @ref.attribute)+)
((annotation name: (_) @ref.attribute) @attribute (#inside? "trait_definition" "object_definition" "enum_definition"
  "enum_case_definitions" "function_definition" "function_declaration" "val_definition" "val_declaration"
  "var_definition" "var_declaration" "type_definition" "given_definition" "class_parameter"))
(stable_type_identifier) @ref.type
(type_identifier) @ref.type
(type_parameters name: (_) @generic)
(covariant_type_parameter name: (_) @generic)
(contravariant_type_parameter name: (_) @generic)
[(comment) (block_comment)] @comment
[(string) (interpolated_string_expression)] @literal

(parameter name: (identifier) @local type: (_)? @type)
(class_parameter name: (identifier) @local type: (_)? @type)
((val_definition pattern: (identifier) @local type: (_)? @type value: (_)? @value) (#inside? "block" "indented_block"))
((var_definition pattern: (identifier) @local type: (_)? @type value: (_)? @value) (#inside? "block" "indented_block"))
((val_definition pattern: (tuple_pattern (identifier) @local)) (#inside? "block" "indented_block"))
(enumerator (tuple_pattern (identifier) @local))
(typed_pattern pattern: (identifier) @local type: (_) @type)
(binding name: (identifier) @local type: (_)? @type)
(lambda_expression parameters: (identifier) @local)
(enumerator . (identifier) @local)
; A capital begins what is compared.
([(case_clause pattern: (identifier) @local)
  (case_class_pattern pattern: (identifier) @local)
  (case_clause pattern: (tuple_pattern (identifier) @local))
  (case_clause pattern: (infix_pattern (identifier) @local))
  (capture_pattern (identifier) @local)] (#not-capital? @local))
(identifier) @word
[(block) (indented_block) (case_clause) (lambda_expression) (for_expression)] @block
