# The third-party libraries, as packaged by Debian 12 (tools/setup has the package names).
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

# Libraries that nearly every command needs are linked statically, so that the program starts faster.
set(dossier_suffixes ${CMAKE_FIND_LIBRARY_SUFFIXES})
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
find_package(SQLite3 REQUIRED)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(EDIT REQUIRED IMPORTED_TARGET libedit)
foreach(name bsd md tinfo)  # what libedit calls, each before what it calls itself
  find_library(dossier_${name} NAMES ${name} REQUIRED)
  target_link_libraries(PkgConfig::EDIT INTERFACE ${dossier_${name}})
endforeach()
set(CMAKE_FIND_LIBRARY_SUFFIXES ${dossier_suffixes})

find_package(SQLiteCpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc)
pkg_check_modules(GIT2 REQUIRED IMPORTED_TARGET libgit2)
pkg_check_modules(ARCHIVE REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
