#include "store/pages/tree.h"

#include <algorithm>
#include <cstring>

#include "store/pages/record.h"

namespace dossier::pages {
namespace {

enum PageType : uint8_t { kIndexInner = 2, kTableInner = 5, kIndexLeaf = 10, kTableLeaf = 13 };
constexpr uint32_t kLeafHeader = 8;
constexpr uint32_t kInnerHeader = 12;
// How much of a record stays in its cell (file format, 1.6).
constexpr size_t kMostInTable = kPageBytes - 35;
constexpr size_t kMostInIndex = (kPageBytes - 12) * 64 / 255 - 23;
constexpr size_t kLeast = (kPageBytes - 12) * 32 / 255 - 23;

size_t local_bytes(size_t size, size_t most) {
  if (size <= most) return size;
  const size_t left = kLeast + (size - kLeast) % (kPageBytes - 4);
  return left <= most ? left : kLeast;
}

/// The pages above others, filled one after the other.
class Inner {
 public:
  explicit Inner(uint8_t type) : type_(type) {}
  bool fits(std::string_view cell) const {
    return kInnerHeader + 2 * (cells_ + 1) + 4 + cell.size() <= content_;
  }
  void add(uint32_t left, std::string_view cell) {
    content_ -= static_cast<uint32_t>(4 + cell.size());
    put32(&page_[content_], left);
    std::memcpy(&page_[content_ + 4], cell.data(), cell.size());
    put16(&page_[kInnerHeader + 2 * cells_++], content_);
    last_size_ = static_cast<uint32_t>(4 + cell.size());
  }
  void drop_last() {
    --cells_;
    content_ += last_size_;
  }
  const Page& end(uint32_t right) {
    page_[0] = type_;
    put16(&page_[3], cells_);
    put16(&page_[5], content_);
    put32(&page_[8], right);
    return page_;
  }

