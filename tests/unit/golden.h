#pragma once
// What a test compares with a file of the repository. ACCEPT=1 rewrites the file with what was
// found, for a person to read and commit; where CI is set nobody reads it, so the test fails
// instead.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace dossier::test {

/// True when files that tests compare with are to be rewritten. Fails the test where CI is set.
inline bool accepting() {
  const char* accept = std::getenv("ACCEPT");
  if (!accept || std::string_view(accept) != "1") return false;
  if (std::getenv("CI")) FAIL("ACCEPT=1 rewrites what is expected: refused where CI is set");
  return true;
}

/// The file's text; `found`, written there first, where that was asked for.
inline std::string golden(const std::filesystem::path& path, const std::string& found) {
  if (accepting()) std::ofstream(path, std::ios::binary) << found;
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace dossier::test
