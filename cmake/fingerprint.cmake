# dossier_fingerprint(TARGET FILES…): compiles a hash of the files into the target, as the function
# that engine/readers/snapshot/fingerprint.h declares.
function(dossier_fingerprint target)
  set(made ${PROJECT_BINARY_DIR}/engine/readers/fingerprint.cc)
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${made} "-DFILES=${ARGN}" -P ${PROJECT_SOURCE_DIR}/tools/fingerprint.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/tools/fingerprint.cmake
    COMMENT "Hashing the readers" VERBATIM)
  target_sources(${target} PRIVATE ${made})
endfunction()