 private:
  uint8_t type_;
  Page page_{};
  uint32_t cells_ = 0;
  uint32_t content_ = kPageBytes;
  uint32_t last_size_ = 0;
};

}  // namespace

void Tree::begin_leaf() {
  leaf_.fill(0);
  leaf_[0] = kind_ == table ? kTableLeaf : kIndexLeaf;
  cells_ = 0;
  content_ = kPageBytes;
  overflows_.clear();
}

uint32_t Tree::cell_offset(uint32_t at) const {
  const uint8_t* pointer = &leaf_[kLeafHeader + 2 * at];
  return uint32_t{pointer[0]} << 8 | pointer[1];
}

// Makes cell_, and writes the pages of what does not fit into it: from the last to the first, since
// each names the next.
std::optional<uint32_t> Tree::make_cell(std::string_view head, std::string_view record,
                                        size_t most) {
  const size_t local = local_bytes(record.size(), most);
  cell_.assign(head);
  cell_ += record.substr(0, local);
  if (local == record.size()) return std::nullopt;
  cell_.append(4, '\0');
  const std::string_view rest = record.substr(local);
  std::optional<uint32_t> next;
  constexpr size_t kRoom = kPageBytes - 4;
  for (size_t piece = (rest.size() + kRoom - 1) / kRoom; piece-- > 0;) {
    Page page{};
    const std::string_view part = rest.substr(piece * kRoom, kRoom);
    std::memcpy(&page[4], part.data(), part.size());
    const uint32_t number = spool_.add(page);
    if (next) spool_.point(number, 0, *next);
    next = number;
  }
  return next;
}

bool Tree::has_room(size_t bytes) const {
  return kLeafHeader + 2 * (cells_ + 1) + bytes <= content_;
}

/// Where to write the leaf's next cell, for which there is room.
uint8_t* Tree::new_cell(size_t bytes) {
  content_ -= static_cast<uint32_t>(bytes);
  put16(&leaf_[kLeafHeader + 2 * cells_++], content_);
  return &leaf_[content_];
}

/// Puts cell_ into the leaf; false where there is no room.
bool Tree::place() {
  if (!has_room(cell_.size())) return false;
  std::memcpy(new_cell(cell_.size()), cell_.data(), cell_.size());
  if (cell_overflow_) overflows_.push_back({cells_ - 1, *cell_overflow_});
  return true;
}

void Tree::end_leaf(Separator separator) {
  put16(&leaf_[3], cells_);
  put16(&leaf_[5], content_);
  const uint32_t number = spool_.add(leaf_);
  for (const Overflow& one : overflows_) {
    const uint32_t end = one.cell == 0 ? kPageBytes : cell_offset(one.cell - 1);
    spool_.point(number, end - 4, one.page);
  }
  leaves_.push_back(number);
  separators_.push_back(std::move(separator));
  begin_leaf();
}

void Tree::add(int64_t rowid, Record& record) {
  uint8_t head[18];
  size_t size = put_varint(head, record.size());
  size += put_varint(head + size, static_cast<uint64_t>(rowid));
  if (record.size() <= kMostInTable && has_room(size + record.size())) {
    uint8_t* cell = new_cell(size + record.size());
    std::memcpy(cell, head, size);
    record.copy_to(cell + size);
    last_rowid_ = rowid;
    return;
  }
  cell_overflow_ = make_cell({reinterpret_cast<char*>(head), size}, record.bytes(), kMostInTable);
  if (!place()) {
    uint8_t key[9];
    const size_t bytes = put_varint(key, static_cast<uint64_t>(last_rowid_));
    end_leaf({std::string(reinterpret_cast<char*>(key), bytes), std::nullopt});
    place();
  }
  last_rowid_ = rowid;
}

void Tree::add(Record& record) {
  if (held_) end_leaf({cell_, cell_overflow_});
  held_ = false;
  uint8_t head[9];
  const size_t size = put_varint(head, record.size());
  if (record.size() <= kMostInIndex && has_room(size + record.size())) {
    uint8_t* cell = new_cell(size + record.size());
    std::memcpy(cell, head, size);
    record.copy_to(cell + size);
    return;
  }
  cell_overflow_ = make_cell({reinterpret_cast<char*>(head), size}, record.bytes(), kMostInIndex);
  held_ = !place();
}

// The last cell of the leaf, which leaves it.
Tree::Separator Tree::take_last() {
  const uint32_t end = cells_ == 1 ? kPageBytes : cell_offset(cells_ - 2);
  Separator taken{{reinterpret_cast<char*>(&leaf_[content_]), end - content_}, std::nullopt};
  if (!overflows_.empty() && overflows_.back().cell == cells_ - 1) {
    taken.overflow = overflows_.back().page;
    overflows_.pop_back();
  }
  std::memset(&leaf_[content_], 0, end - content_);
  content_ = end;
  --cells_;
  put16(&leaf_[kLeafHeader + 2 * cells_], 0);
  return taken;
}

// Pages over `pages`, with what separates them. No page may be empty, so the last but one gives up
// a cell where the last would have none.
void Tree::write_level(std::vector<uint32_t>& pages, std::vector<Separator>& separators,
                       uint32_t base) {
  const uint8_t type = kind_ == table ? kTableInner : kIndexInner;
  std::vector<uint32_t> above;
  std::vector<Separator> between;
  Inner inner(type);
  const auto end = [&](uint32_t right) {
    above.push_back(number_of(spool_.add(inner.end(right)), base));
    inner = Inner(type);
  };
  for (size_t i = 0; i < separators.size(); ++i) {
    if (inner.fits(separators[i].cell)) {
      inner.add(pages[i], separators[i].cell);
      continue;
    }
    if (i + 1 < separators.size()) {
      end(pages[i]);
      between.push_back(std::move(separators[i]));
      continue;
    }
    inner.drop_last();
    end(pages[i - 1]);
    between.push_back(std::move(separators[i - 1]));
    inner.add(pages[i], separators[i].cell);
  }
  end(pages.back());
  pages = std::move(above);
  separators = std::move(between);
}

Page Tree::finish(uint32_t base) {
  if (held_) {  // nothing came behind it: it needs a leaf, and another cell separates
    const std::string last = cell_;
    const auto overflow = cell_overflow_;
    end_leaf(take_last());
    cell_ = last;
    cell_overflow_ = overflow;
    place();
  }
  if (leaves_.empty()) {
    put16(&leaf_[3], cells_);
    put16(&leaf_[5], content_);
    for (const Overflow& one : overflows_) {
      const uint32_t end = one.cell == 0 ? kPageBytes : cell_offset(one.cell - 1);
      put32(&leaf_[end - 4], number_of(one.page, base));
    }
    return leaf_;
  }
  end_leaf({});
  separators_.pop_back();
  std::vector<uint32_t> pages;
  for (const uint32_t leaf : leaves_) pages.push_back(number_of(leaf, base));
  for (Separator& separator : separators_)
    if (separator.overflow)
      put32(reinterpret_cast<uint8_t*>(&separator.cell[separator.cell.size() - 4]),
            number_of(*separator.overflow, base));
  for (;;) {
    Inner root(kind_ == table ? kTableInner : kIndexInner);
    size_t taken = 0;
    while (taken < separators_.size() && root.fits(separators_[taken].cell)) {
      root.add(pages[taken], separators_[taken].cell);
      ++taken;
    }
    if (taken == separators_.size()) return root.end(pages.back());
    write_level(pages, separators_, base);
  }
}

}  // namespace dossier::pages
