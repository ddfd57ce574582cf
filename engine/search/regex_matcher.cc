#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <mutex>
#include <utility>

#include "engine/error.h"
#include "engine/search/linear_regex.h"
#include "engine/search/matcher.h"
#include "engine/search/pattern.h"
#include "engine/unicode.h"

namespace dossier::search {

namespace {

template <auto Free>
struct Freed {
  template <typename T>
  void operator()(T* thing) const {
    Free(thing);
  }
};
struct Code {
  std::unique_ptr<pcre2_code, Freed<pcre2_code_free>> compiled;
  bool jit = false;

  explicit operator bool() const { return compiled != nullptr; }
};

// Steps from one starting point: the last are about 10 ms under the JIT. A field is first given a
// few, then more as long as their time allows: steps are of no certain length, all starting points
// of a call together are not limited, and a call cannot be interrupted. The first limits are such
// that a call that stays below them takes tens of milliseconds at most. Heap and depth bound the
// interpreter, which runs only where the JIT cannot.
constexpr uint32_t kMatchLimit = 5'000'000;
constexpr uint32_t kFieldLimit = 10'000;
constexpr uint32_t kBlockLimit = 2'000;
// Of a pattern that RE2 may run instead, which is faster from about here on.
constexpr uint32_t kBriefLimit = 30;
constexpr uint32_t kGrowth = 4;
constexpr uint32_t kHeapLimitKb = 64 << 10;
constexpr size_t kStackStart = 32 << 10;
constexpr size_t kStackMost = 8 << 20;

// What a match needs besides the code: one per thread, shared by all patterns, since only where the
// match lies is ever asked.
struct Scratch {
  std::unique_ptr<pcre2_match_context, Freed<pcre2_match_context_free>> context{
      pcre2_match_context_create(nullptr)};
  std::unique_ptr<pcre2_match_data, Freed<pcre2_match_data_free>> data{
      pcre2_match_data_create(1, nullptr)};
  std::unique_ptr<pcre2_jit_stack, Freed<pcre2_jit_stack_free>> stack{
      pcre2_jit_stack_create(kStackStart, kStackMost, nullptr)};

  Scratch() {
    if (context == nullptr || data == nullptr) throw std::bad_alloc();
    pcre2_set_depth_limit(context.get(), kMatchLimit);
    pcre2_set_heap_limit(context.get(), kHeapLimitKb);
    if (stack != nullptr) pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
  }
};

Scratch& scratch() {
  static thread_local Scratch scratch;
  return scratch;
}

Code compile(const std::string& pattern, uint32_t options = 0) {
  const std::unique_ptr<pcre2_compile_context, Freed<pcre2_compile_context_free>> context(
      pcre2_compile_context_create(nullptr));
  if (context == nullptr) throw std::bad_alloc();
  pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
  int error = 0;
  size_t at = 0;
  Code code;
  code.compiled.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                                    PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF |
                                        PCRE2_NEVER_BACKSLASH_C | PCRE2_ALT_CIRCUMFLEX | options,
                                    &error, &at, context.get()));
  if (!code) {
    PCRE2_UCHAR text[160];
    pcre2_get_error_message(error, text, sizeof text);
    throw Error(ErrorCode::invalid,
                "invalid regex: " + std::string(reinterpret_cast<const char*>(text)));
  }
  // Without a JIT (or for the few patterns it refuses) the interpreter runs, under the same limits.
  code.jit = pcre2_jit_compile(code.compiled.get(), PCRE2_JIT_COMPLETE) == 0;
  return code;
}

/// Where a match begins (its end through `end`), PCRE2_ERROR_NOMATCH, or another PCRE2 error.
long run(const Code& code, std::string_view text, size_t from, size_t* end = nullptr,
         uint32_t limit = kFieldLimit) {
  Scratch& own = scratch();
  pcre2_set_match_limit(own.context.get(), limit);
  // PCRE2 wants a pointer even for no bytes.
  const char* const data = text.data() == nullptr ? "" : text.data();
  const auto* const subject = reinterpret_cast<PCRE2_SPTR>(data);
  // The direct entry skips checks that cost as much as matching a short field.
  const auto match = code.jit ? pcre2_jit_match : pcre2_match;
  const int status =
      match(code.compiled.get(), subject, text.size(), from, 0, own.data.get(), own.context.get());
  if (status < 0) return status;
  const size_t* span = pcre2_get_ovector_pointer(own.data.get());
  if (end != nullptr) *end = span[1];
  return static_cast<long>(span[0]);
}

