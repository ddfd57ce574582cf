dossier_grammar(go tree-sitter-go)
