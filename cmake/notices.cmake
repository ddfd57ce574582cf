# dossier_notices(FILE): writes what a package of the program has to say of the parts that are in it: the project's
# license, those of Debian's libraries that are linked statically, and those of what the build takes from npm (grammars,
# the engine of scripts, the page). A library whose text this machine leaves out is named all the same.
set(dossier_static_packages
  libarchive-dev libbsd-dev libbz2-dev libedit-dev libgit2-dev libhttp-parser-dev libicu-dev liblz4-dev liblzma-dev
  libmbedtls-dev libmd-dev libncurses-dev libpcre2-dev libre2-dev libseccomp-dev libsqlite3-dev libsqlitecpp-dev
  libstdc++-12-dev libstemmer-dev libxxhash-dev libzstd-dev nettle-dev zlib1g-dev)

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