[[noreturn]] void too_many_steps() {
  throw Error(ErrorCode::limit, "limit: the pattern took too many steps on one field");
}

[[noreturn]] void too_many_steps_in_all() {
  throw Error(ErrorCode::limit,
              "limit: the pattern took too many steps on many fields; without lookarounds, "
              "backreferences, atomic groups and possessive quantifiers it takes few");
}

[[noreturn]] void fail(long status) {
  switch (status) {
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_JIT_STACKLIMIT:
      too_many_steps();
    default:
      throw Error(ErrorCode::internal, "regex failed: PCRE2 error " + std::to_string(status));
  }
}

// The match limit does not count what `.*` walks over nor what a backreference compares, so a long
// field can take seconds below it. Fields above kLong bytes, and those that took many steps, are
// searched in windows of starting points, with a look at the thread's clock between them. Windows
// double, since a call throws away what the JIT has learnt about earlier starting points.
constexpr size_t kLong = 2048;
// A whole block is searched at once up to here: blocks of lines hold 16 KB.
constexpr size_t kLongestBlock = 16 << 10;
constexpr int64_t kLongestNs = 500'000'000;  // of one field
constexpr int64_t kBriefNs = 100'000'000;    // of one call, as far as the last one tells

int64_t thread_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

thread_local int64_t (*match_clock)() = thread_ns;
thread_local const std::function<void()>* pause = nullptr;

void pause_here() {
  if (pause != nullptr && *pause) (*pause)();
}

// The starting points that calls on this thread may try, while it lives.
struct Window {
  pcre2_match_context* const context = scratch().context.get();
  ~Window() { pcre2_set_offset_limit(context, PCRE2_UNSET); }
  void end(size_t at) const { pcre2_set_offset_limit(context, at); }
};

long run_linear(const LinearRegex& linear, std::string_view text, size_t from, size_t* end) {
  const auto found = linear.find(text, from);
  if (!found) return PCRE2_ERROR_NOMATCH;
  if (end != nullptr) *end = found->second;
  return static_cast<long>(found->first);
}

/// As run(), for what takes long, of a code compiled with PCRE2_USE_OFFSET_LIMIT.
long run_long(const Code& code, std::string_view text, size_t from, size_t* end,
              std::atomic<int64_t>& left) {
  const Window span;
  const int64_t start = match_clock();
  int64_t before = start;
  uint32_t limit = kFieldLimit;
  for (size_t window = 1;;) {
    span.end(from + window - 1);
    const long status = run(code, text, from, end, limit);
    if (status == PCRE2_ERROR_MATCHLIMIT && (left -= limit) < 0) too_many_steps_in_all();
    const int64_t now = match_clock();
    const bool brief = (now - before) * kGrowth <= kBriefNs;
    before = now;
    if (status == PCRE2_ERROR_MATCHLIMIT && window > 1) {
      window = 1;
    } else if (status == PCRE2_ERROR_MATCHLIMIT && limit < kMatchLimit && brief) {
      limit = std::min(limit * kGrowth, kMatchLimit);
    } else if (status == PCRE2_ERROR_NOMATCH) {
      from += window;
      while (from < text.size() && (text[from] & 0xC0) == 0x80) ++from;
      if (from > text.size()) return status;
      if (brief) window *= 2;
    } else {
      return status;
    }
    if (now - start > kLongestNs) return PCRE2_ERROR_MATCHLIMIT;
    pause_here();
  }
}

}  // namespace

Pauses::Pauses(const std::function<void()>& given) : before_(std::exchange(pause, &given)) {}
Pauses::~Pauses() { pause = before_; }

