dossier_grammar(python tree-sitter-python)
