// layer: engine
// Reading any bytes as a unit or posting list gives rows or Error{corrupt}; written rows are read
// back unchanged.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/error.h"
#include "engine/search/block.h"
#include "engine/search/grams.h"
#include "engine/search/packed_list.h"
#include "engine/search/postings.h"

using namespace dossier::search;

namespace {

void read_unit(std::string_view bytes) {
  Unit unit;
  std::string room;
  unit.read(0, bytes);
  BlockView view;
  GramIndexBuilder grams;
  for (size_t i = 0; i < unit.block_count(); ++i) {
    view.read(unit.block(i, room));
    for (size_t row = 0; row < view.size(); ++row) {
      const Row fields = view.row(row);
      const size_t newlines = view.lines() ? 1 : 3;
      if (fields.name.size() + fields.full.size() + fields.detail.size() + newlines !=
          view.row_start(row + 1) - view.row_start(row)) {
        abort();
      }
      if (view.row_at(view.row_start(row)) != row) abort();
    }
    grams.add_block(static_cast<uint32_t>(i), view);
  }
}

void write_and_read(std::string_view text) {
  std::string packed;
  BlockWriter writer([&](uint32_t, uint32_t, std::string_view bytes) { packed = bytes; }, nullptr);
  writer.begin_module();
  const size_t half = text.size() / 2;
  writer.add(3, text.substr(0, half), text, text.substr(half));
  writer.end_module();
  writer.finish();
  Unit unit;
  std::string room;
  unit.read(0, packed);
  BlockView view;
  view.read(unit.block(0, room));
  const Row row = view.row(0);
  if (row.kind != 3 || row.name != text.substr(0, half) || row.full != text ||
      row.detail != text.substr(half)) {
    abort();
  }
}

// The lines of a text come back as they were, with a newline after the last.
void write_and_read_lines(std::string_view text) {
  std::string back;
  uint32_t rows = 0;
  BlockWriter writer(
      [&](uint32_t first, uint32_t, std::string_view bytes) {
        Unit unit;
        std::string room;
        unit.read(first, bytes);
        BlockView view;
        for (size_t i = 0; i < unit.block_count(); ++i) {
          view.read(unit.block(i, room));
          if (!view.lines() || view.first_ordinal() != rows) abort();
          rows += static_cast<uint32_t>(view.size());
          for (size_t row = 0; row < view.size(); ++row) back.append(view.row(row).detail) += '\n';
        }
      },
      nullptr, 64, RowShape::lines);
  writer.begin_module();
  writer.add_lines(text);
  writer.end_module();
  writer.finish();
  std::string expected(text);
  if (!expected.empty() && expected.back() != '\n') expected += '\n';
  if (back != expected) abort();
}

// A list made of the bytes as distances comes back, and so does its packed form.
void encode_and_decode(std::string_view bytes) {
  std::vector<uint32_t> blocks;
  uint32_t next = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    next += byte < 0xC0 ? byte : (byte - 0xC0u) << 5;
    blocks.push_back(next++);
  }
  std::string packed(1, '\2');
  dossier::search::detail::pack(blocks, packed);
  for (const std::string& list : {encode_postings(blocks), packed}) {
    BlockSet set(next);
    set.insert_postings(list);
    if (set.count() != blocks.size()) abort();
    for (const uint32_t block : blocks)
      if (!set.contains(block)) abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  write_and_read(bytes);
  write_and_read_lines(bytes);
  try {
    BlockSet set(5000);
    set.insert_postings(bytes);
    if (set.next(0) > 5000 || set.count() > 5000) abort();
  } catch (const dossier::Error& error) {
    if (error.code() != dossier::ErrorCode::corrupt) abort();
  }
  encode_and_decode(bytes);
  try {
    read_unit(bytes);
  } catch (const dossier::Error& error) {
    if (error.code() != dossier::ErrorCode::corrupt) abort();
  }
  return 0;
}
