// layer: engine
// Any pattern is refused as invalid or gives a sound plan: where the pattern matches a field, an
// index of that field admits its block, and the search of the block finds the row.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/error.h"
#include "engine/search/matcher.h"
#include "engine/search/memory_index.h"
#include "engine/search/scan.h"

using namespace dossier::search;

// The input's first line is the pattern, the rest is the field.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 4096) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(text.find('\n'), size);
  const std::string_view field = text.substr(std::min(line + 1, size));
  try {
    const RegexMatcher matcher(text.substr(0, line));
    const bool found = matcher.matches(field);
    MemoryIndex index;
    index.begin_module();
    index.add(0, "", "other", "");
    index.add(1, "before", field, "");
    const BlockSpan span = index.end_module();
    index.finish();
    FieldMasks masks;
    masks.set(0, 0).set(1, kFullField);
    Scan scan(matcher.plan(), matcher, masks, {{0, span.first_block, span.block_count, 0}}, index);
    if ((scan.count() == 1) != found) abort();
  } catch (const dossier::Error& error) {
    if (error.code() != dossier::ErrorCode::invalid && error.code() != dossier::ErrorCode::limit) {
      abort();
    }
  }
  return 0;
}
