#include "store/index/segment_writer.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace dossier {

namespace {

// Text of a block. Of lines: measured on 450 MB of sources, smaller blocks cost a larger index and
// larger ones more lines to look at for each candidate.
constexpr size_t kSymbolBlock = 2 << 10, kContentBlock = 16 << 10;

}  // namespace

struct SegmentWriter::State {
  State(IndexPart which, SegmentOptions with)
      : part(which), options(with), thread([this] { work(); }) {}

  void work();
  void begin_segment();
  void end_segment();

  const IndexPart part;
  const SegmentOptions options;
  std::mutex mutex;
  std::condition_variable changed;
  struct Addition {
    Rows rows, types;
    size_t bytes = 0;
  };
  std::deque<Addition> queue;
  size_t queued_bytes = 0;
  std::vector<Unit> units;
  std::vector<Segment> segments;
  std::vector<Place> places;
  bool closing = false;   // no module follows
  bool dropping = false;  // the rest is not wanted
  std::exception_ptr failure;

  // The worker's own.
  uint32_t segment = 0;
  std::optional<search::GramIndexBuilder> grams;  // of the segment that is open
  std::optional<search::BlockWriter> blocks;      // likewise
  std::thread thread;
};

void add_rows(const Module& module, const RowSink& add) {
  add(RowKind::module, module.name, module.full_name, {});
  for (const auto& type : module.types) {
    add(RowKind::type, type.name, type.full_name, type.base_type);
    for (const auto& member : type.members)
      add(RowKind::member, member.name, member.full_name, member.signature);
  }
}

void add_type_rows(const Module& module, const RowSink& add) {
  std::string detail;
  uint32_t ordinal = 1;
  for (const auto& type : module.types) {
    detail = std::to_string(ordinal) + ' ';
    detail += type.base_type;
    add(RowKind::type_alone, type.name, type.full_name, detail);
    ordinal += 1 + static_cast<uint32_t>(type.members.size());
  }
}

namespace {

RowSink into(search::BlockWriter& blocks) {
  return [&blocks](RowKind kind, std::string_view name, std::string_view full,
                   std::string_view detail) {
    blocks.add(static_cast<uint8_t>(kind), name, full, detail);
  };
}

}  // namespace

void SegmentWriter::State::begin_segment() {
  grams.emplace();
  blocks.emplace(
      [this](uint32_t first, uint32_t, std::string_view data) {
        const std::lock_guard lock(mutex);
        units.push_back({segment, first, std::string(data)});
      },
      [this](uint32_t block, const search::BlockView& view) { grams->add_block(block, view); },
      part == IndexPart::symbols ? kSymbolBlock : kContentBlock,
      part == IndexPart::symbols ? search::RowShape::fields : search::RowShape::lines,
      options.effort);
}

void SegmentWriter::State::end_segment() {
  if (!blocks) return;
  blocks->finish();
  const std::lock_guard lock(mutex);
  segments.push_back({segment++, blocks->block_count(), blocks->text_bytes(), std::move(*grams)});
  blocks.reset();
}

void SegmentWriter::State::work() {
  try {
    for (;;) {
      Addition next;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !queue.empty() || closing || dropping; });
        if (dropping) return;
        if (queue.empty()) break;
        next = std::move(queue.front());
        queued_bytes -= next.bytes;
        queue.pop_front();
      }
      changed.notify_all();
      if (!blocks) begin_segment();
      Place& place = places.emplace_back();
      place.segment = segment;
      blocks->begin_module();
      next.rows(*blocks);
      place.rows = blocks->end_module();
      if (next.types) {
        blocks->begin_module();
        next.types(*blocks);
        place.type_blocks = blocks->end_module().block_count;
      }
      if (grams->size() >= options.most_postings) end_segment();
    }
    end_segment();
  } catch (...) {
    const std::lock_guard lock(mutex);
    failure = std::current_exception();
  }
  changed.notify_all();
}

SegmentWriter::SegmentWriter(IndexPart part, SegmentOptions options)
    : state_(std::make_unique<State>(part, options)) {}

SegmentWriter::~SegmentWriter() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->dropping = true;
  }
  state_->changed.notify_all();
  if (state_->thread.joinable()) state_->thread.join();
}

void SegmentWriter::add(std::shared_ptr<const Module> module) {
  add([module](search::BlockWriter& blocks) { add_rows(*module, into(blocks)); }, kQueuedBytes,
      [module](search::BlockWriter& blocks) { add_type_rows(*module, into(blocks)); });
}

void SegmentWriter::add(Rows rows, size_t bytes, Rows types) {
  {
    std::unique_lock lock(state_->mutex);
    const auto has_room = [&] {
      return state_->queue.size() < 2 || state_->queued_bytes + bytes <= kQueuedBytes;
    };
    state_->changed.wait(lock, [&] { return has_room() || state_->failure; });
    if (state_->failure) std::rethrow_exception(state_->failure);
    state_->queue.push_back({std::move(rows), std::move(types), bytes});
    state_->queued_bytes += bytes;
  }
  state_->changed.notify_all();
}

std::vector<SegmentWriter::Unit> SegmentWriter::take_units() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->units, {});
}

std::vector<SegmentWriter::Segment> SegmentWriter::take_segments() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->segments, {});
}

std::vector<SegmentWriter::Place> SegmentWriter::finish() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->closing = true;
  }
  state_->changed.notify_all();
  state_->thread.join();
  if (state_->failure) std::rethrow_exception(state_->failure);
  return std::move(state_->places);
}

IndexPart SegmentWriter::part() const { return state_->part; }

}  // namespace dossier
