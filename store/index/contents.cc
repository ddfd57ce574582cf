#include "store/index/contents.h"

#include <algorithm>

#include "engine/error.h"
#include "store/index/segment_bounds.h"
#include "store/sql.h"

namespace dossier {
namespace {

class EverythingMatcher final : public search::Matcher {
 public:
  using Matcher::matches;
  bool matches(std::string_view) const override { return true; }
};

}  // namespace

std::string text_of(SearchIndex& index, const FileEntry& file) {
  std::string text;
  IndexReader reader(index, IndexPart::contents);
  for (uint32_t i = 0; i < file.blocks; ++i) {
    const auto& view = reader.block(file.segment, file.first_block + i);
    if (view.lines()) {
      text += view.text();
      continue;
    }
    for (size_t row = 0; row < view.size(); ++row) text.append(view.row(row).detail).append("\n");
  }
  if (!text.empty() && !file.ends) text.pop_back();
  return text;
}

std::string_view lines_of(std::string_view text, int64_t first, int64_t last) {
  size_t begin = 0;
  for (int64_t line = 1; line < first && begin < text.size(); ++line) {
    const auto newline = text.find('\n', begin);
    begin = newline == text.npos ? text.size() : newline + 1;
  }
  size_t end = begin;
  for (int64_t line = std::max<int64_t>(first, 1); line <= last && end < text.size(); ++line) {
    const auto newline = text.find('\n', end);
    end = newline == text.npos ? text.size() : newline + 1;
  }
  return text.substr(begin, end - begin);
}

void LineSearch::add_regex(std::string_view pattern, search::RegexOptions options) {
  auto matcher = std::make_unique<search::RegexMatcher>(pattern, options);
  if (!column_) column_ = matcher.get();
  auto plan = matcher->plan();
  add_matcher(std::move(matcher), std::move(plan), false);
}

void LineSearch::add_matcher(std::unique_ptr<search::Matcher> matcher, search::Plan plan,
                             bool drives) {
  checks_.insert(drives ? checks_.begin() : checks_.end(),
                 Check{std::move(matcher), std::move(plan)});
}

void LineSearch::prepare() {
  if (reader_) return;
  reader_.emplace(index_, IndexPart::contents);
  if (!checks_.empty()) return;
  everything_ = std::make_unique<EverythingMatcher>();
  checks_.push_back({nullptr, search::Plan::all()});
}

// Asked of whole segments, before any text of theirs is known: most patterns that occur nowhere end
// here.
uint64_t LineSearch::plan() {
  if (planned_) return *planned_;
  prepare();
  const SegmentBounds segments(index_.statements(), IndexPart::contents);
  const auto& bounds = segments.blocks();
  std::vector<search::Plan> plans;
  for (const auto& check : checks_) plans.push_back(check.plan);
  const auto plan = search::Plan::both(std::move(plans));
  uint64_t blocks = 0;
  if (plan.scans()) {
    for (const auto& [segment, bound] : bounds) blocks += bound;
  } else {
    auto sets = search::evaluate(plan, bounds, *reader_);
    for (const auto& [segment, set] : sets) blocks += set.count();
    admitted_ = std::make_shared<const std::map<uint32_t, search::BlockSet>>(std::move(sets));
  }
  planned_ = blocks;
  return blocks;
}

std::vector<search::BlockRange> LineSearch::ranges(const ScopeTexts& texts,
                                                   const search::Scan::Admitted& blocks,
                                                   size_t first, size_t last) {
  std::vector<search::BlockRange> out;
  const search::BlockSet* set = nullptr;
  int64_t segment = -1;  // whose set it is
  // No member of the set lies between: most texts are passed by without asking it.
  uint64_t after = 0, before = 0;
  const auto add = [&](size_t i) {
    const auto& text = texts.texts[i];
    if (blocks && text.segment != segment) {
      const auto found = blocks->find(text.segment);
      segment = text.segment;
      set = found == blocks->end() ? nullptr : &found->second;
      after = before = 0;
    }
    const uint64_t end = uint64_t{text.first_block} + text.blocks;
    if (text.first_block >= after && end <= before) return;
    if (blocks && (!set || end > set->bound()))
      throw Error(ErrorCode::corrupt, "a text is missing from the search index", "_segment");
    if (blocks) {
      after = text.first_block;
      before = set->next(text.first_block);
      if (end <= before) return;
    }
    out.push_back({text.segment, text.first_block, text.blocks, static_cast<int64_t>(i)});
  };
  if (!path_) {
    for (size_t i = first; i < last; ++i) add(i);
    return out;
  }
  const auto files = files_at(index_.statements(), parse_scope(texts.scope), *path_);
  for (size_t i = first; i < last; ++i) {
    const auto& text = texts.texts[i];
    const auto is_text = [&](const FileEntry& file) {
      return file.snapshot == texts.origins[text.origin].snapshot && file.blocks > 0 &&
             file.segment == text.segment && file.first_block == text.first_block;
    };
    // Files of one content share their lines: the filter below has the last word.
    if (std::any_of(files.begin(), files.end(), is_text)) add(i);
  }
  filters_.push_back([this](const FileEntry& file) { return file.path == *path_; });
  if (line_)
    for (auto& range : out) range = reader_->block_of(range, *line_ - 1);
  return out;
}

std::shared_ptr<const LineCandidates> LineSearch::candidates() {
  auto found = std::make_shared<LineCandidates>();
  if (plan() == 0) return found;
  found->blocks = admitted_;
  found->texts = index_.texts(scope_);
  found->ranges = ranges(*found->texts, found->blocks, 0, found->texts->texts.size());
  return found;
}

void LineSearch::search_part(std::shared_ptr<const LineCandidates> candidates, size_t first,
                             size_t last) {
  is_divided_ = true;
  open(std::move(candidates), first, last);
}

// Where nobody divides the search, the places are determined for some texts at a time: the first
// lines are often all that is asked for.
bool LineSearch::open_next() {
  constexpr size_t kTexts = 512;
  if (is_divided_ || plan() == 0) return false;
  const auto texts = candidates_ ? candidates_->texts : index_.texts(scope_);
  while (next_text_ < texts->texts.size()) {
    const size_t left = texts->texts.size() - next_text_;
    const size_t last = next_text_ + (path_ ? left : std::min(left, kTexts));
    auto part = std::make_shared<LineCandidates>(
        LineCandidates{texts, admitted_, ranges(*texts, admitted_, next_text_, last)});
    next_text_ = last;
    if (part->ranges.empty()) continue;
    const size_t count = part->ranges.size();
    open(std::move(part), 0, count);
    return true;
  }
  return false;
}

void LineSearch::open(std::shared_ptr<const LineCandidates> candidates, size_t first, size_t last) {
  prepare();
  candidates_ = std::move(candidates);
  search::Scan::Admit admit;
  if (!filters_.empty())
    admit = [this](const search::BlockRange& range) { return admits(range.id); };
  const auto begin = candidates_->ranges.begin();
  scan_.emplace(
      candidates_->blocks, everything_ ? *everything_ : *checks_.front().matcher,
      search::FieldMasks(search::kDetailField),
      std::vector(begin + static_cast<ptrdiff_t>(first), begin + static_cast<ptrdiff_t>(last)),
      *reader_,
      [this] {
        index_.database().checkpoint();
        if (checkpoint_) checkpoint_();
      },
      std::move(admit));
}

const FileEntry& LineSearch::file_of_text(int64_t text) {
  if (text == file_text_) return file_;
  const auto& texts = *candidates_->texts;
  file_ = file_of(index_.statements(), texts, texts.texts[static_cast<size_t>(text)]);
  file_text_ = text;
  return file_;
}

const FileName& LineSearch::name_of_text(int64_t text) {
  if (text == file_text_) return file_;  // a filter has asked
  if (text == name_text_) return name_;
  const auto& texts = *candidates_->texts;
  names_.read(index_.database(), texts, texts.texts[static_cast<size_t>(text)], name_);
  name_text_ = text;
  return name_;
}

const FileName* LineSearch::place() {
  const auto text = scan_ ? scan_->current() : std::nullopt;
  return text ? &name_of_text(*text) : nullptr;
}

bool LineSearch::admits(int64_t text) {
  const FileEntry& file = file_of_text(text);
  return std::all_of(filters_.begin(), filters_.end(),
                     [&](const FileFilter& filter) { return filter(file); });
}

bool LineSearch::holds(const search::Row& row) const {
  if (line_ && row.ordinal + 1 != *line_) return false;
  return std::all_of(checks_.begin() + 1, checks_.end(), [&](const Check& check) {
    return check.matcher->matches(row, search::kDetailField);
  });
}

int64_t LineSearch::column_of(const search::Hit& hit) const {
  if (!column_) return 1;
  size_t column = hit.column;
  if (column == std::string_view::npos || checks_.front().matcher.get() != column_) {
    const auto found = column_->find(hit.row.detail);
    column = found ? found->first : 0;
  }
  return static_cast<int64_t>(column) + 1;
}

std::optional<LineHit> LineSearch::next() {
  if (!scan_ && !open_next()) return std::nullopt;
  do {
    while (const auto hit = scan_->next()) {
      if (!holds(hit->row)) continue;
      return LineHit{&name_of_text(hit->id), hit->id, static_cast<int64_t>(hit->row.ordinal) + 1,
                     column_of(*hit), hit->row.detail};
    }
  } while (open_next());
  return std::nullopt;
}

}  // namespace dossier
