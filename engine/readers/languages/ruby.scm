; What a Ruby file declares and refers to. The captures are explained in captures.h.
(class name: (_) @name) @def.class
(module name: (_) @name) @def.module
(method name: (_) @name) @def.method
(singleton_method name: (_) @name) @def.static_method
(program (assignment left: (constant) @name right: (_) @value) @def.constant)
(body_statement (assignment left: (constant) @name right: (_) @value) @def.constant)
((call method: (identifier) @_accessor arguments: (argument_list (simple_symbol) @name @def.property))
  (#eq? @_accessor "attr_accessor"))
((call method: (identifier) @_accessor arguments: (argument_list (simple_symbol) @name @def.property))
  (#eq? @_accessor "attr_reader"))
((call method: (identifier) @_accessor arguments: (argument_list (simple_symbol) @name @def.property))
  (#eq? @_accessor "attr_writer"))

((call !receiver method: (identifier) @_require arguments: (argument_list (string) @import.path)) @import
  (#eq? @_require "require"))
((call !receiver method: (identifier) @_require arguments: (argument_list (string) @import.path)) @import
  (#eq? @_require "require_relative"))

((body_statement (identifier) @access) (#eq? @access "private"))
((body_statement (identifier) @access) (#eq? @access "protected"))
((body_statement (identifier) @access) (#eq? @access "public"))

(superclass [(constant) (scope_resolution)] @ref.base)
((call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @ref.interface))
  (#eq? @_include "include"))
(call receiver: [(constant) (scope_resolution)] @ref.new method: (identifier) @_new (#eq? @_new "new"))
(call receiver: (_)? @receiver method: (identifier) @ref.call (#not-eq? @ref.call "new") (#not-eq? @ref.call "require")
  (#not-eq? @ref.call "require_relative") (#not-eq? @ref.call "include") (#not-eq? @ref.call "attr_reader")
  (#not-eq? @ref.call "attr_writer") (#not-eq? @ref.call "attr_accessor"))
(scope_resolution) @ref.type
(constant) @ref.type
(comment) @comment
