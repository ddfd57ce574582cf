// An import writes a segment of the search index whenever the lists in memory reach a bound. Where
// segments end changes nothing that is found.
#include <algorithm>
#include <memory>
#include <sstream>

#include "queries/ops/json_sink.h"
#include "store/import/import.h"
#include "store/index/segment_writer.h"
#include "tests/unit/every_commit.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using test::rows_of;

namespace {

void write_sources(const test::Scratch& folder) {
  for (int file = 0; file < 40; ++file) {
    std::ostringstream text;
    text << "package shop\n";
    for (int i = 0; i < 25; ++i)
      text << "// Price" << i * file << " is the price of number " << i << "\nfunc price" << file
           << "x" << i << "(of Currency) { total" << i << "(of) }\n";
    folder.write("d" + std::to_string(file % 7) + "/f" + std::to_string(file) + ".go", text.str());
  }
}

Store imported(const test::Scratch& folder, size_t most_postings) {
  Store store = open_in_memory();
  ImportOptions options;
  options.path = folder.path().string();
  options.project = "P";
  options.most_postings = most_postings;
  import(store, options);
  return store;
}

int64_t segments(Store& store, int part) {
  return store.database().number(
      ("SELECT count(*) FROM _segment WHERE part = " + std::to_string(part)).c_str());
}

std::vector<std::string> answers(Store& store) {
  std::vector<std::string> all;
  for (const char* pattern : {"price1.x2", "(?i)PRICE", "total(3|24)\\b", "e.*9.*y", "zq", "."}) {
    all.push_back(run_to_json(store, kBroad, {{"pattern", pattern}, {"limit", "300"}}).body);
    all.push_back(run_to_json(store, kGrep, {{"pattern", pattern}, {"limit", "500"}}).body);
  }
  all.push_back(run_to_json(store, kFind, {{"q", "price total"}}).body);
  all.push_back(run_to_json(store, kFind, {{"q", "kind:file currency number"}}).body);
  return all;
}

}  // namespace

TEST_CASE("many segments of an import answer as one does") {
  const test::Scratch folder;
  write_sources(folder);
  const size_t most_postings = GENERATE(size_t{1}, size_t{3000});
  Store one = imported(folder, SegmentOptions().most_postings);
  Store many = imported(folder, most_postings);
  REQUIRE(segments(one, 0) == 1);
  REQUIRE(segments(one, 1) == 1);
  // With a bound that every addition reaches, each module and text has a segment.
  CHECK(segments(many, 0) >= (most_postings == 1 ? 40 : 3));
  CHECK(segments(many, 1) >= (most_postings == 1 ? 40 : 3));
  const auto shown = test::every_view(one, "'P'");
  const auto shown_of_many = test::every_view(many, "'P'");
  for (const auto& [view, rows] : shown) {
    INFO(view);
    if (view == "snapshots" || view == "projects") continue;  // when they were imported
    CHECK(rows == shown_of_many.at(view));
  }
  CHECK(answers(many) == answers(one));
  test::require_keys(many);
}

TEST_CASE("the same input makes the same segments") {
  const test::Scratch folder;
  write_sources(folder);
  const auto stored = [&] {
    Store store = imported(folder, 3000);
    auto rows = rows_of(store, "SELECT * FROM _segment");
    for (const char* more : {"SELECT id, hex(data) FROM _unit",
                             "SELECT part, gram, segment, hex(blocks) FROM _posting",
                             "SELECT id, segment, first_block, blocks FROM _content",
                             "SELECT id, segment, first_block, blocks, type_blocks FROM _module"}) {
      const auto next = rows_of(store, more);
      rows.insert(rows.end(), next.begin(), next.end());
    }
    return rows;
  };
  CHECK(stored() == stored());
}

TEST_CASE("texts that are packed better take less room and are the same") {
  std::string text;
  for (int line = 0; line < 3000; ++line)
    text += "  return price_of(" + std::to_string(line * 31 % 977) + ", currency); // ü\n";
  for (const IndexPart part : {IndexPart::symbols, IndexPart::contents}) {
    size_t packed[2] = {0, 0};
    std::string unpacked[2];
    for (const auto effort : {search::Effort::quick, search::Effort::small}) {
      SegmentWriter writer(part, SegmentOptions{.effort = effort});
      writer.add([&](search::BlockWriter& blocks) {
        if (part == IndexPart::contents) return blocks.add_lines(text);
        for (int row = 0; row < 3000; ++row)
          blocks.add(0, "price", "Shop.price" + std::to_string(row), text.substr(row, 60));
      });
      writer.finish();
      const auto which = static_cast<size_t>(effort);
      for (const auto& unit : writer.take_units()) {
        packed[which] += unit.data.size();
        search::Unit read;
        read.read(unit.first_block, unit.data);
        std::string room;
        search::BlockView view;
        for (size_t i = 0; i < read.block_count(); ++i) {
          view.read(read.block(i, room));
          unpacked[which] += view.text();
        }
      }
    }
    CHECK(unpacked[0] == unpacked[1]);
    CHECK(packed[1] < packed[0]);
    if (part == IndexPart::contents) CHECK(unpacked[0] == text);
  }
}

TEST_CASE("a segment ends with the addition that reaches the bound") {
  constexpr size_t kBound = 2000;
  SegmentWriter writer(IndexPart::contents, SegmentOptions{.most_postings = kBound});
  constexpr int kTexts = 200;
  size_t largest = 0;
  for (int i = 0; i < kTexts; ++i) {
    std::string text;
    for (int line = 0; line < 1 + i % 9; ++line)
      text += "line " + std::to_string(i * 977 + line) + " of a text\n";
    // So many grams, of three symbols or fewer, may begin at a character.
    largest = std::max(largest, 3 * text.size());
    const size_t bytes = text.size();
    writer.add([text = std::move(text)](search::BlockWriter& blocks) { blocks.add_lines(text); },
               bytes);
  }
  const auto places = writer.finish();
  const auto segments = writer.take_segments();
  REQUIRE(places.size() == kTexts);
  REQUIRE(segments.size() > 5);
  for (size_t i = 0; i < segments.size(); ++i) {
    CHECK(segments[i].number == i);
    CHECK((segments[i].lists.size() >= kBound || i + 1 == segments.size()));
    CHECK(segments[i].lists.size() < kBound + largest);
  }
  // Blocks are numbered from 0 in each, and no text stands in two.
  uint32_t segment = 0, next = 0;
  for (const auto& place : places) {
    if (place.segment != segment) {
      CHECK(place.segment == segment + 1);
      CHECK(next == segments[segment].blocks);
      segment = place.segment;
      next = 0;
    }
    CHECK(place.rows.first_block == next);
    next += place.rows.block_count;
  }
}
