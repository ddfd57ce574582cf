# Precompiled headers: parsing the standard library is half the time of compiling most files here.
# The dev preset does not use them, so that a missing include is an error there.
set(dossier_std_headers <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory>
    <optional> <set> <span> <sstream> <string> <string_view> <thread> <unordered_map> <unordered_set>
    <utility> <variant> <vector>)

# dossier_precompile(TARGET HEADERS…): the standard library and HEADERS of other projects.
# dossier_precompile(TARGET REUSE OTHER): what was precompiled for OTHER, which has the same options.
# Rejected: our own headers here as well; ccache may then hand one work tree the precompiled ones of
# another.
function(dossier_precompile target)
  if("${ARGV1}" STREQUAL REUSE)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${dossier_std_headers} ${ARGN})
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
# lead to one that opens databases, for which its host's SQLite has no functions.
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
  set(count 0)
  foreach(source ${sources})
    math(EXPR group "${count} / 6")
    math(EXPR count "${count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What a class hides in its .cc looks here like a header's.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
