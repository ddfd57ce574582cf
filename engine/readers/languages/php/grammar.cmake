dossier_grammar(php tree-sitter-php/php)
