#include "agent/foreign/foreign.h"

#include <charconv>
#include <chrono>

#include "agent/bounds.h"
#include "agent/foreign/lines.h"
#include "agent/foreign/recorder.h"

namespace dossier {
namespace {

using namespace foreign;

bool has_items(const Json& value, std::string_view key) { return value[key].items() != nullptr; }

enum class Kind { none, own, claude_code, codex, openhands };

// What a line of JSON lines belongs to, if it shows it.
Kind kind_of(const Json& line) {
  if (line.find("dossier_session") != nullptr) return Kind::own;
  if (line.find("payload") != nullptr || line.find("record_type") != nullptr) return Kind::codex;
  if (line.find("instructions") != nullptr && line.find("timestamp") != nullptr) return Kind::codex;
  if (has_items(line, "history") && line.find("instruction") != nullptr) return Kind::openhands;
  if (line.find("sessionId") != nullptr || line.find("leafUuid") != nullptr)
    return Kind::claude_code;
  return Kind::none;
}

// One JSON value as a whole file, when it is one of the formats.
std::optional<Foreign> read_value(const Json& file, std::string_view name, int64_t at) {
  // A result of one line is a whole file, too.
  if (kind_of(file) == Kind::openhands) return read_openhands_results({file}, {}, name, at);
  if (has_items(file, "trajectory") || has_items(file, "history"))
    return read_swe_agent(file, name, at);
  if (has_items(file, "samples") || (file.find("eval") != nullptr && file.find("plan") != nullptr))
    return read_inspect_ai(file, at);
  if (has_items(file, "messages")) return read_mini_swe_agent(file, name, at);
  if (file.each().empty()) return std::nullopt;
  const Json& first = file.each().front();
  if (first.find("role") != nullptr) return read_mini_swe_agent(file, name, at);
  if (first.find("action") != nullptr || first.find("observation") != nullptr)
    return read_openhands(file, name, at);
  return std::nullopt;
}

// A byte order mark.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kPiece = 1 << 20;

bool begins_with_mark(std::string_view bytes) { return bytes.starts_with(kByteOrderMark); }

std::variant<Foreign, std::string> read_lines(const std::vector<Json>& lines, Lost lost,
                                              std::string_view name, int64_t at,
                                              const ForeignLimits& limits, bool is_long) {
  for (const auto& line : lines) switch (kind_of(line)) {
      case Kind::own:
        return read_own(lines, std::move(lost));
      case Kind::claude_code:
        return read_claude_code(lines, std::move(lost), at);
      case Kind::codex:
        return read_codex(lines, std::move(lost), name, at);
      case Kind::openhands:
        return read_openhands_results(lines, std::move(lost), name, at);
      case Kind::none:
        break;
    }
  if (is_long)
    return "no lines of a known format; a file that is one document may have " +
           size_text(limits.document);
  if (lost.contains(lines_over(limits.line)))
    return "no lines of a known format, without its " + lines_over(limits.line);
  return std::string("not a transcript of a known format");
}

template <typename T>
bool digits(std::string_view text, size_t at, size_t count, T& out) {
  if (at + count > text.size()) return false;
  const char* end = text.data() + at + count;
  return std::from_chars(text.data() + at, end, out).ptr == end;
}

}  // namespace

std::optional<int64_t> time_in(std::string_view text) {
  unsigned year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  const bool shaped = text.size() >= 19 && text[4] == '-' && text[7] == '-' &&
                      (text[10] == 'T' || text[10] == ' ') && text[13] == ':' && text[16] == ':';
  if (!shaped || !digits(text, 0, 4, year) || !digits(text, 5, 2, month) ||
      !digits(text, 8, 2, day) || !digits(text, 11, 2, hour) || !digits(text, 14, 2, minute) ||
      !digits(text, 17, 2, second))
    return std::nullopt;
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  const std::chrono::sys_days date =
      std::chrono::year(static_cast<int>(year)) / static_cast<int>(month) / static_cast<int>(day);
  int64_t ms = ((date.time_since_epoch().count() * 24 + hour) * 60 + minute) * 60 + second;
  ms *= 1000;
  size_t at = 19;
  if (at < text.size() && text[at] == '.') {
    int64_t unit = 100;
    for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, unit /= 10)
      ms += (text[at] - '0') * unit;
  }
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    unsigned hours = 0, minutes = 0;
    const bool colon = at + 3 < text.size() && text[at + 3] == ':';
    if (digits(text, at + 1, 2, hours) && digits(text, at + (colon ? 4 : 3), 2, minutes))
      ms += (text[at] == '+' ? -1 : 1) * int64_t{hours * 60 + minutes} * 60'000;
  }
  return ms;
}

std::variant<Foreign, std::string> read_foreign(std::string_view bytes, std::string_view name,
                                                int64_t at, const ForeignLimits& limits) {
  if (bytes.starts_with("PK\x03\x04")) return read_eval(bytes, at, limits);
  bytes.remove_prefix(begins_with_mark(bytes) ? kByteOrderMark.size() : 0);
  const bool is_long = bytes.size() > limits.document;
  JsonBudget budget = budget_of(bytes.size());
  if (!is_long)
    if (const auto whole = parse_json(bytes, budget); std::holds_alternative<Json>(whole))
      if (auto read = read_value(std::get<Json>(whole), name, at)) return std::move(*read);
  Lost lost;
  JsonLines lines(bytes.size(), limits.line, lost);
  lines.add(bytes);
  const auto taken = lines.take();  // counts what is lost of the last line
  return read_lines(taken, std::move(lost), name, at, limits, is_long);
}

std::variant<Foreign, std::string> read_long_foreign(
    uint64_t size, const std::function<size_t(char* buffer, size_t size)>& read,
    std::string_view name, int64_t at, const ForeignLimits& limits) {
  Lost lost;
  JsonLines lines(size, limits.line, lost);
  std::string buffer(kPiece, '\0');
  for (bool is_first = true;; is_first = false) {
    std::string_view piece(buffer.data(), read(buffer.data(), buffer.size()));
    if (piece.empty()) break;
    if (is_first && begins_with_mark(piece)) piece.remove_prefix(kByteOrderMark.size());
    lines.add(piece);
  }
  const auto taken = lines.take();  // likewise
  return read_lines(taken, std::move(lost), name, at, limits, true);
}

}  // namespace dossier
