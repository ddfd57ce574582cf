#pragma once
#include <string_view>

namespace dossier {

/// What follows the last slash of a path; all of it where there is none.
constexpr std::string_view file_name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

/// What stands before its file's name, with the last slash; "" where there is none.
constexpr std::string_view folder_before(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

}  // namespace dossier
