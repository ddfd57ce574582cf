#include "cli/terminal_guard.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "engine/unicode.h"

namespace dossier::cli {
namespace {

constexpr size_t kLongestStyle = 16;

// The length of what dossier itself writes to style a text or to rewrite a line; 0: none.
// `is_begun` when it may become one.
size_t own_sequence(std::string_view text, bool& is_begun) {
  const size_t escape = text.starts_with('\r') ? 1 : 0;
  constexpr std::string_view kBegin = "\x1b[";
  const std::string_view rest = text.substr(escape, kLongestStyle);
  is_begun = kBegin.starts_with(rest.substr(0, kBegin.size()));
  if (!rest.starts_with(kBegin)) return 0;
  const size_t last = rest.find_first_not_of("0123456789;", kBegin.size());
  is_begun = last == rest.npos && rest.size() < kLongestStyle;
  const bool is_own = last != rest.npos && (rest[last] == 'K' || (rest[last] == 'm' && !escape));
  return is_own ? escape + last + 1 : 0;
}

// How many bytes its first one announces.
size_t announced(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

}  // namespace

std::string guarded(std::string_view text, bool is_end, size_t& used) {
  std::string out;
  for (used = 0; used < text.size();) {
    const std::string_view rest = text.substr(used);
    const char first = rest.front();
    bool is_begun = false;
    if (const size_t own = own_sequence(rest, is_begun); own > 0) {
      out += rest.substr(0, own);
      used += own;
      continue;
    }
    const Decoded c = decode_utf8(rest, 0);
    if (!c.valid) is_begun = rest.size() < announced(first);
    if (is_begun && (first == '\r' || first == '\x1b' || !c.valid) && !is_end) break;
    const bool is_control = c.code < 0x20 ? first != '\n' && first != '\t' : c.code == 0x7F;
    if (is_control || !c.valid || steers_text(c.code)) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c.code));
      out += escaped;
    } else {
      out += rest.substr(0, c.length);
    }
    used += c.length;
  }
  return out;
}

TerminalGuard::TerminalGuard(std::ostream& stream, int descriptor) : stream_(stream) {
  if (isatty(descriptor) != 0) to_ = stream.rdbuf(this);
}

TerminalGuard::~TerminalGuard() {
  if (to_ == nullptr) return;
  pass(true);
  to_->pubsync();
  stream_.rdbuf(to_);
}

bool TerminalGuard::pass(bool is_end) {
  size_t used = 0;
  const std::string out = guarded(waiting_, is_end, used);
  waiting_.erase(0, used);
  const auto size = static_cast<std::streamsize>(out.size());
  return to_->sputn(out.data(), size) == size;
}

TerminalGuard::int_type TerminalGuard::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  waiting_ += traits_type::to_char_type(c);
  return pass(false) ? c : traits_type::eof();
}

std::streamsize TerminalGuard::xsputn(const char* text, std::streamsize size) {
  waiting_.append(text, static_cast<size_t>(size));
  return pass(false) ? size : 0;
}

int TerminalGuard::sync() { return to_->pubsync(); }

}  // namespace dossier::cli
