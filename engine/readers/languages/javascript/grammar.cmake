dossier_grammar(javascript tree-sitter-javascript)
dossier_grammar(typescript tree-sitter-typescript/typescript)
dossier_grammar(tsx tree-sitter-typescript/tsx)
