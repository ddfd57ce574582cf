// Whole assemblies, strictly and leniently: tables, names, signatures, attributes and code.
#include <cstdint>

#include "engine/error.h"
#include "engine/readers/assembly/assembly.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  assembly::Options options;
  options.path = "fuzz";
  for (const bool lenient : {false, true}) {
    options.lenient = lenient;
    try {
      assembly::read_assembly(std::as_bytes(std::span(data, size)), options, [](Fact&&) {});
    } catch (const Error&) {
    }
  }
  return 0;
}
