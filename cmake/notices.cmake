# dossier_notices(FILE): writes what a package of the program has to say of the parts that are in it: the project's
# license, those of Debian's libraries that are headers or have no shared form, and those of what the build takes from
# npm (grammars, the engine of scripts, the page). A library whose text this machine leaves out is named all the same.
set(dossier_static_packages libcli11-dev libdtl-dev libsqlitecpp-dev nlohmann-json3-dev)

function(dossier_notices file)
  file(READ ${PROJECT_SOURCE_DIR}/LICENSE own)
  file(WRITE ${file} "${own}")
  foreach(package ${dossier_static_packages})
    dossier_notice(${file} "${package} of Debian" /usr/share/doc/${package}/copyright)
  endforeach()
  file(GLOB texts RELATIVE ${PROJECT_SOURCE_DIR}/node_modules ${PROJECT_SOURCE_DIR}/node_modules/*/LICENSE*
       ${PROJECT_SOURCE_DIR}/node_modules/@*/*/LICENSE*)
  foreach(text ${texts})
    get_filename_component(package ${text} DIRECTORY)
    dossier_notice(${file} "${package} of npm" ${PROJECT_SOURCE_DIR}/node_modules/${text})
  endforeach()
endfunction()

function(dossier_notice file name text)
  file(APPEND ${file} "\n== ${name}\n\n")
  if(EXISTS ${text})
    file(READ ${text} content)
    file(APPEND ${file} "${content}")
  endif()
endfunction()
