#include "store/index/span_search.h"

#include <algorithm>

#include "engine/search/grep_pattern.h"
#include "engine/search/spanning.h"
#include "engine/unicode.h"

namespace dossier {
namespace {

// ^ and $ are the ends of lines, as they are where a line is searched.
std::string of_lines(const LineQuery& query) {
  return "(?m:" + search::pattern_of_grep(query.pattern) + ")";
}

search::Regex parsed(const LineQuery& query) {
  return search::parse_regex(search::pattern_of_grep(query.pattern), query.ignore_case);
}

// Admits the texts of a plan; what of them matches is found out elsewhere.
class Admitting final : public search::Matcher {
 public:
  using Matcher::matches;
  bool matches(std::string_view) const override { return true; }
};

}  // namespace

bool spans_lines(const LineQuery& query) { return search::spans_lines(parsed(query)); }

SpanSearch::SpanSearch(SearchIndex& index, std::string scope, const LineQuery& query)
    : index_(index),
      texts_(index, std::move(scope)),
      matcher_(of_lines(query), search::RegexOptions{query.ignore_case}),
      globs_(query.globs),
      language_(query.language),
      checkpoint_([&db = index.database(), also = query.checkpoint] {
        db.checkpoint();
        if (also) also();
      }) {
  texts_.add_matcher(std::make_unique<Admitting>(), search::plan_of_text(parsed(query)), true);
}

bool SpanSearch::open_next() {
  if (!candidates_) {
    candidates_ = texts_.candidates();
    texts_.search_part(candidates_, 0, 0);
  }
  while (at_ < candidates_->ranges.size()) {
    checkpoint_();
    file_ = texts_.file_of_text(candidates_->ranges[at_++].id);
    if (!language_.empty() && !equal_ignoring_case(file_.language, language_)) continue;
    if (!globs_.empty() && !is_selected(globs_, file_.path)) continue;
    text_ = text_of(index_, file_);
    from_ = line_from_ = 0;
    line_ = 1;
    return true;
  }
  return false;
}

std::optional<LineHit> SpanSearch::next() {
  const search::Pauses pauses(checkpoint_);
  for (;;) {
    if (from_ > text_.size() && !open_next()) return std::nullopt;
    const auto found = matcher_.find(text_, from_);
    if (!found) {
      skip_file();
      continue;
    }
    const auto [begin, end] = *found;
    line_ += std::count(text_.begin() + static_cast<ptrdiff_t>(line_from_),
                        text_.begin() + static_cast<ptrdiff_t>(begin), '\n');
    const size_t before = begin == 0 ? text_.npos : text_.rfind('\n', begin - 1);
    const size_t first = before == text_.npos ? 0 : before + 1;
    // The newline that ends a match ends its last line.
    const size_t last = end > begin && text_[end - 1] == '\n' ? end - 1 : end;
    const size_t after = std::min(text_.find('\n', last), text_.size());
    line_from_ = begin;
    from_ = std::max(end, begin + 1);
    return LineHit{&file_, candidates_->ranges[at_ - 1].id, line_,
                   static_cast<int64_t>(begin - first) + 1,
                   std::string_view(text_).substr(first, after - first)};
  }
}

}  // namespace dossier
