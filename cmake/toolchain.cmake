# Compiler options of all targets. Warnings are errors; third-party headers are SYSTEM includes.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # With paths relative to the work tree in the hash, every work tree shares one compilation, whatever the locale of
  # the shell that builds it. Sources and precompiled headers name neither dates nor macros that differ between two uses.
  # What a source includes is known from the compiler's own list (depend): without it each is preprocessed first.
  set(dossier_cache env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
      CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,locale ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${dossier_cache})
  set(CMAKE_C_COMPILER_LAUNCHER ${dossier_cache})
endif()

add_library(dossier_options INTERFACE)
target_include_directories(dossier_options INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                     $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}>)
# -pthread everywhere: some libraries ask for it, and all layers share one precompiled header.
target_compile_options(dossier_options INTERFACE -pthread
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror>
  # g++ 12 reports these falsely for std::string and std::variant at -O2 (GCC bugs 105329, 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized>)
if(DOSSIER_SANITIZE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "DOSSIER_SANITIZE needs clang: cmake --preset asan")
  endif()
  # clang compiles sanitized code in half of g++'s time, and has libFuzzer; its own warnings are not ours to be
  # clean of. Programs stand at fixed addresses: a sanitizer's descriptors are relocated by the linker then, and
  # not at each start, which takes 0.2 s instead of 0.6.
  set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(dossier_options INTERFACE -fsanitize=${DOSSIER_SANITIZE} -fno-pie
                         -fno-omit-frame-pointer -fno-sanitize-recover=all -w)
  target_compile_definitions(dossier_options INTERFACE DOSSIER_SANITIZED)
  target_link_options(dossier_options INTERFACE -fsanitize=${DOSSIER_SANITIZE} -no-pie -fuse-ld=lld)
  if(DOSSIER_FUZZ)  # coverage in every layer
    target_compile_options(dossier_options INTERFACE -fsanitize=fuzzer-no-link)
  endif()
elseif(DOSSIER_FUZZ)
  message(FATAL_ERROR "DOSSIER_FUZZ needs sanitizers: cmake --preset asan")
endif()

# dossier_layer(NAME DIRECT_DEPENDENCIES…): one static library from every source below this folder, except
# those of subfolders that are libraries themselves.
# The options stay in this build: who uses the installed libraries has warnings of their own.
function(dossier_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  file(GLOB libraries ${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt)
  foreach(library ${libraries})
    get_filename_component(folder ${library} DIRECTORY)
    list(FILTER sources EXCLUDE REGEX "^${folder}/")
  endforeach()
  if(DOSSIER_SANITIZE AND name STREQUAL "engine")
    # clang rejects dtl's header (Diff.hpp assigns in a const member): g++ compiles the one file that includes it.
    list(FILTER sources EXCLUDE REGEX "/unified_diff\\.cc$")
    find_program(DOSSIER_GXX g++ REQUIRED)
    set(diff ${CMAKE_CURRENT_SOURCE_DIR}/unified_diff)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/unified_diff.o)
    add_custom_command(OUTPUT ${object} DEPENDS ${diff}.cc ${diff}.h VERBATIM
                       COMMAND ${DOSSIER_GXX} -std=c++20 -O1 -I${PROJECT_SOURCE_DIR} -c ${diff}.cc -o ${object})
    list(APPEND sources ${object})
  endif()
  if(NOT sources)
    add_library(dossier_${name} INTERFACE)
    add_library(dossier::${name} ALIAS dossier_${name})
    target_link_libraries(dossier_${name} INTERFACE $<BUILD_INTERFACE:dossier_options> ${ARGN})
    set_target_properties(dossier_${name} PROPERTIES EXPORT_NAME ${name})
    return()
  endif()
  add_library(dossier_${name} STATIC ${sources})
  add_library(dossier::${name} ALIAS dossier_${name})
  target_link_libraries(dossier_${name} PUBLIC $<BUILD_INTERFACE:dossier_options> ${ARGN})
  target_compile_features(dossier_${name} PUBLIC cxx_std_20)
  set_target_properties(dossier_${name} PROPERTIES EXPORT_NAME ${name})
endfunction()
