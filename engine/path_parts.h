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

/// The ending of its file's name, from the last dot on; "" where there is none.
constexpr std::string_view ending_of(std::string_view path) {
  const auto name = file_name_of(path);
  const auto dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(dot);
}

}  // namespace dossier
