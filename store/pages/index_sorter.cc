#include "store/pages/index_sorter.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/error.h"
#include "store/pages/record.h"

namespace dossier {
namespace {

uint32_t small(int64_t value) {
  if (value < 0 || value > UINT32_MAX)
    throw Error(ErrorCode::limit, "more rows than a first import can number");
  return static_cast<uint32_t>(value);
}

// What is sorted: most texts differ in their first eight bytes, or are compared as a whole.
struct Key {
  uint64_t prefix;
  const char* text;
  uint32_t size;
  uint32_t rowid;
};

uint64_t prefix_of(std::string_view text) {
  uint64_t prefix = 0;
  for (size_t i = 0; i < 8; ++i)
    prefix = prefix << 8 | (i < text.size() ? static_cast<uint8_t>(text[i]) : 0);
  return prefix;
}

}  // namespace

void IndexSorter::add(const PendingRows& rows, size_t row, int64_t rowid) {
  using Field = PendingRows::Field;
  if (is_text_) {
    const Field& field = rows.at(row, static_cast<size_t>(columns_[0]));
    const std::string_view text(rows.texts().data() + field.value, field.size);
    texts_ += text;
    text_ends_.push_back({small(static_cast<int64_t>(texts_.size())), small(rowid)});
    return;
  }
  if (skips_null_ && rows.at(row, static_cast<size_t>(columns_[0])).type == Field::null) return;
  for (const int column : columns_)
    numbers_.push_back(small(column < 0 ? rowid : rows.at(row, static_cast<size_t>(column)).value));
}

// An assigned {} would keep the room.
void IndexSorter::forget() {
  std::vector<uint32_t>().swap(numbers_);
  std::string().swap(texts_);
  std::vector<Text>().swap(text_ends_);
}

// By digits of eleven bits, the lowest first; one that is the same everywhere is passed over.
void IndexSorter::sort_numbers() {
  constexpr uint32_t kBits = 11, kDigits = 1u << kBits;
  const size_t width = columns_.size(), count = numbers_.size() / width;
  std::vector<uint32_t> other(numbers_.size());
  for (size_t column = sorted_; column-- > 0;) {
    for (uint32_t shift = 0; shift < 32; shift += kBits) {
      std::vector<size_t> starts(kDigits + 1);
      const auto digit = [&](size_t row) {
        return numbers_[row * width + column] >> shift & (kDigits - 1);
      };
      for (size_t row = 0; row < count; ++row) ++starts[digit(row) + 1];
      if (count == 0 || starts[digit(0) + 1] == count) continue;
      for (size_t i = 1; i <= kDigits; ++i) starts[i] += starts[i - 1];
      for (size_t row = 0; row < count; ++row)
        std::memcpy(&other[starts[digit(row)]++ * width], &numbers_[row * width],
                    width * sizeof other[0]);
      numbers_.swap(other);
    }
  }
}

void IndexSorter::write_texts(pages::Tree& tree) {
  std::vector<Key> keys;
  keys.reserve(text_ends_.size());
  uint32_t begin = 0;
  for (const Text& one : text_ends_) {
    const std::string_view text(texts_.data() + begin, one.end - begin);
    keys.push_back({prefix_of(text), text.data(), one.end - begin, one.rowid});
    begin = one.end;
  }
  std::vector<Text>().swap(text_ends_);
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    const int order = std::memcmp(a.text, b.text, std::min(a.size, b.size));
    return order != 0 ? order < 0 : a.size < b.size;
  });
  pages::Record record;
  for (const Key& key : keys) {
    record.clear();
    record.text({key.text, key.size});
    record.integer(key.rowid);
    tree.add(record);
  }
}

void IndexSorter::write(pages::Tree& tree) {
  if (is_text_) {
    write_texts(tree);
  } else {
    sort_numbers();
    pages::Record record;
    for (size_t at = 0; at < numbers_.size(); at += columns_.size()) {
      record.clear();
      for (size_t i = 0; i < columns_.size(); ++i) record.integer(numbers_[at + i]);
      tree.add(record);
    }
  }
  forget();
}

}  // namespace dossier
