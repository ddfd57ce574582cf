#include "engine/search/matcher.h"

#include <atomic>
#include <mutex>
#include <utility>

#include "engine/search/linear_regex.h"
#include "engine/search/pattern.h"
#include "engine/search/pcre2_code.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

using detail::Code;

// Steps from one starting point of a block, of a pattern that RE2 may run instead, which is faster
// from about here on; and of others.
constexpr uint32_t kBriefLimit = 30;
constexpr uint32_t kBlockLimit = 2'000;
// A whole block is searched at once up to here: blocks of lines hold 16 KB.
constexpr size_t kLongestBlock = 16 << 10;

long run_linear(const LinearRegex& linear, std::string_view text, size_t from, size_t* end) {
  const auto found = linear.find(text, from);
  if (!found) return PCRE2_ERROR_NOMATCH;
  if (end != nullptr) *end = found->second;
  return static_cast<long>(found->first);
}

}  // namespace

struct RegexMatcher::Compiled {
  Regex regex;
  std::string pattern;  // as PCRE2 reads it
  Code field;
  Code block;                     // absent when blocks must not be searched as a whole
  bool is_same_in_lines = false;  // where a field holds lines, ^ and $ match at each
  Plan plan;
  // Made when the first field comes that takes long: most patterns never meet one.
  mutable std::once_flag long_once;
  mutable Code long_field;
  mutable std::once_flag linear_once;
  mutable std::unique_ptr<const LinearRegex> linear;  // null where RE2 cannot run the pattern
  mutable std::atomic<bool> is_slow = false;          // PCRE2 took too many steps once
  mutable std::atomic<int64_t> left;                  // steps that matches may take in vain

  /// The block can be searched as a whole.
  bool takes(const BlockView& view) const;
  long search(std::string_view text, size_t from, size_t* end = nullptr) const;
  /// As detail::run(), of a block.
  long search_block(const BlockView& view, size_t from, size_t* end) const;

 private:
  void begin_linear() const;
  bool can_be_linear(std::string_view text, bool ascii) const;
};

void RegexMatcher::Compiled::begin_linear() const {
  std::call_once(linear_once, [&] { linear = LinearRegex::of(regex); });
  is_slow = true;
}

bool RegexMatcher::Compiled::can_be_linear(std::string_view text, bool ascii) const {
  return linear != nullptr && linear->takes(text, ascii) &&
         (is_same_in_lines || text.find('\n') == text.npos);
}

long RegexMatcher::Compiled::search(std::string_view text, size_t from, size_t* end) const {
  const bool ascii = is_slow && is_ascii(text);
  if (is_slow && can_be_linear(text, ascii) &&
      (linear->agrees(ascii) || text.size() > detail::kLong))
    return run_linear(*linear, text, from, end);
  if (text.size() <= detail::kLong) {
    const long status = detail::run(field, text, from, end);
    if (status != PCRE2_ERROR_MATCHLIMIT) return status;
    detail::pause_here();
    begin_linear();
    if (can_be_linear(text, is_ascii(text))) return run_linear(*linear, text, from, end);
  }
  std::call_once(long_once, [&] { long_field = detail::compile(pattern, PCRE2_USE_OFFSET_LIMIT); });
  const long status = detail::run_long(long_field, text, from, end, left);
  if (status != PCRE2_ERROR_MATCHLIMIT) return status;
  begin_linear();
  return can_be_linear(text, is_ascii(text)) ? run_linear(*linear, text, from, end) : status;
}

long RegexMatcher::Compiled::search_block(const BlockView& view, size_t from, size_t* end) const {
  if (!is_slow) {
    const long status = detail::run(block, view.text(), from, end, kBriefLimit);
    if (status != PCRE2_ERROR_MATCHLIMIT) return status;
    begin_linear();
  }
  if (linear == nullptr) return detail::run(block, view.text(), from, end, kBlockLimit);
  return linear->agrees(view.ascii()) ? run_linear(*linear, view.text(), from, end)
                                      : long{PCRE2_ERROR_MATCHLIMIT};  // its lines may be of ASCII
}

RegexMatcher::RegexMatcher(std::string_view pattern, RegexOptions options) {
  auto compiled = std::make_unique<Compiled>();
  compiled->regex = parse_regex(pattern, options.ignore_case);
  const Regex& regex = compiled->regex;
  compiled->left = static_cast<int64_t>(options.steps);
  compiled->pattern = to_pcre2(regex);
  compiled->field = detail::compile(compiled->pattern);
  compiled->plan = plan_regex(regex);
  const std::string in_lines = to_pcre2(regex, true);
  compiled->is_same_in_lines = in_lines == compiled->pattern;
  // A pattern that matches nothing-at-all matches everywhere: searching blocks gains nothing.
  if (finds_in_blocks(regex) && detail::run(compiled->field, {}, 0) == PCRE2_ERROR_NOMATCH)
    compiled->block = detail::compile(in_lines);
  compiled_ = std::move(compiled);
}

RegexMatcher::~RegexMatcher() = default;
RegexMatcher::RegexMatcher(RegexMatcher&&) noexcept = default;
RegexMatcher& RegexMatcher::operator=(RegexMatcher&&) noexcept = default;

bool RegexMatcher::matches(std::string_view field) const {
  const long status = compiled_->search(field, 0);
  if (status >= 0) return true;
  if (status == PCRE2_ERROR_NOMATCH) return false;
  detail::fail(status);
}

std::optional<std::pair<size_t, size_t>> RegexMatcher::find(std::string_view text,
                                                            size_t from) const {
  size_t end = 0;
  const long status = compiled_->search(text, from, &end);
  if (status >= 0) return std::pair{static_cast<size_t>(status), end};
  if (status == PCRE2_ERROR_NOMATCH) return std::nullopt;
  detail::fail(status);
}

bool RegexMatcher::Compiled::takes(const BlockView& view) const {
  // Damaged text splits a subject where PCRE2 decides, which need not be where fields end.
  return block && view.plain() && view.utf8() && view.text().size() <= kLongestBlock;
}

size_t RegexMatcher::skip(const BlockView& block, size_t from) const {
  if (!compiled_->takes(block)) return from;
  const long status = compiled_->search_block(block, block.row_start(from), nullptr);
  if (status == PCRE2_ERROR_NOMATCH) return block.size();
  if (status < 0) detail::pause_here();
  // Too many steps over the whole block says nothing about its fields: take them one by one.
  if (status < 0 || static_cast<size_t>(status) >= block.text().size()) {
    return status < 0 ? from : block.size();
  }
  return block.row_at(static_cast<size_t>(status));
}

Place RegexMatcher::seek(const BlockView& block, size_t from) const {
  if (!compiled_->takes(block)) return {from, from, false};
  Place place{from, from, true};
  const long status = compiled_->search_block(block, from, &place.end);
  if (status == PCRE2_ERROR_NOMATCH) return {block.text().size(), block.text().size(), false};
  if (status < 0) {
    detail::pause_here();
    return {from, from, false};
  }
  place.begin = static_cast<size_t>(status);
  return place;
}

const Plan& RegexMatcher::plan() const { return compiled_->plan; }
bool RegexMatcher::searches_blocks() const { return static_cast<bool>(compiled_->block); }

}  // namespace dossier::search
