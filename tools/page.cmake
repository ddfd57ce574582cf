# Called by cmake/page.cmake: bundles web/ with esbuild and packs every file of the page with gzip, so that the
# program serves them as they are. ESBUILD, WEB and OUTPUT (a folder) are given.
file(REMOVE_RECURSE ${OUTPUT})
file(MAKE_DIRECTORY ${OUTPUT}/bundle ${OUTPUT}/packed)
execute_process(
  COMMAND ${ESBUILD} ${WEB}/app.tsx --bundle --splitting --format=esm --target=es2022 --minify --jsx=automatic
          --jsx-import-source=preact --legal-comments=none --log-level=warning --entry-names=[name]-[hash]
          --chunk-names=part-[hash] --outdir=${OUTPUT}/bundle
  WORKING_DIRECTORY ${WEB} RESULT_VARIABLE failed ERROR_VARIABLE said)
if(failed)
  message(FATAL_ERROR "esbuild failed:\n${said}")
endif()

# The shell names the entry and its style by their hashed names.
file(GLOB script RELATIVE ${OUTPUT}/bundle ${OUTPUT}/bundle/app-*.js)
file(GLOB style RELATIVE ${OUTPUT}/bundle ${OUTPUT}/bundle/app-*.css)
configure_file(${WEB}/index.html ${OUTPUT}/bundle/index.html @ONLY)
file(COPY ${WEB}/icon.svg DESTINATION ${OUTPUT}/bundle)

file(GLOB files RELATIVE ${OUTPUT}/bundle ${OUTPUT}/bundle/*)
foreach(file ${files})
  execute_process(COMMAND gzip -9 -n -c ${OUTPUT}/bundle/${file} OUTPUT_FILE ${OUTPUT}/packed/${file}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
