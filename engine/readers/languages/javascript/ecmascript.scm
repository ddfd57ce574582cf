; What only JavaScript's grammar spells this way.
(field_definition property: (_) @name value: (_)? @value) @def.field
(class_heritage [(identifier) (member_expression)] @ref.base)
(jsx_opening_element name: (_) @ref.component)
(jsx_self_closing_element name: (_) @ref.component)

(formal_parameters (identifier) @local)
(formal_parameters (assignment_pattern left: (identifier) @local))
