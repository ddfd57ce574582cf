// layer: engine
// Source files. The input's first byte draws a language that has a grammar, the rest is its file:
// the reader gives a module for any bytes, the same one again, within the text's lines.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "engine/canonical.h"
#include "engine/error.h"
#include "engine/readers/languages/source.h"

using namespace dossier;

namespace {

[[noreturn]] void fail(std::string_view what) {
  std::cerr << what << "\n";
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<const languages::Language*> kParsed = [] {
    std::vector<const languages::Language*> out;
    for (const auto* language : languages::all())
      if (language->grammar != nullptr) out.push_back(language);
    return out;
  }();
  if (size == 0 || size > 20'000) return 0;
  const auto& language = *kParsed[data[0] % kParsed.size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto lines = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n') + 1);
  try {
    const auto file = languages::read({"src/shop/order.x", text, 0, nullptr}, language);
    if (!file) fail("no module");
    for (const auto& type : file->module.types) {
      if (type.line > lines || type.end_line > lines) fail("a type beyond the text");
      for (const auto& member : type.members)
        if (member.line > lines || member.end_line > lines) fail("a member beyond the text");
    }
    if (file->timed_out) return 0;
    const auto again = languages::read({"src/shop/order.x", text, 0, nullptr}, language);
    if (!again->timed_out && content_hash(file->module) != content_hash(again->module))
      fail("read again it is another module");
  } catch (const Error& error) {
    if (error.code() != ErrorCode::limit) fail(error.what());
  }
  return 0;
}
