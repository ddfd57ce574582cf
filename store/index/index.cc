#include "store/index/index.h"

#include <algorithm>

#include "engine/error.h"
#include "engine/first_row.h"
#include "store/index/posting_lists.h"
#include "store/index/segment_bounds.h"
#include "store/sql.h"

namespace dossier {
namespace {

constexpr size_t kOwnCache = size_t{16} << 20;
constexpr size_t kCachedScopes = 8;
// Where most directories of units of lines end.
constexpr size_t kHead = 512;

}  // namespace

SearchIndex::SearchIndex(Database& db, std::shared_ptr<UnitCache> units)
    : statements_(db), cache_(units ? std::move(units) : std::make_shared<UnitCache>(kOwnCache)) {}

void SearchIndex::postings(IndexPart part, search::Gram gram,
                           const search::Index::PostingVisitor& visit) {
  for (const auto& row :
       statements_.rows<sql::Posting>(static_cast<int64_t>(part), static_cast<int64_t>(gram)))
    visit(static_cast<uint32_t>(row.segment),
          posting_list(statements_, row.segment, gram, row.blocks, list_));
}

int64_t SearchIndex::unit_id_at(int64_t at) {
  const auto row = first_row<sql::UnitIdAt>(statements_, at);
  if (!row) throw Error(ErrorCode::corrupt, "a block is missing from the search index", "_unit");
  return row->id;
}

std::shared_ptr<const CachedUnit> SearchIndex::unit_of(IndexPart part, int64_t at) {
  const int64_t id = unit_id_at(at);
  const bool is_kept = part == IndexPart::symbols;
  auto unit = is_kept ? cache_->find(part, cached_generation_, id) : nullptr;
  if (!unit) {
    auto made = std::make_shared<CachedUnit>();
    const auto data = first_row<sql::UnitData>(statements_, id);
    if (!data) throw Error(ErrorCode::corrupt, "a unit is missing from the search index", "_unit");
    made->read(cached_generation_, id, data->data);
    if (is_kept) cache_->put(part, made);
    unit = std::move(made);
  }
  if (at >= unit->end)
    throw Error(ErrorCode::corrupt, "a block is missing from the search index", "_unit");
  return unit;
}

std::shared_ptr<const CachedUnit> SearchIndex::cache_lines(
    std::string_view packed, const search::UnitDirectory::Place& place) {
  if (!cache_->keeps_lines(place.raw)) return nullptr;
  auto made = std::make_shared<CachedUnit>();
  made->read_block(cached_generation_, packed, place);
  cache_->put(IndexPart::contents, made);
  return made;
}

search::BlockRange IndexReader::block_of(search::BlockRange range, int64_t ordinal) {
  while (range.block_count > 1) {
    const uint32_t half = range.block_count / 2;
    if (block(range.segment, range.first_block + half).first_ordinal() > ordinal) {
      range.block_count = half;
    } else {
      range.first_block += half;
      range.block_count -= half;
    }
  }
  return range;
}

const search::BlockView& IndexReader::block(uint32_t segment, uint32_t block) {
  const int64_t at = (static_cast<int64_t>(segment) << 32) + block;
  view_.read(part_ == IndexPart::symbols ? whole_unit(at) : line_block(at));
  return view_;
}

std::string_view IndexReader::whole_unit(int64_t at) {
  if (!unit_ || at < unit_->id || at >= unit_->end) unit_ = index_.unit_of(part_, at);
  return unit_->unit.block(static_cast<size_t>(at - unit_->id), room_);
}

std::string_view IndexReader::line_block(int64_t at) {
  if (unit_ && at >= unit_->id && at < unit_->end) return whole_unit(at);
  if (auto cached = index_.cached_lines(at)) {
    unit_ = std::move(cached);
    return whole_unit(at);
  }
  const bool is_here = at >= first_ && at - first_ < static_cast<int64_t>(directory_.size());
  if (!is_here && !read_directory(at)) return whole_unit(at);
  const auto& place = directory_.place(static_cast<size_t>(at - first_));
  if (packed_.size() < place.packed) packed_.resize(place.packed);
  lines_.read(place.offset, place.packed, packed_.data());
  const auto packed = std::string_view(packed_).substr(0, place.packed);
  if (auto made = index_.cache_lines(packed, place)) {
    unit_ = std::move(made);
    return whole_unit(at);
  }
  return search::unpack_block(packed, place, room_);
}

// False where the unit is packed as one, which imports before blocks of lines wrote.
bool IndexReader::read_directory(int64_t at) {
  first_ = index_.unit_id_at(at);
  lines_.seek(first_);
  const size_t size = lines_.size();
  for (size_t head = std::min(kHead, size);; head = std::min(head * 8, size)) {
    if (packed_.size() < head) packed_.resize(head);
    lines_.read(0, head, packed_.data());
    if (directory_.read(first_, std::string_view(packed_).substr(0, head), size)) break;
    if (head == size) return false;
  }
  if (at - first_ >= static_cast<int64_t>(directory_.size()))
    throw Error(ErrorCode::corrupt, "a block is missing from the search index", "_unit");
  return true;
}

int64_t SearchIndex::generation() {
  const auto row = first_row<sql::Generation>(statements_);
  return row ? row->generation : 0;
}

void SearchIndex::refresh() {
  const int64_t now = generation();
  if (now == cached_generation_) return;
  scopes_.clear();
  texts_.clear();
  cached_generation_ = now;
}

std::string SearchIndex::scope_text(std::string_view scope) {
  return scope.empty() ? resolve_scope(statements_, {}, {}).text() : std::string(scope);
}

std::shared_ptr<const ScopeModules> SearchIndex::modules(std::string_view scope) {
  refresh();
  const std::string text = scope_text(scope);
  for (const auto& known : scopes_)
    if (known->scope == text) return known;
  if (scopes_.size() >= kCachedScopes) scopes_.erase(scopes_.begin());
  auto read = read_modules(statements_, parse_scope(text), cached_generation_);
  const SegmentBounds bounds(statements_, IndexPart::symbols);
  for (const auto& module : read->modules)
    bounds.check(module.segment, module.first_block, uint64_t{module.blocks} + module.type_blocks);
  scopes_.push_back(std::move(read));
  return scopes_.back();
}

std::shared_ptr<const ScopeTexts> SearchIndex::texts(std::string_view scope) {
  refresh();
  const std::string text = scope_text(scope);
  for (const auto& known : texts_)
    if (known->scope == text) return known;
  if (texts_.size() >= kCachedScopes) texts_.erase(texts_.begin());
  auto read = read_texts(statements_, parse_scope(text));
  const SegmentBounds bounds(statements_, IndexPart::contents);
  for (const auto& one : read->texts) bounds.check(one.segment, one.first_block, one.blocks);
  texts_.push_back(std::move(read));
  return texts_.back();
}

}  // namespace dossier
