# dossier_page(TARGET): the page of `dossier serve`, bundled from web/ by esbuild (pinned by package-lock.json) and
# embedded in TARGET as web/assets.h, every file gzipped. The names of the bundle's files hold hashes of their
# contents, so they are known only after it is made; tools/embed.cmake takes them from the folder.
file(GLOB esbuild ${PROJECT_SOURCE_DIR}/node_modules/@esbuild/*/bin/esbuild)
if(NOT esbuild)
  message(FATAL_ERROR "npm ci did not bring an esbuild for this machine")
endif()

function(dossier_page target)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(base ${PROJECT_BINARY_DIR}/web/assets)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/*.ts ${web}/*.tsx ${web}/*.css ${web}/*.html ${web}/*.svg)
  add_custom_command(
    OUTPUT ${base}.h ${base}.cc
    COMMAND ${CMAKE_COMMAND} -DESBUILD=${esbuild} -DWEB=${web} -DOUTPUT=${PROJECT_BINARY_DIR}/web/page
            -P ${PROJECT_SOURCE_DIR}/tools/page.cmake
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${base} -DINCLUDE=web/assets.h -DNAMESPACE=dossier::web
            -DFOLDER=${PROJECT_BINARY_DIR}/web/page/packed -P ${PROJECT_SOURCE_DIR}/tools/embed.cmake
    DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/tools/page.cmake ${PROJECT_SOURCE_DIR}/tools/embed.cmake
            ${PROJECT_SOURCE_DIR}/package-lock.json
    COMMENT "Bundling the page" VERBATIM)
  target_sources(${target} PRIVATE ${base}.cc ${base}.h)
endfunction()
