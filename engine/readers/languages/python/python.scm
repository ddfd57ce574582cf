; What a Python file declares and refers to. The captures are explained in captures.h.
(class_definition name: (identifier) @name) @def.class
(function_definition name: (identifier) @name return_type: (_)? @result) @def.function
((assignment left: (identifier) @name type: (_)? @type right: (_)? @value) @def.variable
  (#inside? "module/expression_statement" "module/if_statement/block/expression_statement"
    "module/try_statement/block/expression_statement"))
((assignment left: (pattern_list (identifier) @name)) @def.variable
  (#inside? "module/expression_statement"))
((assignment left: (identifier) @name type: (_)? @type right: (_)? @value) @def.field
  (#inside? "class_definition/block/expression_statement"))
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @def.alias
((assignment left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  type: (_)? @type right: (_)? @value) @def.attribute_field
  (#inside? "function_definition/block/expression_statement") (#any-of? @_self "self"))

(import_statement name: (dotted_name) @import.path) @import
(import_statement name: (aliased_import name: (_) @import.path alias: (_) @import.alias)) @import
(import_from_statement module_name: (_) @import.path name: (dotted_name) @import.name) @import
(import_from_statement module_name: (_) @import.path
  name: (aliased_import name: (_) @import.name alias: (_) @import.alias @import.passed)) @import
(import_from_statement module_name: (_) @import.path (wildcard_import)) @import

(class_definition superclasses: (argument_list [(identifier) (attribute)] @ref.base))
(class_definition superclasses: (argument_list (subscript value: (_) @ref.base)))
(call function: [(identifier) (attribute)] @ref.call)
(decorator [(identifier) (attribute)] @ref.attribute)
(decorator (call function: (_) @ref.attribute))
(decorator) @attribute
(type [(identifier) (attribute)] @ref.type)
(type (subscript [(identifier) (attribute)] @ref.type))
(type (generic_type (identifier) @ref.type))
(type (generic_type (type_parameter (type (identifier) @ref.type))))
(type (binary_operator [(identifier) (attribute)] @ref.type))
(except_clause [(identifier) (attribute)] @ref.type)
(except_clause (as_pattern . [(identifier) (attribute)] @ref.type))
(except_clause (as_pattern . (tuple [(identifier) (attribute)] @ref.type)))
(except_clause (tuple [(identifier) (attribute)] @ref.type))
(except_clause (parenthesized_expression [(identifier) (attribute)] @ref.type))
(raise_statement . [(identifier) (attribute)] @ref.type)

(function_definition body: (block . (expression_statement (string (string_content) @doc))))
(class_definition body: (block . (expression_statement (string (string_content) @doc))))
(module . (comment)* . (expression_statement (string (string_content) @doc)))
(comment) @comment
(string) @literal

(typed_parameter . (identifier) @local type: (_) @type)
(typed_default_parameter name: (identifier) @local type: (_) @type)
(default_parameter name: (identifier) @local)
(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(assignment left: (identifier) @local type: (_)? @type right: (_)? @value)
(pattern_list (identifier) @local)
(tuple_pattern (identifier) @local)
(list_pattern (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(case_pattern (dotted_name . (identifier) @local .))
(named_expression name: (identifier) @local value: (_) @value)
(with_item value: (as_pattern . (_) @value alias: (as_pattern_target (identifier) @local)))
(except_clause value: (as_pattern . (identifier) @type alias: (as_pattern_target (identifier) @local)))
(except_clause value: (as_pattern . (attribute) @type alias: (as_pattern_target (identifier) @local)))
(except_clause value: (as_pattern . (tuple) alias: (as_pattern_target (identifier) @local)))
(for_statement left: (identifier) @local right: (_) @elements)
(for_in_clause left: (identifier) @local right: (_) @elements)
(return_statement (_) @returned)
(identifier) @word
(type (string (string_content) @ref.maybe_type))
(type (subscript (string (string_content) @ref.maybe_type)))
(global_statement (identifier) @global)
(nonlocal_statement (identifier) @global)
[(lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @block
(attribute) @ref.field
(pattern_list [(identifier) (attribute)] @written)
(tuple_pattern [(identifier) (attribute)] @written)
(list_pattern [(identifier) (attribute)] @written)
(list_splat_pattern [(identifier) (attribute)] @written)
(for_statement left: (attribute) @written)
(as_pattern_target (attribute) @written)

; Where a test tells what a variable is.
((if_statement condition: (call function: (identifier) @_isinstance arguments: (argument_list . (identifier) @local . [(identifier) (attribute)] @type .)) consequence: (block) @within) (#any-of? @_isinstance "isinstance"))
((elif_clause condition: (call function: (identifier) @_isinstance arguments: (argument_list . (identifier) @local . [(identifier) (attribute)] @type .)) consequence: (block) @within) (#any-of? @_isinstance "isinstance"))
((if_statement condition: (boolean_operator left: (call function: (identifier) @_isinstance arguments: (argument_list . (identifier) @local . [(identifier) (attribute)] @type .)) operator: "and") consequence: (block) @within)
  (#any-of? @_isinstance "isinstance"))
((boolean_operator left: (call function: (identifier) @_isinstance arguments: (argument_list . (identifier) @local . [(identifier) (attribute)] @type .)) operator: "and" right: (_) @within) (#any-of? @_isinstance "isinstance"))
((conditional_expression . (_) @within . (call function: (identifier) @_isinstance arguments: (argument_list . (identifier) @local . [(identifier) (attribute)] @type .))) (#any-of? @_isinstance "isinstance"))
((assert_statement . (call function: (identifier) @_isinstance arguments: (argument_list . (identifier) @assigned_local . [(identifier) (attribute)] @type .))) (#any-of? @_isinstance "isinstance"))
((if_statement condition: (not_operator argument: (call function: (identifier) @_isinstance arguments: (argument_list . (identifier) @assigned_local . [(identifier) (attribute)] @type .)))
  consequence: (block [(return_statement) (raise_statement) (continue_statement)] .)) (#any-of? @_isinstance "isinstance"))
