dossier_grammar(ruby tree-sitter-ruby)
