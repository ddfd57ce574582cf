// Redaction of a text that arrives in pieces.
#include <algorithm>
#include <cctype>
#include <utility>

#include "agent/redact.h"
#include "agent/redact/declared.h"
#include "agent/redact/line.h"
#include "agent/redact/rules.h"
#include "engine/ascii.h"

namespace dossier {
namespace {

// Bytes of a text that arrives, beyond which its lines are shown one by one.
constexpr size_t kLongestHeld = 256 << 10;

std::string_view own_part(std::string_view line) {
  line.remove_prefix(redaction::line_prefix(line));
  return trimmed(line, " \t\r\n");
}

// Of a key in base64, whose first line alone tells what it is.
bool is_line_of_key(std::string_view line) {
  constexpr size_t kShortest = 40;  // rules.txt, private-key-base64
  return line.size() >= kShortest && std::all_of(line.begin(), line.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '+' || c == '/' || c == '=';
         });
}

// Of a name or a command on a line above, or an empty line between: the next line may hold its
// value.
bool goes_on(std::string_view line) {
  line = own_part(line);
  return line.empty() || is_line_of_key(line) || line.starts_with("value") ||
         line.starts_with("<value") || line.starts_with("default") || line.starts_with(':') ||
         line.ends_with('\\');
}

bool may_hold_secret(std::string_view line) {
  std::vector<uint32_t> owners;
  return redaction::rules().name_places.next(line, 0, owners) != line.npos ||
         redaction::rules().places.next(line, 0, owners) != line.npos || goes_on(line);
}

// Where a name begins its line at or before `end` whose value is lines below it that may go on: a
// block or a list. npos: none.
size_t open_block(std::string_view text, size_t end) {
  std::vector<uint32_t> owners;
  while (end > 0) {
    const size_t begin = end >= 2 ? text.rfind('\n', end - 2) + 1 : 0;
    std::string_view line = text.substr(begin, end - begin), own = own_part(line);
    line.remove_prefix(redaction::line_prefix(line));
    own = own.substr(0, own.find_last_not_of("+-0123456789") + 1);
    const bool opens = !own.empty() && (std::string_view(":|>[").find(own.back()) != own.npos ||
                                        (own.starts_with("variable ") && own.ends_with('{')));
    if (opens && redaction::rules().name_places.next(own, 0, owners) != own.npos) return begin;
    if (!own.empty() && line.front() != ' ' && line.front() != '\t') return text.npos;
    end = begin;
  }
  return text.npos;
}

// Where the last word of a line begins, or the dashes before it that open a block of SSH2 with it.
size_t whole_words(std::string_view line) {
  constexpr std::string_view kDashes = "---- ";
  const size_t end = line.find_last_of(" \t") + 1;
  return line.substr(0, end).ends_with(kDashes) ? end - kDashes.size() : end;
}

// How much of a text that goes on cannot become part of a secret any more: lines before the last
// ones that may hold one or the name of one, and of the line that has just begun whole words.
size_t settled(std::string_view text) {
  const size_t line = text.rfind('\n') + 1;
  size_t end = line, from = 0;
  if (text.size() > kLongestHeld) return end;
  using Block = std::pair<std::string_view, std::string_view>;
  for (const auto& [first, ending] : {Block{"-----BEGIN ", "-----END "},
                                      {"---- BEGIN ", "---- END "},
                                      {"Private-Lines:", "Private-MAC:"}}) {
    const size_t begin = text.rfind(first);
    if (begin == text.npos) continue;
    const size_t last = text.find(ending, begin);
    const size_t behind = last == text.npos ? text.npos : text.find('\n', last);
    if (behind == text.npos)
      end = std::min(end, text.rfind('\n', begin) + 1);
    else
      from = std::max(from, behind + 1);
  }
  if (const size_t block = open_block(text, end); block != text.npos) end = block;
  const redaction::DeclaredSecrets declared(text);
  for (end = declared.whole(end); end > from;) {
    const size_t before = end >= 2 ? text.rfind('\n', end - 2) + 1 : 0;
    const bool may_hold = may_hold_secret(text.substr(before, end - before));
    const size_t whole = declared.whole(may_hold ? before : end);
    if (whole == end) break;
    end = whole;
  }
  const std::string_view last = text.substr(line);
  if (end == line && !may_hold_secret(last)) end = std::max(end, whole_words(last) + line);
  return end;
}

}  // namespace

std::string RedactedStream::feed(std::string_view piece) {
  constexpr size_t kLongLine = 4096;
  held_ += piece;
  // A line without end would be looked at from its beginning for every piece of it.
  if (held_.size() < next_) return {};
  next_ = held_.size() > kLongLine ? held_.size() + held_.size() / 4 : 0;
  const size_t end = settled(held_);
  if (end <= shown_) return {};
  std::string out = redact(std::string_view(held_).substr(0, end)).substr(shown_);
  // What stands before a name on its line says what it is, so the line stays until it ends.
  const size_t line = std::string_view(held_).substr(0, end).rfind('\n') + 1;
  held_.erase(0, line);
  if (held_.size() <= kLongLine) next_ = 0;
  shown_ = end - line;
  return out;
}

std::string RedactedStream::finish() {
  const std::string out = redact(held_).substr(shown_);
  held_.clear();
  shown_ = next_ = 0;
  return out;
}

}  // namespace dossier
