dossier_grammar(rust tree-sitter-rust)
