// Signatures: the input is a blob, read as every kind of signature and as an attribute's value,
// inside a real assembly's tables.
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/error.h"
#include "engine/readers/assembly/reading.h"
#include "engine/readers/assembly/reflection_name.h"

namespace {

const std::string& fixture() {
  static const std::string bytes = [] {
    std::ifstream file(DOSSIER_SOURCE_DIR "/fixtures/assemblies/Shapes.dll", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace dossier;
  using namespace dossier::assembly;
  const Image image = open_image(std::as_bytes(std::span(fixture())), "fixture");
  Defects defects(true, "fuzz");
  Reading reading(image, {}, defects);
  const Bytes blob = std::as_bytes(std::span(data, size));
  std::vector<Mention> mentions;
  try {
    for (int kind = 0; kind < 5; ++kind) {
      Cursor in(blob);
      SignatureReader reader(reading.names, {6, 12}, &mentions);
      if (kind == 0) reader.method(in);
      if (kind == 1) reader.field(in);
      if (kind == 2) reader.property(in);
      if (kind == 3) reader.locals(in);
      std::string text;
      if (kind == 4) reader.type(in, text);
      if (kind == 4) type_of_reflection_name(text_of(blob));
    }
    Attributes attributes(reading.names, reading.definitions);
    for (uint32_t row = 1; row <= reading.tables().rows(Table::custom_attribute); ++row) {
      attributes.render("A", reading.tables().token(CustomAttribute::type, row), blob);
    }
  } catch (const Error&) {
  }
  return 0;
}
