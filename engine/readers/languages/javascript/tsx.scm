; What TSX adds to TypeScript.
(jsx_opening_element name: (_) @ref.component)
(jsx_self_closing_element name: (_) @ref.component)
