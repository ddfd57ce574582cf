#include "engine/readers/languages/blanks.h"

#include <algorithm>

namespace dossier::languages {
namespace {

/// The first piece that ends behind the byte.
Blanks::const_iterator first_behind(const Blanks& blanks, uint32_t at) {
  return std::upper_bound(blanks.begin(), blanks.end(), at,
                          [](uint32_t byte, const Blank& blank) { return byte < blank.end; });
}

}  // namespace

void put_in_order(Blanks& blanks) {
  std::sort(blanks.begin(), blanks.end(), [](const Blank& a, const Blank& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  Blanks apart;
  for (Blank blank : blanks) {
    if (!apart.empty()) blank.begin = std::max(blank.begin, apart.back().end);
    if (blank.begin < blank.end) apart.push_back(blank);
  }
  blanks = std::move(apart);
}

Blanks common(const Blanks& one, const Blanks& other) {
  Blanks found;
  for (size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const uint32_t begin = std::max(one[i].begin, other[j].begin);
    const uint32_t end = std::min(one[i].end, other[j].end);
    if (begin < end) found.push_back({begin, end, one[i].is_code && other[j].is_code});
    ++(one[i].end < other[j].end ? i : j);
  }
  return found;
}

const Blank* blank_at(const Blanks& blanks, uint32_t at) {
  const auto found = first_behind(blanks, at);
  return found != blanks.end() && found->begin <= at ? &*found : nullptr;
}

bool any_in(const Blanks& blanks, uint32_t begin, uint32_t end) {
  const auto found = first_behind(blanks, begin);
  return found != blanks.end() && found->begin < end;
}

std::string blanked(std::string_view text, const Blanks& blanks) {
  std::string result(text);
  for (const Blank& blank : blanks)
    for (size_t i = blank.begin; i < blank.end; ++i)
      if (result[i] != '\n' && result[i] != '\r') result[i] = blank.instead;
  return result;
}

}  // namespace dossier::languages
