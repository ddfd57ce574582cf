// The container and the metadata root of an assembly, and the manifest of a bundle.
#include <cstdint>
#include <string>

#include "engine/error.h"
#include "engine/readers/assembly/bundle.h"
#include "engine/readers/assembly/metadata.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  if (const auto files = assembly::read_bundle(std::as_bytes(std::span(data, size)))) {
    for (const auto& file : *files) {
      if (file.is_compressed && file.size < 1 << 20) assembly::unpacked(file);
    }
  }
  try {
    const auto image = assembly::open_image(std::as_bytes(std::span(data, size)), "fuzz");
    const assembly::Metadata metadata(image, "fuzz");
    for (uint32_t i = 0; i < 64; ++i) {
      metadata.string(i * 7);
      metadata.blob(i * 5);
      metadata.user_string(i * 3);
      metadata.guid(i);
    }
  } catch (const Error&) {
  }
  return 0;
}
