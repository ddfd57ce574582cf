; What a Ruby file declares and refers to. The captures are explained in captures.h.
(class name: (_) @name) @def.class
(module name: (_) @name) @def.module
(method name: (_) @name) @def.method
(singleton_method name: (_) @name) @def.static_method
(alias name: (_) @name) @def.method
((call method: (identifier) @_alias arguments: (argument_list . [(simple_symbol) (string)] @name)) @def.method
  (#any-of? @_alias "alias_method" "define_method"))
((assignment left: (constant) @name right: (_) @value) @def.constant
  (#inside? "program" "body_statement"))
((call method: (identifier) @_accessor arguments: (argument_list (simple_symbol) @name @def.property))
  (#any-of? @_accessor "attr_accessor" "attr_reader" "attr_writer" "mattr_accessor" "mattr_reader" "mattr_writer"
    "cattr_accessor" "cattr_reader" "cattr_writer" "class_attribute"))

((call !receiver method: (identifier) @_require arguments: (argument_list (string) @import.path)) @import
  (#any-of? @_require "require" "require_relative"))

((identifier) @access (#inside? "body_statement") (#any-of? @access "private" "protected" "public"))

(superclass [(constant) (scope_resolution)] @ref.base)
((call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @ref.interface))
  (#any-of? @_include "include"))
(call receiver: [(constant) (scope_resolution)] @ref.new method: (identifier) @_new (#any-of? @_new "new"))
(assignment left: (call receiver: (_) @receiver method: (identifier) @ref.setter))
(operator_assignment left: (call receiver: (_) @receiver method: (identifier) @ref.setter))
((call receiver: (_)? @receiver method: (identifier) @ref.call)
  (#not-any-of? @ref.call "new" "require" "require_relative" "include" "attr_reader" "attr_writer"
    "attr_accessor" "alias_method" "define_method"))
(scope_resolution) @ref.type
(constant) @ref.type
(comment) @comment
(string) @literal

(assignment left: (identifier) @assigned_local right: (_) @value)
((assignment left: (identifier) @assigned_local right: (call receiver: [(constant) (scope_resolution)] @type method: (identifier) @_new))
  (#any-of? @_new "new"))
([(assignment left: (instance_variable) @field_local right: (_) @value)
  (operator_assignment left: (instance_variable) @field_local operator: "||=" right: (_) @value)]
  (#not-any-of? @value "nil"))
([(assignment left: (instance_variable) @field_local right: (call receiver: [(constant) (scope_resolution)] @type method: (identifier) @_new))
  (operator_assignment left: (instance_variable) @field_local operator: "||="
    right: (call receiver: [(constant) (scope_resolution)] @type method: (identifier) @_new))]
  (#any-of? @_new "new"))
[(assignment left: (left_assignment_list (identifier) @assigned_local))
 (destructured_left_assignment (identifier) @assigned_local)
 (rest_assignment (identifier) @assigned_local)
 (operator_assignment left: (identifier) @assigned_local operator: "||=" right: (_) @value)
 (operator_assignment left: (identifier) @assigned_local)
 (exception_variable (identifier) @assigned_local)
 (for pattern: (identifier) @assigned_local)
 (for pattern: (left_assignment_list (identifier) @assigned_local))
 (in_clause pattern: (identifier) @assigned_local)
 (array_pattern (identifier) @assigned_local)
 (find_pattern (identifier) @assigned_local)
 (as_pattern name: (identifier) @assigned_local)
 (keyword_pattern value: (identifier) @assigned_local)
 (keyword_pattern key: (hash_key_symbol) @assigned_local !value)]
[(method_parameters (identifier) @local)
 (lambda_parameters (identifier) @local)
 (block_parameters (identifier) @local)
 (destructured_parameter (identifier) @local)
 (optional_parameter name: (identifier) @local)
 (keyword_parameter name: (identifier) @local)
 (splat_parameter name: (identifier) @local)
 (hash_splat_parameter name: (identifier) @local)
 (block_parameter name: (identifier) @local)]
[(block) (do_block) (lambda)] @block
; A name that is no variable's is called, but for what every object has.
((identifier) @word (#not-any-of? @word "private" "protected" "public" "module_function" "raise" "fail"
  "block_given?" "binding" "lambda" "proc" "loop" "puts" "print" "exit" "abort" "sleep" "gets" "it" "_1" "_2"
  "__method__" "__dir__"
  "require" "require_relative" "include" "attr_reader" "attr_writer" "attr_accessor" "alias_method" "define_method"))
