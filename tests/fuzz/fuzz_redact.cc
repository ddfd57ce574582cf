// layer: agent
// Redaction of any bytes is deterministic and idempotent, and lines keep their numbers. The same
// holds for JSON values, whose shape is preserved.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "agent/redact.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string once = redact(text);
  if (redact(text) != once || redact(once) != once) std::abort();
  if (std::count(text.begin(), text.end(), '\n') != std::count(once.begin(), once.end(), '\n'))
    std::abort();
  const auto parsed = parse_json(text);
  if (const Json* value = std::get_if<Json>(&parsed)) {
    const Json shown = redacted(*value);
    if (!(redacted(shown) == shown)) std::abort();
    if ((value->items() == nullptr) != (shown.items() == nullptr)) std::abort();
  }
  return 0;
}
