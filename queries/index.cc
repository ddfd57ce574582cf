#include "queries/index.h"

#include "engine/error.h"

namespace dossier {
namespace {

constexpr size_t kOwnCache = size_t{16} << 20;
constexpr size_t kCachedScopes = 8;
constexpr int64_t kContentsBit = int64_t{1} << 62;

}  // namespace

SearchIndex::SearchIndex(Database& db, std::shared_ptr<UnitCache> units)
    : statements_(db), cache_(units ? std::move(units) : std::make_shared<UnitCache>(kOwnCache)) {}

void SearchIndex::postings(IndexPart part, search::Gram gram,
                           const search::Source::PostingVisitor& visit) {
  const auto each = [&](auto rows) {
    for (const auto& row : rows) visit(static_cast<uint32_t>(row.segment), row.blocks);
  };
  if (part == IndexPart::symbols)
    each(statements_.rows<sql::Posting>(static_cast<int64_t>(gram)));
  else
    each(statements_.rows<sql::ContentPosting>(static_cast<int64_t>(gram)));
}

std::shared_ptr<const CachedUnit> SearchIndex::unit_of(IndexPart part, int64_t at) {
  const bool symbols = part == IndexPart::symbols;
  const char* const table = symbols ? "_unit" : "_content_unit";
  int64_t id = -1;
  const auto take_id = [&](auto rows) {
    if (const auto row = rows.next()) id = row->id;
  };
  if (symbols)
    take_id(statements_.rows<sql::UnitIdAt>(at));
  else
    take_id(statements_.rows<sql::ContentUnitIdAt>(at));
  if (id < 0) throw Error(ErrorCode::corrupt, "the search index lacks a block", table);
  // Units of both indexes lie in one cache, told apart by the highest bit.
  const int64_t key = symbols ? id : id | kContentsBit;
  auto unit = cache_->find(cached_generation_, key);
  if (!unit) {
    auto made = std::make_shared<CachedUnit>();
    const auto take_unit = [&](auto rows) {
      const auto data = rows.next();
      if (!data) throw Error(ErrorCode::corrupt, "the search index lacks a unit", table);
      made->unit.read(data->data);
    };
    if (symbols)
      take_unit(statements_.rows<sql::UnitData>(id));
    else
      take_unit(statements_.rows<sql::ContentUnitData>(id));
    made->generation = cached_generation_;
    made->key = key;
    made->id = id;
    made->end = id + static_cast<int64_t>(made->unit.block_count());
    unit = made;
    cache_->put(std::move(made));
  }
  if (at >= unit->end) throw Error(ErrorCode::corrupt, "the search index lacks a block", table);
  return unit;
}

const search::BlockView& IndexReader::block(uint32_t segment, uint32_t block) {
  const int64_t at = (static_cast<int64_t>(segment) << 32) + block;
  if (!unit_ || at < unit_->id || at >= unit_->end) unit_ = index_.unit_of(part_, at);
  view_.read(unit_->unit.block(static_cast<size_t>(at - unit_->id)));
  return view_;
}

int64_t SearchIndex::generation() {
  auto rows = statements_.rows<sql::Generation>();
  const auto row = rows.next();
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
  scopes_.push_back(read_modules(statements_, parse_scope(text), cached_generation_));
  return scopes_.back();
}

std::shared_ptr<const ScopeTexts> SearchIndex::texts(std::string_view scope) {
  refresh();
  const std::string text = scope_text(scope);
  for (const auto& known : texts_)
    if (known->scope == text) return known;
  if (texts_.size() >= kCachedScopes) texts_.erase(texts_.begin());
  texts_.push_back(read_texts(statements_, parse_scope(text)));
  return texts_.back();
}

}  // namespace dossier
