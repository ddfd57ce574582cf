#include "engine/search/pcre2_code.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <utility>

#include "engine/error.h"
#include "engine/search/matcher.h"

namespace dossier::search {

namespace {

using detail::Freed;

// Steps from one starting point: the last are about 10 ms under the JIT. A field is first given a
// few, then more as long as their time allows: steps are of no certain length, all starting points
// of a call together are not limited, and a call cannot be interrupted. The first limits are such
// that a call that stays below them takes tens of milliseconds at most. Heap and depth bound the
// interpreter, which runs only where the JIT cannot.
constexpr uint32_t kMatchLimit = 5'000'000;
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

Scratch& own_scratch() {
  static thread_local Scratch scratch;
  return scratch;
}

[[noreturn]] void too_many_steps() {
  throw Error(ErrorCode::limit, "limit: the pattern took too many steps on one field");
}

[[noreturn]] void too_many_steps_in_all() {
  throw Error(ErrorCode::limit,
              "limit: the pattern took too many steps on many fields; without lookarounds, "
              "backreferences, atomic groups and possessive quantifiers it takes few");
}

// The match limit does not count what `.*` walks over nor what a backreference compares, so a long
// field can take seconds below it. Fields above kLong bytes, and those that took many steps, are
// searched in windows of starting points, with a look at the thread's clock between them. Windows
// double, since a call throws away what the JIT has learnt about earlier starting points.
constexpr int64_t kLongestNs = 500'000'000;  // of one field
constexpr int64_t kBriefNs = 100'000'000;    // of one call, as far as the last one tells

int64_t thread_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

thread_local int64_t (*match_clock)() = thread_ns;
thread_local const std::function<void()>* pause = nullptr;

// The starting points that calls on this thread may try, while it lives.
struct Window {
  pcre2_match_context* const context = own_scratch().context.get();
  ~Window() { pcre2_set_offset_limit(context, PCRE2_UNSET); }
  void end(size_t at) const { pcre2_set_offset_limit(context, at); }
};

}  // namespace

namespace detail {

Code compile(const std::string& pattern, uint32_t options) {
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

long run(const Code& code, std::string_view text, size_t from, size_t* end, uint32_t limit) {
  Scratch& own = own_scratch();
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

void fail(long status) {
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

void pause_here() {
  if (pause != nullptr && *pause) (*pause)();
}

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

}  // namespace detail

Pauses::Pauses(const std::function<void()>& given) : before_(std::exchange(pause, &given)) {}
Pauses::~Pauses() { pause = before_; }

void pause_between() { detail::pause_here(); }

void set_match_clock(int64_t (*clock)()) { match_clock = clock == nullptr ? thread_ns : clock; }

}  // namespace dossier::search
