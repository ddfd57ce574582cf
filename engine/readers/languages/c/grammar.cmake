dossier_grammar(c tree-sitter-c)
dossier_grammar(cpp tree-sitter-cpp)
