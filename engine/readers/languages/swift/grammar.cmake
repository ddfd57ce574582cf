dossier_grammar(swift tree-sitter-swift)
# Its scanner asks calloc for no element of its state and then writes one (0.7.1, the newest).
target_compile_options(dossier_grammar_swift PRIVATE -include ${CMAKE_CURRENT_LIST_DIR}/whole_calloc.h)