void set_match_clock(int64_t (*clock)()) { match_clock = clock == nullptr ? thread_ns : clock; }

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
  /// As run(), of a block.
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
  if (is_slow && can_be_linear(text, ascii) && (linear->agrees(ascii) || text.size() > kLong))
    return run_linear(*linear, text, from, end);
  if (text.size() <= kLong) {
    const long status = run(field, text, from, end);
    if (status != PCRE2_ERROR_MATCHLIMIT) return status;
    pause_here();
    begin_linear();
    if (can_be_linear(text, is_ascii(text))) return run_linear(*linear, text, from, end);
  }
  std::call_once(long_once, [&] { long_field = compile(pattern, PCRE2_USE_OFFSET_LIMIT); });
  const long status = run_long(long_field, text, from, end, left);
  if (status != PCRE2_ERROR_MATCHLIMIT) return status;
  begin_linear();
  return can_be_linear(text, is_ascii(text)) ? run_linear(*linear, text, from, end) : status;
}

long RegexMatcher::Compiled::search_block(const BlockView& view, size_t from, size_t* end) const {
  if (!is_slow) {
    const long status = run(block, view.text(), from, end, kBriefLimit);
    if (status != PCRE2_ERROR_MATCHLIMIT) return status;
    begin_linear();
  }
  if (linear == nullptr) return run(block, view.text(), from, end, kBlockLimit);
  return linear->agrees(view.ascii()) ? run_linear(*linear, view.text(), from, end)
                                      : long{PCRE2_ERROR_MATCHLIMIT};  // its lines may be of ASCII
}

RegexMatcher::RegexMatcher(std::string_view pattern, RegexOptions options) {
  auto compiled = std::make_unique<Compiled>();
  compiled->regex = parse_regex(pattern, options.ignore_case);
  const Regex& regex = compiled->regex;
  compiled->left = static_cast<int64_t>(options.steps);
  compiled->pattern = to_pcre2(regex);
  compiled->field = compile(compiled->pattern);
  compiled->plan = plan_regex(regex);
  const std::string in_lines = to_pcre2(regex, true);
  compiled->is_same_in_lines = in_lines == compiled->pattern;
  // A pattern that matches nothing-at-all matches everywhere: searching blocks gains nothing.
  if (finds_in_blocks(regex) && run(compiled->field, {}, 0) == PCRE2_ERROR_NOMATCH)
    compiled->block = compile(in_lines);
  compiled_ = std::move(compiled);
}

RegexMatcher::~RegexMatcher() = default;
RegexMatcher::RegexMatcher(RegexMatcher&&) noexcept = default;
RegexMatcher& RegexMatcher::operator=(RegexMatcher&&) noexcept = default;

bool RegexMatcher::matches(std::string_view field) const {
  const long status = compiled_->search(field, 0);
  if (status >= 0) return true;
  if (status == PCRE2_ERROR_NOMATCH) return false;
  fail(status);
}

std::optional<std::pair<size_t, size_t>> RegexMatcher::find(std::string_view text,
                                                            size_t from) const {
  size_t end = 0;
  const long status = compiled_->search(text, from, &end);
  if (status >= 0) return std::pair{static_cast<size_t>(status), end};
  if (status == PCRE2_ERROR_NOMATCH) return std::nullopt;
  fail(status);
}

bool RegexMatcher::Compiled::takes(const BlockView& view) const {
  // Damaged text splits a subject where PCRE2 decides, which need not be where fields end.
  return block && view.plain() && view.utf8() && view.text().size() <= kLongestBlock;
}

size_t RegexMatcher::skip(const BlockView& block, size_t from) const {
  if (!compiled_->takes(block)) return from;
  const long status = compiled_->search_block(block, block.row_start(from), nullptr);
  if (status == PCRE2_ERROR_NOMATCH) return block.size();
  if (status < 0) pause_here();
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
    pause_here();
    return {from, from, false};
  }
  place.begin = static_cast<size_t>(status);
  return place;
}

const Plan& RegexMatcher::plan() const { return compiled_->plan; }
bool RegexMatcher::searches_blocks() const { return static_cast<bool>(compiled_->block); }

}  // namespace dossier::search
