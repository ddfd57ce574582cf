// Webcil payloads and the WebAssembly modules around them.
#include <cstdint>

#include "engine/error.h"
#include "engine/readers/assembly/image.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto payload = assembly::webcil_payload(bytes);
  if (payload.size() > size) __builtin_trap();
  try {
    const auto image = assembly::open_image(bytes, "fuzz");
    for (const auto& section : image.sections) image.at(section.address);
  } catch (const Error&) {
  }
  return 0;
}
