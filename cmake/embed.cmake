# dossier_embed(TARGET OUTPUT NAMESPACE FILES…): writes OUTPUT.h and OUTPUT.cc with the bytes of each file as
# `inline constexpr`-declared string views in an ordered table, so that the program needs no data files.
function(dossier_embed target output namespace)
  set(base ${PROJECT_BINARY_DIR}/${output})
  get_filename_component(folder ${base} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${base}.h ${base}.cc
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${base} -DINCLUDE=${output}.h -DNAMESPACE=${namespace}
            "-DFILES=${ARGN}" -P ${PROJECT_SOURCE_DIR}/tools/embed.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/tools/embed.cmake
    COMMENT "Embedding ${output}" VERBATIM)
  target_sources(${target} PRIVATE ${base}.cc ${base}.h)
endfunction()
