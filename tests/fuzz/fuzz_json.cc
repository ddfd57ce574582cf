// layer: engine
// JsonWriter writes valid JSON for any bytes in a name or signature.
#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  dossier::JsonWriter writer;
  writer.begin_object().field("text", text).key("list").begin_array().value(text);
  writer.value(1.5).null().end_array().end_object();
  simdjson::dom::parser parser;
  if (parser.parse(writer.text()).error() != simdjson::SUCCESS) abort();
  return 0;
}
