#include "queries/lang/file_words.h"

#include <algorithm>
#include <cmath>

#include "engine/search/text_words.h"
#include "engine/stored.h"
#include "engine/unicode.h"
#include "queries/lang/resolved.h"
#include "queries/sql.h"
#include "store/index/contents.h"

namespace dossier {
namespace {

// A query holds a few words; the next page of its answer asks for the same.
constexpr size_t kKept = 16;

// What FTS5 takes: every word as a string of its own.
std::string each_quoted(std::string_view words) {
  std::string out = "\"";
  for (const char c : words) out += c == ' ' ? std::string("\" \"") : std::string(1, c);
  return out + '"';
}

}  // namespace

bool is_found_in_files(std::string_view asked) { return !search::text_words_of(asked).empty(); }

double TextSizes::rarity(const Holding& holding) const {
  const auto holders = static_cast<double>(std::count_if(
      texts_.begin(), texts_.end(), [&](const HeldText& text) { return holding.holds(text); }));
  const auto all = static_cast<double>(texts_.size());
  return std::log(1 + (all - holders + 0.5) / (holders + 0.5));
}

void FileWords::refresh() {
  const int64_t now = index_.generation();
  if (now == generation_) return;
  held_.clear();
  sizes_.reset();
  generation_ = now;
}

std::shared_ptr<const Holding> FileWords::holding(std::string_view scope, std::string_view asked) {
  refresh();
  for (const auto& known : held_)
    if (known->asked_ == asked && known->scope_ == scope) return known;
  if (held_.size() >= kKept) held_.erase(held_.begin());
  held_.push_back(find(scope, asked));
  return held_.back();
}

std::shared_ptr<Holding> FileWords::find(std::string_view scope, std::string_view asked) {
  auto found = std::make_shared<Holding>();
  found->scope_ = scope;
  found->asked_ = asked;
  const std::string words = search::text_words_of(asked);
  if (words.empty()) return found;
  const std::string wanted = each_quoted(words);  // bound as it is
  for (const auto& row :
       index_.statements().rows<sql::ContentsWithWords>(std::string_view(wanted))) {
    const auto at = stored_index(row.content, "_file.content");
    if (at >= found->contents_.size()) found->contents_.resize(at + at / 2 + 1);
    found->contents_[at] = true;
  }
  found->by_place_ = words.find(' ') != words.npos || lower(asked) != words;
  if (found->by_place_ && !found->contents_.empty()) find_places(*found);
  return found;
}

void FileWords::find_places(Holding& holding) {
  LineSearch lines(index_, holding.scope_);
  lines.add_regex(lang::quote_regex(holding.asked_));
  auto where = lines.candidates();
  if (!where->texts) return;
  const auto texts = where->texts;
  const size_t count = where->ranges.size();
  lines.search_part(std::move(where), 0, count);
  while (const auto hit = lines.next()) {
    const auto& text = texts->texts[static_cast<size_t>(hit->text)];
    holding.places_.insert((texts->origins[text.origin].snapshot << 32) + text.position);
    lines.skip_file();
  }
}

std::shared_ptr<const TextSizes> FileWords::sizes(std::string_view scope) {
  refresh();
  if (sizes_ && sizes_->scope_ == scope) return sizes_;
  auto sizes = std::make_shared<TextSizes>();
  sizes->scope_ = scope;
  for (const auto& row : index_.statements().rows<sql::ContentWordsCounted>()) {
    const auto at = stored_index(row.content, "_file.content");
    if (at >= sizes->words_.size()) sizes->words_.resize(at + at / 2 + 1);
    sizes->words_[at] = static_cast<int32_t>(row.words);
  }
  int64_t sum = 0;
  for (const int64_t snapshot : parse_scope(scope).snapshots)
    for (const auto& row : index_.statements().rows<sql::ContentsOfSnapshot>(snapshot)) {
      const auto at = stored_index(row.content, "_file.content");
      if (at >= sizes->words_.size() || sizes->words_[at] == 0) continue;
      sizes->texts_.push_back({row.content, snapshot, row.position});
      sum += sizes->words_[at];
    }
  if (sum > 0)
    sizes->average_ = static_cast<double>(sum) / static_cast<double>(sizes->texts_.size());
  sizes_ = std::move(sizes);
  return sizes_;
}

}  // namespace dossier
