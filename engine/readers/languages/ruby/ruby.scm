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
  (#any-of? @_accessor "attr_accessor" "attr_reader" "attr_writer"))

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
(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
[(block) (do_block)] @block
