# dossier_start_quickly(TARGET LAYERS…): links a program so that starting it costs little. A question
# is answered in a millisecond or two; loading 39 shared libraries took eight. So, of the program
# alone (tests, dossier.so and who uses the installed layers link the same libraries as usual):
#
# - What every command needs, and libedit, is linked in from Debian's static libraries.
# - What few commands need is opened at the first call of one of its functions (cli/start): no source
#   knows of it. `dossier_late` below lists these libraries; which of their functions are called, the
#   build reads from our objects.
# - Whatever is left stays on the linker's command line, and --as-needed drops it.
#
# Rejected: a second program for what is rare (two tables of commands), plug-ins (a place to look for
# them, which a build, an installation and a consumer have each of its own), a static libc (it cannot
# open libraries). Sanitizers, and processors that cli/start has no code for, get the usual link.
set(dossier_static sqlite3 pcre2-8 lz4 xxhash edit)
set(dossier_static_needs bsd md tinfo)
set(dossier_late git2 cpp-httplib crypto icuuc re2 z)

set(starts_quickly OFF)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT DOSSIER_SANITIZE)
  set(starts_quickly ON)
endif()

# Of each late library "path|soname|package"; the packages are what the .deb depends on.
set(late_libraries "")
set(late_packages "")
if(starts_quickly)
  enable_language(ASM)
  foreach(name ${dossier_late})
    find_library(late_${name} NAMES ${name} REQUIRED)
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${late_${name}} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "SONAME +([^\n]+)" soname "${said}")
    set(soname ${CMAKE_MATCH_1})
    execute_process(COMMAND dpkg-query -S "*/${soname}" OUTPUT_VARIABLE said ERROR_QUIET)
    string(REGEX MATCH "^[^:\n]+" package "${said}")
    list(APPEND late_libraries "${late_${name}}|${soname}|${package}")
    list(APPEND late_packages ${package})
  endforeach()
endif()

function(dossier_start_quickly target)
  if(NOT starts_quickly)
    return()
  endif()
  set(late ${PROJECT_BINARY_DIR}/cli/start/late_functions.h)
  set(archives "")
  foreach(layer ${ARGN})
    list(APPEND archives $<TARGET_FILE:dossier_${layer}>)
  endforeach()
  add_custom_command(OUTPUT ${late}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${late} -DNM=${CMAKE_NM} "-DLIBRARIES=${late_libraries}"
            "-DARCHIVES=${archives}" -P ${PROJECT_SOURCE_DIR}/tools/late.cmake
    DEPENDS ${archives} ${PROJECT_SOURCE_DIR}/tools/late.cmake COMMENT "Listing what is opened late" VERBATIM)
  set(start ${PROJECT_SOURCE_DIR}/cli/start)
  target_sources(${target} PRIVATE ${start}/late.S ${start}/late.cc ${late})
  set(whole "")
  foreach(name ${dossier_static})
    find_library(static_${name} NAMES lib${name}.a REQUIRED)
    list(APPEND whole ${static_${name}})
  endforeach()
  set(parts "")
  foreach(name ${dossier_static_needs})
    find_library(static_${name} NAMES lib${name}.a REQUIRED)
    list(APPEND parts ${static_${name}})
  endforeach()
  # First of all, so that the shared libraries of the same names are not needed any more.
  target_link_options(${target} BEFORE PRIVATE -static-libstdc++ -static-libgcc -Wl,--as-needed -Wl,-O1
                      -Wl,-z,pack-relative-relocs)
  target_link_libraries(${target} PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${whole}>" ${parts})
endfunction()
