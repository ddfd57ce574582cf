// layer: engine
// Any bytes are an ignore file: its patterns are asked of a path, the input's first line, and of
// the folders above it; a lone pattern says of its own text that it is named, unless it is a glob.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "engine/readers/snapshot/ignore.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier::snapshot;
  if (size > 4096) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(input.find('\n'), input.size());
  const std::string_view path = input.substr(0, line);
  const std::string_view text = input.substr(std::min(line + 1, input.size()));
  const IgnoreFile file(text);
  for (const bool folder : {false, true})
    if (file.empty() && file.of(path, folder) != IgnoreFile::Verdict::none) std::abort();
  IgnoreScope scope;
  scope.files = {IgnoreFile(), file, IgnoreFile()};
  auto inner = std::make_shared<IgnoreScope>();
  inner->outer = std::make_shared<IgnoreScope>(scope);
  inner->folder = std::string(path.substr(0, path.rfind('/') + 1));
  for (const bool folder : {false, true}) {
    std::set<std::string> overruns;
    const auto said = verdict(&scope, path, folder, overruns);
    if (verdict(inner.get(), path, folder, overruns) != said) std::abort();
  }
  glob_matches(text, path);
  if (text.find_first_of("*?[\\") == text.npos && glob_matches(text, path) != (text == path))
    std::abort();
  return 0;
}
