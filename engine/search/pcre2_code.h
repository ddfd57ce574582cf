#pragma once
// A pattern as PCRE2 compiles it, and matches that are given steps and time in small amounts. Of
// regex_matcher.cc; nothing else includes PCRE2.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace dossier::search::detail {

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

/// The steps that a field is first given from one starting point; such a call takes tens of
/// milliseconds at most.
constexpr uint32_t kFieldLimit = 10'000;
/// Longer fields are searched by run_long().
constexpr size_t kLong = 2048;

/// Throws Error{invalid, "invalid regex: …"}.
Code compile(const std::string& pattern, uint32_t options = 0);
/// Where a match begins (its end through `end`), PCRE2_ERROR_NOMATCH, or another PCRE2 error.
long run(const Code& code, std::string_view text, size_t from, size_t* end = nullptr,
         uint32_t limit = kFieldLimit);
/// As run(), for what takes long, of a code compiled with PCRE2_USE_OFFSET_LIMIT. Throws
/// Error{limit} once more steps than `left`, which counts down, have led to nothing.
long run_long(const Code& code, std::string_view text, size_t from, size_t* end,
              std::atomic<int64_t>& left);
/// Calls what Pauses has set.
void pause_here();
/// Throws the Error of a PCRE2 error.
[[noreturn]] void fail(long status);

}  // namespace dossier::search::detail
