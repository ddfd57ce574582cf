// layer: engine
// Any pattern is refused as invalid or gives a sound plan: if the pattern matches a field, the plan
// selects the field's block, and the search of the block finds the row.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/error.h"
#include "engine/search/matcher.h"
#include "engine/search/scan.h"

using namespace dossier::search;

namespace {

/// One block of two rows. The grams are looked for in the text itself: an index of 2^18 lists for
/// each input would take nearly all of the time.
class OneBlock final : public Index {
 public:
  explicit OneBlock(std::string_view field) {
    BlockWriter writer([&](uint32_t, uint32_t, std::string_view bytes) { unit_.read(0, bytes); },
                       nullptr);
    writer.begin_module();
    writer.add(0, "", "other", "");
    writer.add(1, "before", field, "");
    writer.end_module();
    writer.finish();
    append_symbols(field, symbols_);
  }

  void postings(Gram gram, const PostingVisitor& visit) override {
    std::string wanted;
    for (uint32_t left = gram >> kGramBits; left > 0; --left) {
      wanted += static_cast<char>(gram >> (left - 1) * 6 & 63);
    }
    if (symbols_.find(wanted) != std::string::npos) visit(0, std::string_view("\0\0", 2));
  }

  const BlockView& block(uint32_t, uint32_t block) override {
    view_.read(unit_.block(block, room_));
    return view_;
  }
  uint32_t blocks() const { return static_cast<uint32_t>(unit_.block_count()); }

 private:
  Unit unit_;
  std::string room_;
  BlockView view_;
  std::string symbols_;
};

}  // namespace

// The input's first line is the pattern, the rest is the field.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 1000) return 0;  // one block
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t line = std::min(text.find('\n'), size);
  const std::string_view field = text.substr(std::min(line + 1, size));
  try {
    const RegexMatcher matcher(text.substr(0, line));
    const bool found = matcher.matches(field);
    OneBlock index(field);
    FieldMasks masks;
    masks.set(0, 0).set(1, kFullField);
    Scan scan(matcher.plan(), matcher, masks, {{0, 0, index.blocks(), 0}}, index);
    if ((scan.count() == 1) != found) abort();
  } catch (const dossier::Error& error) {
    if (error.code() != dossier::ErrorCode::invalid && error.code() != dossier::ErrorCode::limit) {
      abort();
    }
  }
  return 0;
}
