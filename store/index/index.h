#pragma once
// The search index as one connection reads it: engine/search's interface over the tables _posting
// and _unit, and the modules and texts of the scopes in use. A unit of symbols is fetched by one
// step of a prepared statement, so no cursor stays open between blocks, and its decompressed form
// is kept in a UnitCache. The blocks of a unit of lines are compressed one by one, and only the
// requested ones are read; a cache that several searches share keeps these, too.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/blob.h"
#include "engine/search/block.h"
#include "engine/search/index.h"
#include "engine/search/scan.h"
#include "engine/statements.h"
#include "store/index/index_part.h"
#include "store/index/known_symbols.h"
#include "store/index/unit_cache.h"
#include "store/scope/scope.h"
#include "store/scope/texts.h"

namespace dossier {

class SearchIndex {
 public:
  /// Borrows the connection. Without `units` it uses a cache of its own of 16 MB of decompressed
  /// units.
  explicit SearchIndex(Database& db, std::shared_ptr<UnitCache> units = nullptr);

  /// Forgets what was read before the facts last changed. Call it before reading units, in the
  /// transaction that reads them: a compaction may reuse a segment's number.
  void refresh();
  /// The unit that holds a block. It is shared, so it outlives its place in the cache while it is
  /// read. Throws Error{corrupt} if no unit holds the block.
  std::shared_ptr<const CachedUnit> unit_of(IndexPart part, int64_t at);
  /// A block of lines as a unit of its own, if the cache has it.
  std::shared_ptr<const CachedUnit> cached_lines(int64_t at) {
    return cache_->find(IndexPart::contents, cached_generation_, at);
  }
  /// Unpacks a block into the cache; null if it keeps none such. Throws Error{corrupt}.
  std::shared_ptr<const CachedUnit> cache_lines(std::string_view packed,
                                                const search::UnitDirectory::Place& place);
  /// The id of that unit, without checking that it reaches the block. Throws likewise.
  int64_t unit_id_at(int64_t at);
  void postings(IndexPart part, search::Gram gram, const search::Index::PostingVisitor& visit);

  /// The modules of a scope (Scope::text(); empty = the newest snapshot of each project), as of the
  /// current transaction.
  std::shared_ptr<const ScopeModules> modules(std::string_view scope);
  /// The texts of the files of a scope, likewise.
  std::shared_ptr<const ScopeTexts> texts(std::string_view scope);
  /// What is in memory of the symbols of a scope, likewise (NamesCache::get).
  KnownSymbols known_symbols(std::string_view scope, ReadSymbols read);
  /// The number of changes of the facts, as of the current transaction.
  int64_t generation();

  Database& database() { return statements_.database(); }
  Statements& statements() { return statements_; }
  /// Finalizes everything that keeps the connection from being closed.
  void release() { statements_.release(); }

 private:
  std::string scope_text(std::string_view scope);

  Statements statements_;
  std::shared_ptr<UnitCache> cache_;
  std::string list_;  // a long posting list
  int64_t cached_generation_ = -1;
  std::vector<std::shared_ptr<const ScopeModules>> scopes_;
  std::vector<std::shared_ptr<const ScopeTexts>> texts_;
};

/// A reader of the index, for one scan. Several may read at the same time (a join of the table
/// `symbols` with itself).
class IndexReader final : public search::Index {
 public:
  explicit IndexReader(SearchIndex& index, IndexPart part = IndexPart::symbols)
      : index_(index), part_(part), lines_(index.database(), "_unit", "data") {
    index_.refresh();
  }

  void postings(search::Gram gram, const PostingVisitor& visit) override {
    index_.postings(part_, gram, visit);
  }
  const search::BlockView& block(uint32_t segment, uint32_t block) override;
  /// The block of a range that holds the row with an ordinal, found by halving.
  search::BlockRange block_of(search::BlockRange range, int64_t ordinal);

 private:
  std::string_view whole_unit(int64_t at);
  std::string_view line_block(int64_t at);
  bool read_directory(int64_t at);

  SearchIndex& index_;
  IndexPart part_;
  std::shared_ptr<const CachedUnit> unit_;  // neighbouring blocks share one
  // The unit of lines that `lines_` is at: its first block, and the place of each block in it.
  Blob lines_;
  int64_t first_ = 0;
  search::UnitDirectory directory_;
  std::string packed_;  // of a block
  std::string room_;    // of an unpacked block
  search::BlockView view_;
};

}  // namespace dossier
