#include "queries/index.h"

#include "engine/error.h"

namespace dossier {
namespace {

constexpr size_t kOwnCache = size_t{16} << 20;
constexpr size_t kCachedScopes = 8;

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
  auto unit = part == IndexPart::symbols ? symbols_at(at) : contents_at(at);
  if (at >= unit->end) throw Error(ErrorCode::corrupt, "the search index lacks a block", "_unit");
  return unit;
}

std::shared_ptr<const CachedUnit> SearchIndex::symbols_at(int64_t at) {
  int64_t id = -1;
  {
    auto rows = statements_.rows<sql::UnitIdAt>(at);
    if (const auto row = rows.next()) id = row->id;
  }
  if (id < 0) throw Error(ErrorCode::corrupt, "the search index lacks a block", "_unit");
  if (auto unit = cache_->find(cached_generation_, id)) return unit;
  auto made = std::make_shared<CachedUnit>();
  auto rows = statements_.rows<sql::UnitData>(id);
  const auto data = rows.next();
  if (!data) throw Error(ErrorCode::corrupt, "the search index lacks a unit", "_unit");
  made->read(cached_generation_, id, data->data);
  cache_->put(made);
  return made;
}

std::shared_ptr<const CachedUnit> SearchIndex::contents_at(int64_t at) {
  auto rows = statements_.rows<sql::ContentUnitAt>(at);
  const auto row = rows.next();
  if (!row) throw Error(ErrorCode::corrupt, "the search index lacks a block", "_content_unit");
  auto made = std::make_shared<CachedUnit>();
  made->read(cached_generation_, row->id, row->data);
  return made;
}

const search::BlockView& IndexReader::block(uint32_t segment, uint32_t block) {
  const int64_t at = (static_cast<int64_t>(segment) << 32) + block;
  if (!unit_ || at < unit_->id || at >= unit_->end) unit_ = index_.unit_of(part_, at);
  view_.read(unit_->unit.block(static_cast<size_t>(at - unit_->id), room_));
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
