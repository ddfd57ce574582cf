// Tags of universal-ctags as JSON lines.
#include <cstdint>

#include "engine/error.h"
#include "engine/readers/indexes/ctags.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto source = memory_bytes(bytes, "fuzz");
    indexes::read_ctags(
        *source, [](const std::string&) { return false; }, [](Fact&&) {});
  } catch (const Error&) {
  }
  return 0;
}
