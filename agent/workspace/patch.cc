// Reading unified diffs and applying them. Models miscount hunks and drop the space of an empty
// context line; both are taken as meant, because the lines themselves say what is meant. Content
// that does not match is never guessed at.
#include <algorithm>
#include <charconv>

#include "agent/workspace/diff.h"
#include "engine/path_text.h"

namespace dossier {
namespace {

struct Line {
  std::string_view text;  // without its end
  bool ended;
  std::string_view shown{};  // if it was shown otherwise: with a mark in a secret's place

  bool is(std::string_view wanted) const {
    return text == wanted || (!shown.empty() && shown == wanted);
  }
};

std::vector<Line> lines_in(std::string_view text) {
  std::vector<Line> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    out.push_back({text.substr(at, end == text.npos ? text.npos : end - at), end != text.npos, {}});
    at = end == text.npos ? text.size() : end + 1;
  }
  return out;
}

std::vector<Line> lines_shown(std::string_view text, std::string_view shown) {
  std::vector<Line> out = lines_in(text);
  const std::vector<Line> seen = lines_in(shown);
  for (size_t i = 0; i < out.size() && seen.size() == out.size(); ++i)
    if (seen[i].text != out[i].text) out[i].shown = seen[i].text;
  return out;
}

std::optional<std::string> path_of(std::string_view text, std::string_view prefix) {
  if (text.starts_with('"')) {
    const std::string path = unquoted_path(text);
    return path.starts_with(prefix) ? path.substr(prefix.size()) : path;
  }
  if (const size_t tab = text.find('\t'); tab != text.npos) text = text.substr(0, tab);
  while (text.ends_with('\r') || text.ends_with(' ')) text.remove_suffix(1);
  if (text == "/dev/null") return std::nullopt;
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  return std::string(text);
}

struct Range {
  int64_t old_start = 0, old_count = 1, new_count = 1;
};

// "@@ -1,2 +3,4 @@ anything"
std::optional<Range> range_of(std::string_view line) {
  Range range;
  const char* const end = line.data() + line.size();
  const char* at = line.data() + 2;
  const auto skip = [&](char wanted) {
    while (at < end && *at == ' ') ++at;
    if (at == end || *at != wanted) return false;
    ++at;
    return true;
  };
  const auto number = [&](int64_t& value) {
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < 0 || value > INT32_MAX) return false;
    at = next;
    return true;
  };
  const auto pair = [&](int64_t& start, int64_t& count) {
    if (!number(start)) return false;
    if (at == end || *at != ',') return true;
    ++at;
    return number(count);
  };
  int64_t new_start = 0;
  if (!skip('-') || !pair(range.old_start, range.old_count)) return std::nullopt;
  if (!skip('+') || !pair(new_start, range.new_count) || !skip('@')) return std::nullopt;
  return range;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : lines_(lines_in(text)) {}

  std::variant<std::vector<FileDiff>, DiffFault> run() {
    while (at_ < lines_.size()) {
      const std::string_view line = lines_[at_].text;
      if (starts_file()) {
        FileDiff file{
            path_of(line.substr(4), "a/"), path_of(lines_[at_ + 1].text.substr(4), "b/"), {}};
        if (!file.old_path && !file.new_path) return fault("both sides are /dev/null");
        files_.push_back(std::move(file));
        at_ += 2;
      } else if (line.starts_with("@@")) {
        if (files_.empty()) return fault("a hunk before the file's --- and +++ lines");
        const auto range = range_of(line);
        if (!range) return fault("the hunk header is not '@@ -line,count +line,count @@'");
        if (!hunk(*range)) return fault("a line of a hunk must begin with ' ', '+' or '-'");
      } else if (line.starts_with("Binary files ") || line.starts_with("GIT binary patch")) {
        return fault("binary changes cannot be applied");
      } else if (line.starts_with('+') || line.starts_with('-')) {
        return fault(files_.empty() ? "expected '--- a/path' and '+++ b/path' on two lines"
                                    : "a changed line outside any hunk");
      } else {
        ++at_;  // git's header lines, prose, blank lines
      }
    }
    if (files_.empty()) return DiffFault{0, "no file in the diff: expected '--- a/path'"};
    return std::move(files_);
  }

 private:
  DiffFault fault(std::string message) const {
    return {static_cast<uint32_t>(at_ + 1), std::move(message)};
  }
  bool starts_file() const {
    return at_ + 1 < lines_.size() && lines_[at_].text.starts_with("--- ") &&
           lines_[at_ + 1].text.starts_with("+++ ");
  }

  // False at a line that belongs neither to the hunk nor after it.
  bool hunk(const Range& range) {
    Hunk out{range.old_start, {}, static_cast<uint32_t>(at_ + 1)};
    int64_t old_left = range.old_count, new_left = range.new_count;
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string_view line = lines_[at_].text;
      if (line.starts_with("\\")) {
        if (!out.lines.empty()) out.lines.back().ended = false;
        continue;
      }
      const bool counted = old_left > 0 || new_left > 0;
      // Inside the counted lines "--- x" is a removed "-- x"; beyond them it starts a file.
      const bool next_file =
          starts_file() &&
          (!counted || (at_ + 2 < lines_.size() && lines_[at_ + 2].text.starts_with("@@")));
      if (next_file || line.starts_with("@@") || line.starts_with("diff --git ")) break;
      if (!counted && line.empty()) break;
      const char op = line.empty() ? ' ' : line[0];
      if (op != ' ' && op != '-' && op != '+') {
        if (counted) return false;
        break;
      }
      out.lines.push_back({op, std::string(line.substr(line.empty() ? 0 : 1)), true});
      old_left -= op != '+';
      new_left -= op != '-';
    }
    files_.back().hunks.push_back(std::move(out));
    return true;
  }

  std::vector<Line> lines_;
  size_t at_ = 0;
  std::vector<FileDiff> files_;
};

