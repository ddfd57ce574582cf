dossier_grammar(scala tree-sitter-scala)
