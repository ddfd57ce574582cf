#pragma once
// Files and bytes that the assembly tests share.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "engine/error.h"
#include "engine/readers/assembly/assembly.h"
#include "tests/unit/places.h"

namespace dossier {

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline assembly::Bytes as_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

inline std::filesystem::path assembly_fixture(const char* name) {
  return std::filesystem::path(test::kSource) / "fixtures" / "assemblies" / name;
}

/// ../shared, or nothing where this is not the machine that has it.
inline std::optional<std::filesystem::path> shared_folder() {
  const char* const set = std::getenv("DOSSIER_SHARED");
  const std::filesystem::path path =
      set != nullptr ? set : std::filesystem::path(test::kSource) / ".." / "shared";
  return std::filesystem::is_directory(path) ? std::optional(path) : std::nullopt;
}

/// What reading yields: modules, or the error.
struct Read {
  std::vector<Module> modules;
  assembly::Report report;
  std::optional<Error> error;
};

inline Read read_bytes(const std::string& bytes, bool lenient = false) {
  Read read;
  assembly::Options options;
  options.path = "Test.dll";
  options.lenient = lenient;
  try {
    read.report = assembly::read_assembly(as_bytes(bytes), options, [&](Fact&& fact) {
      read.modules.push_back(std::move(std::get<Module>(fact)));
    });
  } catch (const Error& error) {
    read.error = error;
  }
  return read;
}

}  // namespace dossier
