#include "queries/tables/text_match.h"

#include <sqlite3.h>

#include <algorithm>
#include <string>
#include <vector>

namespace dossier {
namespace {

class EqualMatcher final : public search::Matcher {
 public:
  explicit EqualMatcher(std::string_view text) : text_(text) {}

  using Matcher::matches;
  bool matches(std::string_view field) const override { return field == text_; }
  size_t skip(const search::BlockView& block, size_t from) const override {
    if (!block.plain()) return from;
    const size_t found = block.text().find(text_, block.row_start(from));
    return found == std::string_view::npos ? block.size() : block.row_at(found);
  }
  search::Place seek(const search::BlockView& block, size_t from) const override {
    const size_t found = std::min(block.text().find(text_, from), block.text().size());
    return {found, found, false};
  }

 private:
  std::string text_;
};

// SQLite's comparisons read to a NUL, as its operators do.
class WildcardMatcher final : public search::Matcher {
 public:
  WildcardMatcher(std::string_view pattern, bool glob) : pattern_(pattern), glob_(glob) {}

  using Matcher::matches;
  bool matches(std::string_view field) const override {
    static thread_local std::string text;
    text = field;
    return (glob_ ? sqlite3_strglob(pattern_.c_str(), text.c_str())
                  : sqlite3_strlike(pattern_.c_str(), text.c_str(), 0)) == 0;
  }

 private:
  std::string pattern_;
  bool glob_;
};

// SQLite compares characters, and takes malformed text for others: what is beyond ASCII may be in
// the text as other bytes than in the pattern.
bool is_ascii(char c) { return static_cast<uint8_t>(c) < 0x80; }

search::Plan plan_of(const std::vector<std::string>& parts) {
  std::vector<search::Plan> plans;
  for (const auto& part : parts)
    if (!part.empty()) plans.push_back(search::plan_literal(part));
  return search::Plan::both(std::move(plans));
}

}  // namespace

PlannedMatcher equal_matcher(std::string_view text) {
  return {std::make_unique<EqualMatcher>(text), plan_of({std::string(text)})};
}

PlannedMatcher like_matcher(std::string_view pattern) {
  pattern = pattern.substr(0, pattern.find('\0'));
  std::vector<std::string> parts(1);
  for (const char c : pattern)
    if (c == '%' || c == '_' || !is_ascii(c))
      parts.emplace_back();
    else
      parts.back() += c;
  return {std::make_unique<WildcardMatcher>(pattern, false), plan_of(parts)};
}

PlannedMatcher glob_matcher(std::string_view pattern) {
  pattern = pattern.substr(0, pattern.find('\0'));
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c != '*' && c != '?' && c != '[' && is_ascii(c)) {
      parts.back() += c;
      continue;
    }
    parts.emplace_back();
    if (c != '[') continue;
    // A bracket that closes at once, after ^ too, is a member of the set.
    size_t end = i + 1;
    if (end < pattern.size() && pattern[end] == '^') ++end;
    end = pattern.find(']', end + 1);
    if (end == std::string_view::npos) break;  // never matches
    i = end;
  }
  return {std::make_unique<WildcardMatcher>(pattern, true), plan_of(parts)};
}

}  // namespace dossier
