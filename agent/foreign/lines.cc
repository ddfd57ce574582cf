#include "agent/foreign/lines.h"

#include <algorithm>
#include <charconv>

#include "agent/bounds.h"
#include "agent/foreign/recorder.h"
#include "engine/unicode.h"

namespace dossier::foreign {

std::string lines_over(size_t most) { return "lines over " + size_text(most); }

namespace {

// The UTF-16 code unit of an escape \uXXXX at this place; -1 for anything else.
int32_t unit_at(std::string_view line, size_t at) {
  if (line.substr(at, 2) != "\\u" || at + 6 > line.size()) return -1;
  uint32_t unit = 0;
  const char* first = line.data() + at + 2;
  const auto [end, problem] = std::from_chars(first, first + 4, unit, 16);
  return problem == std::errc() && end == first + 4 ? static_cast<int32_t>(unit) : -1;
}

bool is_high(int32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(int32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// A line with U+FFFD for what is no text: half of a pair of surrogates, which JavaScript writes
// where it cut a string within an emoji, and bytes that are not UTF-8.
std::string repaired(std::string_view line) {
  std::string out;
  for (size_t at = 0; at < line.size();) {
    if (line[at] != '\\') {
      const Decoded next = decode_utf8(line, at);
      out += next.valid ? line.substr(at, next.length) : std::string_view("\xEF\xBF\xBD");
      at += next.length;
      continue;
    }
    const int32_t unit = unit_at(line, at);
    const bool is_pair = is_high(unit) && is_low(unit_at(line, at + 6));
    const size_t length = is_pair ? 12 : unit >= 0 ? 6 : std::min<size_t>(2, line.size() - at);
    const bool is_half = !is_pair && (is_high(unit) || is_low(unit));
    out += is_half ? std::string_view("\\ufffd") : line.substr(at, length);
    at += length;
  }
  return out;
}

}  // namespace

JsonLines::JsonLines(size_t bytes, size_t most, Lost& lost)
    : budget_(budget_of(bytes)), most_(most), lost_(lost) {}

std::vector<Json> JsonLines::take() {
  lines_.finish(taker_);
  return std::move(out_);
}

void JsonLines::end_line(const std::string* line) {
  if (line == nullptr) {
    ++lost_[lines_over(most_)];
    return;
  }
  auto parsed = parse_json(*line, budget_);
  if (std::holds_alternative<JsonFault>(parsed))
    if (const std::string whole = repaired(*line); whole != *line)
      parsed = parse_json(whole, budget_);
  Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr)
    ++lost_["lines that are not JSON"];
  else if (json->fields() == nullptr)
    ++lost_["lines that are not objects"];
  else
    out_.push_back(std::move(*json));
}

}  // namespace dossier::foreign
