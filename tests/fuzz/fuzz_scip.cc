// SCIP indexes: the wire format, symbols, documents.
#include <cstdint>

#include "engine/error.h"
#include "engine/readers/indexes/scip.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto source = memory_bytes(bytes, "fuzz");
    const auto again = memory_bytes(bytes, "fuzz");
    indexes::read_scip(*source, indexes::read_overloads(*again), [](Fact&&) {});
  } catch (const Error&) {
  }
  return 0;
}