bool matches(const std::vector<Line>& file, size_t at, const std::vector<const HunkLine*>& wanted) {
  if (at > file.size() || wanted.size() > file.size() - at) return false;
  for (size_t i = 0; i < wanted.size(); ++i)
    if (!file[at + i].is(wanted[i]->text)) return false;
  return true;
}

// A model writes LF, whatever the file has. Where every line of the file ends in CRLF and none of
// the diff, the diff's lines end as the file's do.
FileDiff with_line_ends_of(const std::vector<Line>& file, FileDiff diff) {
  const auto is_crlf = [](std::string_view line) { return line.ends_with('\r'); };
  for (const auto& line : file)
    if (line.ended && !is_crlf(line.text)) return diff;
  for (const auto& hunk : diff.hunks)
    for (const auto& line : hunk.lines)
      if (is_crlf(line.text)) return diff;
  if (file.empty() || !file.front().ended) return diff;
  for (auto& hunk : diff.hunks)
    for (auto& line : hunk.lines)
      if (line.ended) line.text += '\r';
  return diff;
}

// Expected and found lines, from the first that differs.
std::string mismatch(const std::vector<Line>& file, size_t at,
                     const std::vector<const HunkLine*>& wanted) {
  size_t i = 0;
  while (i < wanted.size() && at + i < file.size() && file[at + i].is(wanted[i]->text)) ++i;
  std::string out;
  for (size_t n = i; n < std::min(wanted.size(), i + 3); ++n)
    out += "\n  expected line " + std::to_string(at + n + 1) + ": " + wanted[n]->text;
  for (size_t n = i; n < std::min(wanted.size(), i + 3); ++n)
    out += "\n  found    line " + std::to_string(at + n + 1) + ": " +
           (at + n < file.size() ? std::string(file[at + n].text) : "(end of file)");
  for (const auto* line : wanted)
    if (line->text.find("[redacted:") != line->text.npos)
      return out +
             "\n  [redacted:…] stands for a secret that is hidden; a line of it matches "
             "only as read_file shows it";
  return out;
}

}  // namespace

std::variant<std::vector<FileDiff>, DiffFault> parse_diff(std::string_view text) {
  return Parser(text).run();
}

std::variant<Applied, DiffFault> apply_hunks(std::string_view before, const FileDiff& given,
                                             std::string_view shown) {
  const std::vector<Line> file = lines_shown(before, shown);
  const FileDiff diff = with_line_ends_of(file, given);
  Applied out;
  size_t done = 0;  // lines of the old file already written
  const auto put = [&](std::string_view text, bool ended) {
    if (!out.content.empty() && !out.content.ends_with('\n')) out.content += '\n';
    out.content += text;
    if (ended) out.content += '\n';
  };
  for (const auto& hunk : diff.hunks) {
    std::vector<const HunkLine*> wanted;
    for (const auto& line : hunk.lines)
      if (line.op != '+') wanted.push_back(&line);
    const size_t stated =
        static_cast<size_t>(std::max<int64_t>(0, wanted.empty() ? hunk.start : hunk.start - 1));
    const size_t shift = out.offsets.empty() ? 0 : static_cast<size_t>(out.offsets.back());
    size_t at = stated + shift;  // modular: a negative shift wraps back
    if (wanted.empty() && stated > file.size())
      return DiffFault{hunk.at, "the file has only " + std::to_string(file.size()) + " lines"};
    if (at < done || !matches(file, at, wanted)) at = stated;
    if (at < done || !matches(file, at, wanted)) {
      std::vector<size_t> places;
      for (size_t i = done; !wanted.empty() && i + wanted.size() <= file.size(); ++i)
        if (matches(file, i, wanted)) places.push_back(i);
      if (places.size() > 1)
        return DiffFault{hunk.at, "the hunk does not match at line " + std::to_string(stated + 1) +
                                      " and matches at " + std::to_string(places.size()) +
                                      " other places; add context"};
      if (places.empty())
        return DiffFault{hunk.at, "the hunk does not match" + mismatch(file, stated, wanted)};
      at = places[0];
    }
    out.offsets.push_back(static_cast<int64_t>(at) - static_cast<int64_t>(stated));
    for (; done < at; ++done) put(file[done].text, file[done].ended);
    for (const auto& line : hunk.lines) {
      if (line.op == '+') put(line.text, line.ended);
      if (line.op == ' ') put(file[done].text, file[done].ended);
      if (line.op != '+') ++done;
    }
  }
  for (; done < file.size(); ++done) put(file[done].text, file[done].ended);
  return out;
}

LineCounts counts_of(std::string_view diff) {
  LineCounts counts;
  const auto parsed = parse_diff(diff);
  if (const auto* files = std::get_if<std::vector<FileDiff>>(&parsed))
    for (const auto& file : *files)
      for (const auto& hunk : file.hunks)
        for (const auto& line : hunk.lines) {
          counts.added += line.op == '+';
          counts.removed += line.op == '-';
        }
  return counts;
}

}  // namespace dossier
