; What TSX adds to TypeScript.
(jsx_opening_element name: (_) @ref.component)
(jsx_self_closing_element name: (_) @ref.component)
(jsx_opening_element name: (_) @receiver attribute: (jsx_attribute . (property_identifier) @ref.argument))
(jsx_self_closing_element name: (_) @receiver attribute: (jsx_attribute . (property_identifier) @ref.argument))
