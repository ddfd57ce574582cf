#include "queries/ops/cursor.h"

#include <xxhash.h>

#include <algorithm>
#include <charconv>

#include "engine/ascii.h"

namespace dossier {
namespace {

std::string fingerprint(std::string_view query) {
  static constexpr char kHex[] = "0123456789abcdef";
  auto bits = static_cast<uint32_t>(XXH3_64bits(query.data(), query.size()));
  std::string out;
  for (int i = 0; i < 8; ++i, bits >>= 4) out += kHex[bits & 15];
  return out;
}

std::string dotted(const std::vector<int64_t>& numbers) {
  std::string out;
  for (const int64_t number : numbers) out += (out.empty() ? "" : ".") + std::to_string(number);
  return out;
}

// Numbers that are not negative, with a character between them; false where something else stands.
bool read_numbers(std::string_view text, char between, std::vector<int64_t>& out) {
  while (!text.empty()) {
    const std::string_view digits = text.substr(0, std::min(text.find(between), text.size()));
    int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || number < 0)
      return false;
    out.push_back(number);
    text.remove_prefix(std::min(digits.size() + 1, text.size()));
  }
  return true;
}

bool is_word(std::string_view kind) {
  return !kind.empty() && std::all_of(kind.begin(), kind.end(), is_lower);
}

// "" where a kind is no word.
std::string counted(const std::map<std::string, int64_t, std::less<>>& kinds) {
  std::string out;
  for (const auto& [kind, count] : kinds) {
    if (!is_word(kind)) return {};
    out += (out.empty() ? "" : ".") + kind + "=" + std::to_string(count);
  }
  return out;
}

bool read_counts(std::string_view text, std::map<std::string, int64_t, std::less<>>& out) {
  while (!text.empty()) {
    const std::string_view one = text.substr(0, std::min(text.find('.'), text.size()));
    const size_t equals = std::min(one.find('='), one.size());
    std::vector<int64_t> count;
    if (!is_word(one.substr(0, equals)) || equals == one.size() ||
        !read_numbers(one.substr(equals + 1), '.', count) || count.size() != 1 ||
        count.front() > INT32_MAX)  // more are added
      return false;
    out[std::string(one.substr(0, equals))] = count.front();
    text.remove_prefix(std::min(one.size() + 1, text.size()));
  }
  return true;
}

}  // namespace

std::string Cursor::text(std::string_view query) const {
  std::string out = scope + "@" + std::to_string(offset) + "@" + fingerprint(query);
  const std::string rest[] = {dotted(weights), dotted(ends), dotted(named), counted(kinds)};
  size_t last = std::size(rest);
  while (last > 0 && rest[last - 1].empty()) --last;
  for (size_t i = 0; i < last; ++i) out += "@" + rest[i];
  return out;
}

std::optional<Cursor> parse_cursor(std::string_view text, std::string_view query) {
  std::vector<std::string_view> parts;
  for (size_t from = 0; from <= text.size();) {
    const size_t at = std::min(text.find('@', from), text.size());
    parts.push_back(text.substr(from, at - from));
    from = at + 1;
  }
  if (parts.size() < 3 || parts.size() > 7 || parts[2] != fingerprint(query)) return std::nullopt;
  Cursor cursor;
  cursor.scope = parts[0];
  std::vector<int64_t> snapshots, offset;
  if (!read_numbers(parts[0], ',', snapshots) || !read_numbers(parts[1], '.', offset) ||
      offset.size() != 1)
    return std::nullopt;
  cursor.offset = offset[0];
  if (parts.size() > 3 && !read_numbers(parts[3], '.', cursor.weights)) return std::nullopt;
  if (parts.size() > 4 && !read_numbers(parts[4], '.', cursor.ends)) return std::nullopt;
  if (parts.size() > 5 && !read_numbers(parts[5], '.', cursor.named)) return std::nullopt;
  if (parts.size() > 6 && !read_counts(parts[6], cursor.kinds)) return std::nullopt;
  return cursor;
}

}  // namespace dossier
