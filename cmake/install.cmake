# `cmake --install` installs the program, the layers as libraries with their headers, and the files
# for `find_package(dossier)`; CPack packages the same as one .deb. The component `program` has only the
# files for users of the program; the target `program` builds them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/dossier)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/dossier)

# Every library of the build whose name begins with dossier_, those of third-party C sources too.
function(dossier_libraries folder result)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  set(found "")
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(target MATCHES "^dossier_" AND type MATCHES "STATIC_LIBRARY|INTERFACE_LIBRARY"
       AND NOT target STREQUAL "dossier_options")
      list(APPEND found ${target})
    endif()
  endforeach()
  foreach(subfolder ${below})
    dossier_libraries(${subfolder} more)
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()
dossier_libraries(${PROJECT_SOURCE_DIR} libraries)

install(TARGETS ${libraries} EXPORT dossier-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${headers})
install(EXPORT dossier-targets NAMESPACE dossier:: DESTINATION ${package})
foreach(layer engine sandbox store queries server agent)
  foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
    install(DIRECTORY ${root}/${layer} DESTINATION ${headers} FILES_MATCHING PATTERN "*.h"
            PATTERN CMakeFiles EXCLUDE PATTERN "*_autogen" EXCLUDE)
  endforeach()
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dossier-config.cmake.in
                              ${PROJECT_BINARY_DIR}/dossier-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dossier-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dossier-config.cmake ${PROJECT_BINARY_DIR}/dossier-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/dependencies.cmake DESTINATION ${package})
include(${PROJECT_SOURCE_DIR}/cmake/notices.cmake)
dossier_notices(${PROJECT_BINARY_DIR}/copyright)
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET dossier)
  install(TARGETS dossier RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(TARGETS dossier-sandbox dossier-http RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/dossier
          COMPONENT program)
  # The program writes its own manual page and completions.
  set(printed ${PROJECT_BINARY_DIR}/printed)
  file(MAKE_DIRECTORY ${printed})
  add_custom_command(OUTPUT ${printed}/dossier.1 ${printed}/dossier.bash ${printed}/_dossier ${printed}/dossier.fish
    COMMAND dossier man > ${printed}/dossier.1
    COMMAND dossier completions bash > ${printed}/dossier.bash
    COMMAND dossier completions zsh > ${printed}/_dossier
    COMMAND dossier completions fish > ${printed}/dossier.fish
    DEPENDS dossier VERBATIM)
  add_custom_target(program ALL DEPENDS ${printed}/dossier.1)
  foreach(beside dossier_extension dossier-sandbox dossier-http)
    if(TARGET ${beside})
      add_dependencies(program ${beside})
    endif()
  endforeach()
  install(FILES ${printed}/dossier.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${printed}/dossier.bash RENAME dossier
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${printed}/_dossier DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
  install(FILES ${printed}/dossier.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
          COMPONENT program)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dossier)
set(CPACK_PACKAGE_CONTACT "The dossier authors <dossier@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
