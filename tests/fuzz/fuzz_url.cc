// layer: server
// Any bytes as a request target: its parts lie within it, and decoding never makes it longer.
#include <cstdint>
#include <cstdlib>

#include "server/http/url.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Target target = split_target(text);
  if (target.path.size() + target.query.size() > size) std::abort();
  for (const bool plus : {false, true}) {
    const std::string decoded = percent_decode(text, plus);
    if (decoded.size() > size) std::abort();
    if (text.find_first_of("%+") == text.npos && decoded != text) std::abort();
  }
  size_t bytes = 0;
  for (const auto& [name, value] : parse_query(target.query)) bytes += name.size() + value.size();
  if (bytes > target.query.size()) std::abort();
  return 0;
}
