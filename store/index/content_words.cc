#include "store/index/content_words.h"

#include <utility>
#include <vector>

#include "engine/chunks.h"
#include "store/sql.h"

namespace dossier {
namespace {

using Texts = std::vector<std::pair<int64_t, search::BlockRange>>;

template <typename Rows>
Texts read(Rows rows) {
  Texts texts;
  for (const auto& row : rows)
    texts.emplace_back(row.id, search::BlockRange{static_cast<uint32_t>(row.segment),
                                                  static_cast<uint32_t>(row.first_block),
                                                  static_cast<uint32_t>(row.blocks), 0});
  return texts;
}

void remove(SearchIndex& index, const Texts& texts) {
  ContentWords words(index);
  for (const auto& [id, lines] : texts) words.remove(id, lines);
}

}  // namespace

ContentWords::ContentWords(SearchIndex& index)
    : index_(index), reader_(index, IndexPart::contents) {}

void ContentWords::split(const search::BlockRange& lines) {
  words_.clear();
  for (uint32_t i = 0; i < lines.block_count; ++i) {
    const auto& view = reader_.block(lines.segment, lines.first_block + i);
    if (view.lines()) {
      words_.add(view.text());
      continue;
    }
    for (size_t row = 0; row < view.size(); ++row) words_.add(view.row(row).detail);
  }
}

int64_t ContentWords::add(int64_t content, const search::BlockRange& lines) {
  split(lines);
  if (words_.count() > 0) index_.statements().run<sql::InsertContentWord>(content, words_.joined());
  return static_cast<int64_t>(words_.count());
}

void ContentWords::remove(int64_t content, const search::BlockRange& lines) {
  split(lines);
  if (words_.count() > 0)
    index_.statements().run<sql::DeleteContentWords>(content, words_.joined());
}

void rank_contents(SearchIndex& index, int64_t snapshot, Chunks& chunks) {
  const Texts texts = read(index.statements().rows<sql::UnrankedContents>(snapshot));
  if (texts.empty()) return;
  ContentWords words(index);
  for (const auto& [id, lines] : texts) {
    chunks.yield();
    index.statements().run<sql::SetContentWords>(id, words.add(id, lines));
  }
  index.statements().run<sql::BumpGeneration>();
  chunks.pause();
}

void remove_content_words_after(SearchIndex& index, int64_t content) {
  if (content == 0) return index.statements().run<sql::DeleteAllContentWords>();
  remove(index, read(index.statements().rows<sql::RankedContentsAfter>(content)));
}

void remove_dead_content_words(SearchIndex& index) {
  remove(index, read(index.statements().rows<sql::DeadRankedContents>()));
  index.statements().run<sql::MergeContentWords>();
}

}  // namespace dossier
