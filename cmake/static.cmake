# dossier_link_statically(PROGRAM): what starts at every command line links Debian's static libraries where there are
# such (dossier_library in dependencies.cmake), and the C++ library with them. Five milliseconds of each start were the
# dynamic linker's, for 38 libraries (decision 31).
function(dossier_link_statically program)
  set_target_properties(${program} PROPERTIES DOSSIER_STATIC ON)
  target_sources(${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/static/git_network.cc
                                    ${CMAKE_CURRENT_SOURCE_DIR}/static/english_stemmer.cc)
  target_link_options(${program} PRIVATE -static-libstdc++ -static-libgcc)

  # Of ICU's data, 31 MB, the parts that the program asks for: names and foldings of characters. The archive is read out
  # of Debian's own library.
  find_program(ICUPKG_PROGRAM icupkg PATHS /usr/sbin)
  find_library(dossier_static_icudata NAMES libicudata.a)
  if(NOT ICUPKG_PROGRAM OR NOT dossier_static_icudata)
    return()
  endif()
  string(REGEX MATCH "^[0-9]+" version "${ICU_VERSION}")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/unicode)
  file(MAKE_DIRECTORY ${folder}/parts)  # an archive's name is part of the names in it
  set(parts nfkc_cf.nrm unames.icu uemoji.icu ulayout.icu)
  list(JOIN parts "\n" lines)
  file(CONFIGURE OUTPUT ${folder}/parts.txt CONTENT "${lines}\n")
  file(CONFIGURE OUTPUT ${folder}/data.s CONTENT "\
  .section .note.GNU-stack,\"\",%progbits
  .section .rodata
  .balign 16
  .globl icudt${version}_dat
  .type icudt${version}_dat, %object
icudt${version}_dat:
  .incbin \"${folder}/parts/icudt${version}l.dat\"
  .size icudt${version}_dat, . - icudt${version}_dat
")
  add_custom_command(OUTPUT ${folder}/data.o
    COMMAND ${CMAKE_AR} x ${dossier_static_icudata} icudt${version}l_dat.o
    COMMAND ${CMAKE_OBJCOPY} -O binary --only-section=.rodata icudt${version}l_dat.o icudt${version}l.dat
    COMMAND ${ICUPKG_PROGRAM} -x parts.txt icudt${version}l.dat
    COMMAND ${ICUPKG_PROGRAM} -a parts.txt new parts/icudt${version}l.dat
    COMMAND ${CMAKE_C_COMPILER} -c data.s -o data.o
    WORKING_DIRECTORY ${folder} DEPENDS ${folder}/parts.txt ${folder}/data.s ${dossier_static_icudata} VERBATIM
    COMMENT "Taking names and foldings of characters out of ICU's data")
  target_sources(${program} PRIVATE ${folder}/data.o)
endfunction()
