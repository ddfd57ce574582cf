#pragma once
// The search index as one connection reads it: engine/search's two methods over _posting and _unit,
// and the modules of the scopes in use. A unit's row is fetched by one step of a prepared
// statement, so that no cursor stays open between blocks; decompressed ones are kept in a
// UnitCache.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/search/block.h"
#include "engine/search/source.h"
#include "queries/scope.h"
#include "queries/statements.h"
#include "queries/unit_cache.h"

namespace dossier {

class SearchIndex {
 public:
  /// Borrows the connection. Without `units` it keeps decompressed units for itself, 16 MB of them.
  explicit SearchIndex(Database& db, std::shared_ptr<UnitCache> units = nullptr);

  /// The unit that holds a block; shared, so that it outlives its place in the cache while it is
  /// read.
  std::shared_ptr<const CachedUnit> unit_of(int64_t at);
  void postings(search::Gram gram, const search::Source::PostingVisitor& visit);

  /// The modules of a scope (Scope::text(); empty = the newest snapshot of each project), as of the
  /// current transaction.
  std::shared_ptr<const ScopeModules> modules(std::string_view scope);
  /// How often the facts have changed, as of the current transaction.
  int64_t generation();

  Database& database() { return statements_.database(); }
  /// Lets go of all that keeps the connection from being closed.
  void release() { statements_.release(); }

 private:
  Statements statements_;
  std::shared_ptr<UnitCache> cache_;
  int64_t cached_generation_ = -1;
  std::vector<std::shared_ptr<const ScopeModules>> scopes_;
};

/// One reader of the index: what a scan reads from. Several may read beside each other (a join of
/// the table `symbols` with itself).
class IndexReader final : public search::Source {
 public:
  explicit IndexReader(SearchIndex& index) : index_(index) {}

  void postings(search::Gram gram, const PostingVisitor& visit) override {
    index_.postings(gram, visit);
  }
  const search::BlockView& block(uint32_t segment, uint32_t block) override;

 private:
  SearchIndex& index_;
  std::shared_ptr<const CachedUnit> unit_;  // neighbouring blocks share one
  search::BlockView view_;
};

}  // namespace dossier
