#include "store/index/segment_writer.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "store/index/row_kind.h"

namespace dossier {

namespace {

// Text of a block. Of lines: measured on 450 MB of sources, smaller blocks cost a larger index and
// larger ones more lines to look at for each candidate.
constexpr size_t kSymbolBlock = 2 << 10, kContentBlock = 16 << 10;

}  // namespace

struct SegmentWriter::State {
  explicit State(IndexPart which)
      : part(which),
        blocks(
            [this](uint32_t first, uint32_t, std::string_view data) {
              const std::lock_guard lock(mutex);
              units.push_back({first, std::string(data)});
            },
            [this](uint32_t block, const search::BlockView& view) { grams.add_block(block, view); },
            which == IndexPart::symbols ? kSymbolBlock : kContentBlock,
            which == IndexPart::symbols ? search::RowShape::fields : search::RowShape::lines),
        thread([this] { work(); }) {}

  void work();

  IndexPart part;
  std::mutex mutex;
  std::condition_variable changed;
  struct Addition {
    Rows rows;
    size_t bytes = 0;
  };
  std::deque<Addition> queue;
  size_t queued_bytes = 0;
  std::vector<Unit> units;
  std::vector<search::BlockSpan> spans;
  bool closing = false;   // no module follows
  bool dropping = false;  // the rest is not wanted
  std::exception_ptr failure;

  // The worker's own.
  search::GramIndexBuilder grams;
  search::BlockWriter blocks;
  std::thread thread;
};

namespace {

void add_rows(search::BlockWriter& blocks, const Module& module) {
  blocks.add(static_cast<uint8_t>(RowKind::module), module.name, module.full_name, {});
  for (const auto& type : module.types) {
    blocks.add(static_cast<uint8_t>(RowKind::type), type.name, type.full_name, type.base_type);
    for (const auto& member : type.members)
      blocks.add(static_cast<uint8_t>(RowKind::member), member.name, member.full_name,
                 member.signature);
  }
}

// The types alone, for lookups of types: the base type's text carries the ordinal that the place in
// these blocks no longer tells.
void add_types(search::BlockWriter& blocks, const Module& module) {
  std::string detail;
  uint32_t ordinal = 1;
  for (const auto& type : module.types) {
    detail = std::to_string(ordinal) + ' ';
    detail += type.base_type;
    blocks.add(static_cast<uint8_t>(RowKind::type_alone), type.name, type.full_name, detail);
    ordinal += 1 + static_cast<uint32_t>(type.members.size());
  }
}

}  // namespace

void SegmentWriter::State::work() {
  try {
    for (;;) {
      Rows rows;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return !queue.empty() || closing || dropping; });
        if (dropping) return;
        if (queue.empty()) break;
        rows = std::move(queue.front().rows);
        queued_bytes -= queue.front().bytes;
        queue.pop_front();
      }
      changed.notify_all();
      blocks.begin_module();
      rows(blocks);
      spans.push_back(blocks.end_module());
    }
    blocks.finish();
  } catch (...) {
    const std::lock_guard lock(mutex);
    failure = std::current_exception();
  }
  changed.notify_all();
}

SegmentWriter::SegmentWriter(IndexPart part) : state_(std::make_unique<State>(part)) {}

SegmentWriter::~SegmentWriter() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->dropping = true;
  }
  state_->changed.notify_all();
  if (state_->thread.joinable()) state_->thread.join();
}

void SegmentWriter::add(std::shared_ptr<const Module> module) {
  add([module](search::BlockWriter& blocks) { add_rows(blocks, *module); });
  add([module](search::BlockWriter& blocks) { add_types(blocks, *module); });
}

void SegmentWriter::add(Rows rows, size_t bytes) {
  {
    std::unique_lock lock(state_->mutex);
    const auto has_room = [&] {
      return state_->queue.size() < 2 || state_->queued_bytes + bytes <= kQueuedBytes;
    };
    state_->changed.wait(lock, [&] { return has_room() || state_->failure; });
    if (state_->failure) std::rethrow_exception(state_->failure);
    state_->queue.push_back({std::move(rows), bytes});
    state_->queued_bytes += bytes;
  }
  state_->changed.notify_all();
}

std::vector<SegmentWriter::Unit> SegmentWriter::take_units() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->units, {});
}

std::vector<search::BlockSpan> SegmentWriter::finish() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->closing = true;
  }
  state_->changed.notify_all();
  state_->thread.join();
  if (state_->failure) std::rethrow_exception(state_->failure);
  return std::move(state_->spans);
}

IndexPart SegmentWriter::part() const { return state_->part; }
uint32_t SegmentWriter::blocks() const { return state_->blocks.block_count(); }
uint64_t SegmentWriter::text_bytes() const { return state_->blocks.text_bytes(); }

void SegmentWriter::postings(const std::function<void(search::Gram, std::string_view)>& sink) {
  state_->grams.finish(sink);
}

}  // namespace dossier
