dossier_grammar(java tree-sitter-java)
