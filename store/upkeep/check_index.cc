#include "store/upkeep/check_index.h"

#include <map>
#include <utility>

#include "engine/search/grams.h"
#include "engine/search/postings.h"
#include "engine/stored.h"
#include "store/index/posting_lists.h"
#include "store/index/row_kind.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier {
namespace {

struct Segment {
  IndexPart part = IndexPart::symbols;
  int64_t id = 0;
  uint32_t blocks = 0;
  int64_t lists = 0;

  std::string name() const { return "segment " + std::to_string(id) + " of the search index"; }
};

// Adds the blocks of a unit; returns how many there are.
uint32_t add_unit(const search::Unit& unit, uint32_t first, search::GramIndexBuilder& grams) {
  std::string room;
  search::BlockView view;
  for (size_t i = 0; i < unit.block_count(); ++i) {
    view.read(unit.block(i, room));
    for (size_t row = 0; !view.lines() && row < view.size(); ++row)
      if (view.row(row).kind >= std::size(kRowKindNames))
        throw_damaged("a row of block " + std::to_string(first + i) + " has the kind " +
                      std::to_string(view.row(row).kind));
    grams.add_block(first + static_cast<uint32_t>(i), view);
  }
  return static_cast<uint32_t>(unit.block_count());
}

// Whether every block is there.
bool read_blocks(Store& store, const Segment& segment, search::GramIndexBuilder& grams,
                 Damage& damage) {
  uint32_t next = 0;
  bool is_whole = true;
  const int64_t begin = segment.id << 32;
  for (const auto& row : store.rows<sql::UnitsBetween>(begin, begin + UINT32_MAX)) {
    const auto first = static_cast<uint32_t>(row.id);
    const bool follows = is_whole && first == next;
    is_whole = false;
    damage.of([&] {
      search::Unit unit;
      unit.read(row.id, row.data);
      next = first + add_unit(unit, first, grams);
      is_whole = follows;
    });
  }
  if (next == segment.blocks && is_whole) return true;
  damage.add(segment.name() + ": of its " + std::to_string(segment.blocks) +
             " blocks some are missing or damaged");
  return false;
}

bool is_same(std::string_view stored, std::string_view list, uint32_t blocks) {
  if (stored == list) return true;
  search::BlockSet left(blocks), right(blocks);
  left.insert_postings(stored);
  right.insert_postings(list);
  const size_t count = left.count();
  left.intersect(right);
  return left.count() == count && right.count() == count;
}

void check_lists(Store& store, const Segment& segment, search::GramIndexBuilder& grams,
                 Damage& damage) {
  std::string room;
  int64_t lists = 0;
  const auto part = static_cast<int64_t>(segment.part);
  grams.finish([&](search::Gram gram, std::string_view list) {
    ++lists;
    damage.of([&] {
      auto rows = store.rows<sql::PostingInSegment>(part, static_cast<int64_t>(gram), segment.id);
      const auto row = rows.next();
      if (!row || !is_same(posting_list(store.statements(), segment.id, gram, row->blocks, room),
                           list, segment.blocks))
        throw_damaged("the list of '" + search::spell(gram) + "' in " + segment.name() +
                      (row ? " differs from its blocks" : " is missing"));
    });
  });
  if (lists < segment.lists)
    damage.add(segment.name() + ": has posting lists of what none of its blocks has");
}

}  // namespace

void check_index(Store& store, Damage& damage) {
  std::map<std::pair<int64_t, int64_t>, int64_t> lists;
  for (const auto& row : store.rows<sql::ListsOfSegments>())
    lists[{row.part, row.segment}] = row.lists;
  for (const auto part : {IndexPart::symbols, IndexPart::contents}) {
    std::vector<Segment> segments;
    for (const auto& row : store.rows<sql::Segments>(static_cast<int64_t>(part)))
      segments.push_back({part, row.id, stored_blocks(row.blocks, "_segment.blocks"),
                          std::exchange(lists[{static_cast<int64_t>(part), row.id}], 0)});
    for (const auto& segment : segments)
      damage.of([&] {
        search::GramIndexBuilder grams;
        if (read_blocks(store, segment, grams, damage)) check_lists(store, segment, grams, damage);
      });
  }
  for (const auto& [key, count] : lists)
    if (count != 0)
      damage.add("posting lists of segment " + std::to_string(key.second) + ", which is missing");
}

}  // namespace dossier
