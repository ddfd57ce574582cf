# Precompiled headers: parsing the standard library is half the time of compiling most files here.
# The dev preset does not use them, so that a missing include is an error there.
set(dossier_std_headers <algorithm> <array> <atomic> <charconv> <chrono> <cstdint> <deque> <filesystem> <fstream>
    <functional> <future> <map> <memory> <mutex>
    <optional> <set> <span> <sstream> <stop_token> <string> <string_view> <thread> <unordered_map> <unordered_set>
    <utility> <variant> <vector>)

# dossier_precompile(TARGET HEADERS…): the standard library and HEADERS of other projects.
# dossier_precompile(TARGET REUSE OTHER): what was precompiled for OTHER, which has the same options.
# No two compilations of the same headers give the same bytes, so the compiler's cache takes what they
# hold (.sum) for what they are: otherwise a work tree that precompiled its own would find nothing of
# another's. Rejected: our own headers here as well, whose changes such a sum would have to follow.
function(dossier_precompile target)
  if("${ARGV1}" STREQUAL REUSE)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${dossier_std_headers} ${ARGN})
    set(precompiled ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx)
    foreach(kind gch pch)
      file(WRITE ${precompiled}.${kind}.sum
           "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${Catch2_VERSION} ${dossier_std_headers} ${ARGN}\n")
    endforeach()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # g++ 12 forgets that a precompiled header is a system's, and these come up falsely in its strings.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow
                           -Wno-stringop-overread)
  endif()
endfunction()

# dossier_unite(TARGET [ONLY REGEX] [EXCEPT REGEX]): compiles its sources, or those whose paths match,
# six at a time as one file, which instantiates once what they share and takes two thirds of the time.
# Their anonymous namespaces are one then, so a name in them means one thing. EXCEPT are sources that
# each define the same few names: operations, virtual tables, rows of languages. Rejected: every layer
# of the release build; dossier.so links the objects that it needs one by one, and those of six sources
# lead to one that opens databases, for which its host's SQLite has no functions. Rejected: CMake's
# UNITY_BUILD, whose files name the work tree, so that the compiler's cache serves no other.
function(dossier_unite target)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 unite "" "ONLY;EXCEPT" "")
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "/${unite_ONLY}.*\\.cc$")
  if(unite_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "${unite_EXCEPT}")
  endif()
  set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
  set(group 0)
  while(sources)
    list(SUBLIST sources 0 6 six)
    list(REMOVE_ITEM sources ${six})
    set(text "")
    foreach(source ${six})
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
      string(APPEND text "#include \"${name}\"\n")
    endforeach()
    set(united ${CMAKE_CURRENT_BINARY_DIR}/united/${target}_${group}.cc)
    file(CONFIGURE OUTPUT ${united} CONTENT "${text}" @ONLY)
    target_sources(${target} PRIVATE ${united})
    math(EXPR group "${group} + 1")
  endwhile()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What a class hides in its .cc looks here like a header's.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
