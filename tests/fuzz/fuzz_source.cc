// layer: engine
// Source files. The input's first line is the extension of a language that has a grammar, the rest
// is its file: the reader gives a module for any bytes, the same one again, within the text's
// lines.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "engine/canonical.h"
#include "engine/error.h"
#include "engine/readers/languages/source_file.h"

using namespace dossier;

namespace {

[[noreturn]] void fail(std::string_view what) {
  std::cerr << what << "\n";
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 20'000) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto extension = input.substr(0, input.find('\n'));
  const auto* const row = languages::of("order." + std::string(extension));
  if (extension.size() == size || !row || !row->grammar) return 0;
  const languages::Language& language = *row;
  const std::string_view text = input.substr(extension.size() + 1);
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
