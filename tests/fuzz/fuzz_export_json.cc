// layer: engine
// Whatever bytes come as a project export, the reader gives modules or an Error; what it takes, in
// one piece or in small ones, is JSON to simdjson too, and the facts are the same.
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/canonical.h"
#include "engine/error.h"
#include "engine/readers/export_json.h"

using namespace dossier;

namespace {

class Pieces final : public ByteInput {
 public:
  Pieces(std::string_view text, size_t step) : text_(text), step_(step) {}
  size_t read(char* buffer, size_t size) override {
    const size_t got = text_.copy(buffer, std::min(size, step_), at_);
    at_ += got;
    return got;
  }
  uint64_t consumed() const override { return at_; }
  std::optional<uint64_t> total() const override { return text_.size(); }
  const std::string& name() const override { return name_; }

 private:
  std::string_view text_;
  size_t step_;
  size_t at_ = 0;
  std::string name_ = "fuzz";
};

struct Read {
  std::string error;
  std::vector<ContentHash> modules;
  size_t keys = 0;
  uint64_t mended = 0;
};

Read read(ByteInput& input) {
  Read result;
  ExportOptions options;
  options.restart = [&] { result.modules.clear(); };
  options.path_map = {{"/a", "C:\\"}};
  try {
    const auto summary = read_export(input, options, [&](Fact&& fact) {
      const Module module = std::get<Module>(std::move(fact));
      result.modules.push_back(content_hash(module));
      for (const auto& type : module.types) {
        for (const auto& member : type.members) result.keys += member_key(type, member, {}).size();
      }
    });
    result.mended = summary.warnings.size();
    if (summary.modules != result.modules.size()) abort();
  } catch (const Error& error) {
    result.error = error.what();
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with("\x1f\x8b")) {
    const auto input = memory_bytes(text, "fuzz");
    read(*input);
    return 0;
  }
  Pieces whole(text, SIZE_MAX), small(text, 1 + size % 19);
  const Read first = read(whole), second = read(small);
  if (first.error != second.error) abort();
  if (!first.error.empty()) return 0;
  if (first.modules != second.modules) abort();
  // simdjson refuses numbers beyond a double and lone surrogates even where nothing reads them.
  const std::string_view body = text.substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  simdjson::dom::parser parser;
  const auto verdict = parser.parse(body.data(), body.size()).error();
  if (verdict != simdjson::SUCCESS && verdict != simdjson::NUMBER_ERROR &&
      verdict != simdjson::STRING_ERROR) {
    abort();
  }
  return 0;
}
