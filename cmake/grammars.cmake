# The tree-sitter core and its grammars: fetched from npm as package-lock.json pins them, compiled
# here as C, and made part of the engine. Debian's libtree-sitter (0.20) refuses the ABI of these
# grammars, and the repository holds no third-party code.
find_program(NPM_PROGRAM npm REQUIRED)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/package-lock.json)

# `npm ci` once for each content of the lock file; the lock keeps presets that configure at once
# apart (file(LOCK) empties what it locks, so it has a file of its own).
file(SHA256 ${PROJECT_SOURCE_DIR}/package-lock.json npm_wanted)
set(npm_stamp ${PROJECT_SOURCE_DIR}/node_modules/.dossier-stamp)
set(npm_lock ${PROJECT_SOURCE_DIR}/build/.npm-lock)
file(LOCK ${npm_lock} TIMEOUT 900)
set(npm_present "")
if(EXISTS ${npm_stamp})
  file(READ ${npm_stamp} npm_present)
endif()
if(NOT npm_present STREQUAL npm_wanted)
  message(STATUS "Fetching the packages of package-lock.json with npm ci")
  execute_process(COMMAND ${NPM_PROGRAM} ci --no-progress WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                  RESULT_VARIABLE npm_failed OUTPUT_VARIABLE npm_said ERROR_VARIABLE npm_said)
  if(npm_failed)
    message(FATAL_ERROR "npm ci failed in ${PROJECT_SOURCE_DIR}:\n${npm_said}")
  endif()
  file(WRITE ${npm_stamp} ${npm_wanted})
endif()
file(LOCK ${npm_lock} RELEASE)

# Third-party C: optimised in every preset, no warnings. Of sanitizers it knows the one of addresses,
# in what is written by hand (SOURCES of dossier_watch_addresses) and sees foreign bytes. With paths
# relative to the work tree in ccache's hash, every work tree shares one compilation.
function(dossier_third_party_c target)
  target_compile_options(${target} PRIVATE -w -O2 -g0)
  if(CCACHE_PROGRAM)
    set_target_properties(${target} PROPERTIES C_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${PROJECT_SOURCE_DIR};CCACHE_NOHASHDIR=1;${CCACHE_PROGRAM}")
  endif()
endfunction()

function(dossier_watch_addresses)
  if(DOSSIER_SANITIZE MATCHES "address")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fsanitize=address)
  endif()
endfunction()

set(tree_sitter ${PROJECT_SOURCE_DIR}/node_modules/tree-sitter/vendor/tree-sitter/lib)
add_library(dossier_tree_sitter OBJECT ${tree_sitter}/src/lib.c)
target_include_directories(dossier_tree_sitter PRIVATE ${tree_sitter}/src ${tree_sitter}/include)
target_compile_definitions(dossier_tree_sitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
dossier_third_party_c(dossier_tree_sitter)
dossier_watch_addresses(${tree_sitter}/src/lib.c)

set(dossier_grammars dossier_tree_sitter)
# dossier_grammar(NAME FOLDER): the grammar whose src/ lies in node_modules/FOLDER.
macro(dossier_grammar name folder)
  file(GLOB sources ${PROJECT_SOURCE_DIR}/node_modules/${folder}/src/parser.c
                    ${PROJECT_SOURCE_DIR}/node_modules/${folder}/src/scanner.c)
  add_library(dossier_grammar_${name} OBJECT ${sources})
  target_include_directories(dossier_grammar_${name}
                             PRIVATE ${PROJECT_SOURCE_DIR}/node_modules/${folder}/src)
  dossier_third_party_c(dossier_grammar_${name})
  dossier_watch_addresses(${PROJECT_SOURCE_DIR}/node_modules/${folder}/src/scanner.c)
  list(APPEND dossier_grammars dossier_grammar_${name})
endmacro()

foreach(name c cpp go java javascript python ruby rust swift)
  dossier_grammar(${name} tree-sitter-${name})
endforeach()
# Its scanner asks calloc for no element of its state and then writes one (0.7.1, the newest).
target_compile_options(dossier_grammar_swift PRIVATE -include ${PROJECT_SOURCE_DIR}/cmake/whole_calloc.h)
dossier_grammar(c_sharp tree-sitter-c-sharp)
dossier_grammar(kotlin @tree-sitter-grammars/tree-sitter-kotlin)
dossier_grammar(php tree-sitter-php/php)
dossier_grammar(typescript tree-sitter-typescript/typescript)
dossier_grammar(tsx tree-sitter-typescript/tsx)

# dossier_link_grammars(TARGET): their objects become part of TARGET, so that an installed engine
# is whole.
function(dossier_link_grammars target)
  foreach(grammar ${dossier_grammars})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${grammar}>)
  endforeach()
  target_include_directories(${target} SYSTEM PRIVATE ${tree_sitter}/include)
endfunction()
