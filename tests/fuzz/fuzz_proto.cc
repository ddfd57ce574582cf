// layer: engine
// Any bytes are a .proto file: the reader is total, and what it names stays within the text's
// lines.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "engine/canonical.h"
#include "engine/readers/proto/proto.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lines = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n') + 1);
  const auto file = proto::read("shop/v1/shop.proto", text);
  for (const auto& type : file.module.types)
    if (type.line > lines || type.end_line > lines) std::abort();
  const auto again = proto::read("shop/v1/shop.proto", text);
  if (content_hash(file.module) != content_hash(again.module)) std::abort();
  return 0;
}
