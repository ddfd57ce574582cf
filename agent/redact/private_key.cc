#include "agent/redact/private_key.h"

#include <algorithm>

namespace dossier::redaction {
namespace {

constexpr size_t kLongestTitle = 60;
constexpr size_t kLongestBlock = 64 << 10;

bool may_belong(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view(" \t\r\n+/=:,\\.-").find(c) != std::string_view::npos;
}

// Behind the title's dashes; npos where it is none of a private key.
size_t behind_title(std::string_view text, size_t at, std::string_view dashes) {
  const size_t end = text.substr(0, at + kLongestTitle).find(dashes, at);
  if (end == text.npos) return text.npos;
  const std::string_view title = text.substr(at, end - at);
  const bool named = title.ends_with("PRIVATE KEY") || title.ends_with("PRIVATE KEY BLOCK");
  const bool plain = std::all_of(title.begin(), title.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ';
  });
  return named && plain ? end + dashes.size() : text.npos;
}

}  // namespace

size_t ArmoredKeys::end_behind(size_t at) {
  if (end_ < at) end_ = text_.find(armor_.end, at);
  return end_;
}

std::optional<Found> ArmoredKeys::next(size_t at) {
  for (size_t begin = at; (begin = text_.find(armor_.begin, begin)) != text_.npos;
       begin += armor_.begin.size()) {
    const size_t body = behind_title(text_, begin + armor_.begin.size(), armor_.dashes);
    if (body == text_.npos) continue;
    const size_t last = end_behind(body);
    if (last != text_.npos && last - body <= kLongestBlock) {
      const size_t end = behind_title(text_, last + armor_.end.size(), armor_.dashes);
      if (end != text_.npos) return Found{begin, end};
    }
    size_t end = body;
    while (end < text_.size() && may_belong(text_[end]) &&
           !text_.substr(end).starts_with(armor_.begin))
      ++end;
    // A title alone, as code that reads keys has it, is none.
    const std::string_view rest = text_.substr(body, end - body);
    const size_t blanks = std::min(rest.find_first_not_of(" \t\r\n\\"), rest.size());
    if (blanks == rest.size() || (blanks == 0 && rest.size() < 16)) continue;
    return Found{begin, end};
  }
  return std::nullopt;
}

}  // namespace dossier::redaction
