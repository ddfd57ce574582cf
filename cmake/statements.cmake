# dossier_statements(LAYER): prepares LAYER/sql/*.sql, and the statements from LAYER/tables.txt if it exists, against
# the schema, and writes their typed C++ interfaces, included as "LAYER/sql.h".
function(dossier_statements layer)
  file(GLOB statements CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/sql/*.sql
       ${CMAKE_CURRENT_SOURCE_DIR}/tables.txt)
  set(output ${PROJECT_BINARY_DIR}/${layer}/sql)
  add_custom_command(
    OUTPUT ${output}.h ${output}.cc
    COMMAND sqlgen ${layer}/sql ${output} ${statements}
    DEPENDS sqlgen ${statements} COMMENT "Preparing ${layer}/sql" VERBATIM)
  target_sources(dossier_${layer} PRIVATE ${output}.cc ${output}.h)
endfunction()
