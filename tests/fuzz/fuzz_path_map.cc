// layer: engine
// The input's first line is FROM=TO, the rest is a path: it is refused, or a path below FROM moves
// below TO and every other path stays.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "engine/error.h"
#include "engine/readers/path_map.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(input.find('\n'), input.size());
  const std::string_view path = input.substr(std::min(line + 1, input.size()));
  try {
    const auto entry = parse_path_map(input.substr(0, line));
    if (entry.first.empty()) std::abort();
    const std::string moved = rewrite_path(path, {entry});
    if (moved != path && !moved.starts_with(entry.second)) std::abort();
    if (rewrite_path(path, {}) != path) std::abort();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid) std::abort();
  }
  return 0;
}
