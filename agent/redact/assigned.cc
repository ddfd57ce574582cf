#include "agent/redact/assigned.h"

#include <algorithm>
#include <cctype>

#include "agent/redact/line.h"

namespace dossier::redaction {
namespace {

constexpr size_t kLongestName = 120;

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

struct Name {
  size_t begin = 0, end = 0;
  size_t line = 0;  // where its line begins
};

// The name around `place`, which does not begin before `least`.
Name name_around(std::string_view text, size_t place, size_t least) {
  Name out{place, place, 0};
  while (out.begin > least && place - out.begin <= kLongestName && is_name(text[out.begin - 1]))
    --out.begin;
  while (out.end < text.size() && is_name(text[out.end])) ++out.end;
  // `\nPASSWORD` in a string of JSON: the escape is not part of the name.
  if (out.begin > 0 && out.begin < place && text[out.begin - 1] == '\\') ++out.begin;
  out.line = line_begin(text, out.begin);
  const size_t own = out.line + line_prefix(text.substr(out.line, out.end - out.line));
  // Of "a.yml-4-password" only the last word is the name; the dashes of "--password" are no prefix.
  if (own > out.begin && own < out.end && text[out.begin] != '-') out.begin = own;
  out.line = std::min(own, out.begin);
  while (text[out.begin] == '-' && out.begin < place) ++out.begin;
  return out;
}

}  // namespace

std::optional<Found> AssignedSecrets::next(size_t at) {
  const Rules& all = rules();
  std::vector<uint32_t> owners;
  Found found;
  while ((from_ = all.name_places.next(text_, std::max(from_, at), owners)) != text_.npos) {
    const Name name = name_around(text_, from_, at);
    from_ = name.end;
    // A redacted text is not the name of what follows its mark.
    if (name.end - name.begin > kLongestName || text_.substr(0, name.begin).ends_with(kMark))
      continue;
    const NameClass* held = class_of(text_.substr(name.begin, name.end - name.begin));
    if (held == nullptr) continue;
    const std::string_view line = text_.substr(name.line, name.end - name.line);
    for (const uint32_t index : held->rules) {
      const Outcome outcome =
          match(all.list[index], text_, line, name.end, name.end, plain_[index], found);
      if (outcome == Outcome::left) break;
      if (outcome == Outcome::none) continue;
      from_ = found.end;
      return found;
    }
  }
  from_ = text_.size();
  return std::nullopt;
}

}  // namespace dossier::redaction
