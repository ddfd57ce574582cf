#include "queries/index.h"

#include "engine/error.h"

namespace dossier {
namespace {

constexpr size_t kOwnCache = size_t{16} << 20;
constexpr size_t kCachedScopes = 8;

}  // namespace

SearchIndex::SearchIndex(Database& db, std::shared_ptr<UnitCache> units)
    : statements_(db), cache_(units ? std::move(units) : std::make_shared<UnitCache>(kOwnCache)) {}

void SearchIndex::postings(search::Gram gram, const search::Source::PostingVisitor& visit) {
  for (const auto& row : statements_.rows<sql::Posting>(static_cast<int64_t>(gram)))
    visit(static_cast<uint32_t>(row.segment), row.blocks);
}

std::shared_ptr<const CachedUnit> SearchIndex::unit_of(int64_t at) {
  int64_t id = -1;
  {
    auto rows = statements_.rows<sql::UnitIdAt>(at);
    if (const auto row = rows.next()) id = row->id;
  }
  if (id < 0) throw Error(ErrorCode::corrupt, "the search index lacks a block", "_unit");
  auto unit = cache_->find(cached_generation_, id);
  if (!unit) {
    auto rows = statements_.rows<sql::UnitData>(id);
    const auto data = rows.next();
    if (!data) throw Error(ErrorCode::corrupt, "the search index lacks a unit", "_unit");
    auto made = std::make_shared<CachedUnit>();
    made->unit.read(data->data);
    made->generation = cached_generation_;
    made->id = id;
    made->end = id + static_cast<int64_t>(made->unit.block_count());
    unit = made;
    cache_->put(std::move(made));
  }
  if (at >= unit->end) throw Error(ErrorCode::corrupt, "the search index lacks a block", "_unit");
  return unit;
}

const search::BlockView& IndexReader::block(uint32_t segment, uint32_t block) {
  const int64_t at = (static_cast<int64_t>(segment) << 32) + block;
  if (!unit_ || at < unit_->id || at >= unit_->end) unit_ = index_.unit_of(at);
  view_.read(unit_->unit.block(static_cast<size_t>(at - unit_->id)));
  return view_;
}

int64_t SearchIndex::generation() {
  auto rows = statements_.rows<sql::Generation>();
  const auto row = rows.next();
  return row ? row->generation : 0;
}

std::shared_ptr<const ScopeModules> SearchIndex::modules(std::string_view scope) {
  const int64_t now = generation();
  if (now != cached_generation_) {
    scopes_.clear();
    cached_generation_ = now;
  }
  std::string text(scope);
  if (text.empty()) text = resolve_scope(statements_, {}, {}).text();
  for (const auto& known : scopes_)
    if (known->scope == text) return known;
  if (scopes_.size() >= kCachedScopes) scopes_.erase(scopes_.begin());
  scopes_.push_back(read_modules(statements_, parse_scope(text), now));
  return scopes_.back();
}

}  // namespace dossier
