#include "agent/redact/web_key.h"

#include <algorithm>

#include "agent/redact/chars.h"

namespace dossier::redaction {
namespace {

constexpr std::string_view kType = "kty";
constexpr size_t kLongestKey = 16 << 10;  // of RSA with 8192 bits: 6 KB
constexpr size_t kLeastSecret = 16;
constexpr size_t kMostEscapes = 8;

bool is_value(char c) { return is_word(c) || has_any("-+/=", c); }

// A member of an object: where its value lies between the quotes.
struct Member {
  Found value;
  bool is_closed = false;
};

// Behind a quote at `at`, escaped or not; npos where there is none.
size_t behind_quote(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && text[end] == '\\' && end - at < kMostEscapes) ++end;
  return end < text.size() && text[end] == '"' ? end + 1 : text.npos;
}

size_t behind_blanks(std::string_view text, size_t at) {
  for (const size_t most = at + 200; at < text.size() && at < most; ++at) {
    if (is_blank(text[at]) || text[at] == '\n' || text[at] == '\r') continue;
    if (text[at] != '\\' || at + 1 >= text.size() || !has_any("\\nrt", text[at + 1])) break;
    size_t end = at;  // \n in a string of JSON
    while (end < text.size() && text[end] == '\\') ++end;
    if (end >= text.size() || !has_any("nrt", text[end])) break;
    at = end;
  }
  return std::min(at, text.size());
}

// Of a name that ends at the quote at `end`.
std::optional<Member> member(std::string_view text, size_t end) {
  size_t at = behind_quote(text, end);
  if (at == text.npos) return std::nullopt;
  at = behind_blanks(text, at);
  if (at >= text.size() || text[at] != ':') return std::nullopt;
  at = behind_quote(text, behind_blanks(text, at + 1));
  if (at == text.npos) return std::nullopt;
  Member out{{at, at}, false};
  while (out.value.end < text.size() && is_value(text[out.value.end])) ++out.value.end;
  out.is_closed = behind_quote(text, out.value.end) != text.npos;
  return out;
}

// The object around `at`: from behind its brace to the one that ends it, or as far as it may reach,
// and never before `least`.
struct Around {
  size_t begin, end;
};

Around around(std::string_view text, size_t at, size_t least) {
  Around out{at, at};
  least = std::max(least, at - std::min(at, kLongestKey));
  const size_t most = std::min(text.size(), at + kLongestKey);
  for (size_t depth = 0; out.begin > least; --out.begin) {
    const char c = text[out.begin - 1];
    if (c == '}') ++depth;
    if (c == '{' && depth-- == 0) break;
  }
  for (size_t depth = 0; out.end < most; ++out.end) {
    if (text[out.end] == '{') ++depth;
    if (text[out.end] == '}' && depth-- == 0) break;
  }
  return out;
}

template <typename Use>
void each_private(std::string_view text, size_t begin, size_t end, const Use& use) {
  for (size_t at = begin; at < end && (at = text.find('"', at)) < end; ++at) {
    size_t last = at + 1;
    while (last < text.size() && last - at < 4 && is_lower(text[last])) ++last;
    if (!is_private_member(text.substr(at + 1, last - at - 1))) continue;
    if (const auto found = member(text, last)) use(*found);
  }
}

// Whether it is the name of a member, and not a word of a sentence.
bool names_type(std::string_view text, size_t at) {
  return at > 0 && text[at - 1] == '"' && behind_quote(text, at + kType.size()) != text.npos;
}

}  // namespace

bool is_private_member(std::string_view name) {
  constexpr std::string_view kNames[] = {"d", "p", "q", "dp", "dq", "qi", "k"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool has_private_member(std::string_view text) {
  bool out = false;
  each_private(text, 0, text.size(), [&](const Member&) { out = true; });
  return out;
}

std::optional<Found> WebKeys::next(size_t at) {
  for (;;) {
    for (; next_ < found_.size(); ++next_)
      if (found_[next_].begin >= at) return found_[next_++];
    const size_t type = text_.find(kType, from_);
    if (type == text_.npos) return std::nullopt;
    from_ = type + kType.size();
    if (!names_type(text_, type)) continue;
    // What was searched before is not searched again, however many types there are.
    const Around key = around(text_, type, searched_);
    found_.clear();
    next_ = 0;
    each_private(text_, key.begin, key.end, [&](const Member& found) {
      if (found.value.end - found.value.begin >= kLeastSecret) found_.push_back(found.value);
    });
    from_ = searched_ = std::max(from_, key.end);
  }
}

size_t open_web_key(std::string_view text) {
  // Whatever is open at the end holds it.
  const size_t least = text.size() - std::min(text.size(), kLongestKey);
  const Around last = around(text, text.size(), least);
  const bool is_found = last.begin > 0 && text[last.begin - 1] == '{';
  if (!is_found && least > 0) return text.npos;
  // Its brace may have been shown: then it begins behind all that has ended.
  const size_t begin = is_found ? last.begin : text.rfind('}') + 1;
  bool may_be = false;
  for (size_t at = begin; (at = text.find(kType, at)) != text.npos; ++at)
    may_be = may_be || names_type(text, at) || at + kType.size() == text.size();
  each_private(text, begin, text.size(), [&](const Member& found) {
    may_be = may_be || !found.is_closed || found.value.end - found.value.begin >= kLeastSecret;
  });
  if (!may_be) return text.npos;
  return begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
}

}  // namespace dossier::redaction
