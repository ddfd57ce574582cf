#include "agent/foreign/known_files.h"

#include <algorithm>
#include <charconv>

#include "agent/workspace/diff.h"

namespace dossier::foreign {
namespace {

// The number that a line begins with, and what comes behind the mark after it: a colon, or else a
// tab or an arrow.
bool numbered(std::string_view line, bool has_colon, int64_t& number, std::string_view& rest) {
  const size_t digit = line.find_first_not_of(' ');
  if (digit == line.npos) return false;
  const char* end = line.data() + line.size();
  const auto [at, error] = std::from_chars(line.data() + digit, end, number);
  if (error != std::errc() || number < 1 || number > INT32_MAX) return false;
  rest = line.substr(static_cast<size_t>(at - line.data()));
  for (const std::string_view mark : {":", "\t", "→"})
    if (has_colon == (mark == ":") && rest.starts_with(mark)) {
      rest.remove_prefix(mark.size());
      return true;
    }
  return false;
}

std::string hunk(int64_t first, const std::vector<std::string>& removed,
                 const std::vector<std::string>& added) {
  std::string out = "@@ -" + std::to_string(first) + "," + std::to_string(removed.size()) + " +" +
                    std::to_string(first) + "," + std::to_string(added.size()) + " @@\n";
  size_t head = 0, tail = 0;
  const size_t most = std::min(removed.size(), added.size());
  while (head < most && removed[head] == added[head]) ++head;
  while (tail < most - head && removed[removed.size() - 1 - tail] == added[added.size() - 1 - tail])
    ++tail;
  for (size_t i = 0; i < head; ++i) out += " " + removed[i] + "\n";
  for (size_t i = head; i < removed.size() - tail; ++i) out += "-" + removed[i] + "\n";
  for (size_t i = head; i < added.size() - tail; ++i) out += "+" + added[i] + "\n";
  for (size_t i = added.size() - tail; i < added.size(); ++i) out += " " + added[i] + "\n";
  return out;
}

}  // namespace

std::vector<Window> windows_in(std::string_view text) {
  std::vector<Window> out;
  const auto lines = lines_of(text);
  constexpr std::string_view kFile = "[File: ", kTotal = " lines total)]";
  std::string path;
  bool open = false;  // whether the last window goes on
  bool has_colon = false;
  for (std::string_view line : lines) {
    // As a terminal ends them.
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(kFile) && line.ends_with(kTotal)) {
      const size_t end = line.rfind(" (");
      path = line.substr(kFile.size(), end - kFile.size());
      has_colon = true;
      open = false;
      continue;
    }
    if (line.find("cat -n") != line.npos) {
      path.clear();
      has_colon = false;
      open = false;
      continue;
    }
    int64_t number = 0;
    std::string_view rest;
    if (!numbered(line, has_colon, number, rest)) {
      // Marks of cursors stand between the lines.
      if (!line.starts_with("<<<<< ")) open = false;
      continue;
    }
    if (open && number == out.back().first + static_cast<int64_t>(out.back().lines.size()))
      out.back().lines.emplace_back(rest);
    else
      out.push_back({path, number, {std::string(rest)}});
    open = true;
  }
  return out;
}

void KnownFiles::saw(const std::string& path, Content content) {
  const size_t size = content ? content->size() : 0;
  if (size > left_) return;
  left_ -= size;
  File& file = files_[path];
  file.whole = std::move(content);
  file.lines.clear();
}

void KnownFiles::saw(const std::string& path, const Window& window) {
  File& file = files_[path];
  file.first = window.first;
  file.last = window.first + static_cast<int64_t>(window.lines.size()) - 1;
  if (file.whole) return;
  for (size_t i = 0; i < window.lines.size(); ++i)
    file.lines[window.first + static_cast<int64_t>(i)] = window.lines[i];
}

std::pair<int64_t, int64_t> KnownFiles::shown(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? std::pair<int64_t, int64_t>{0, 0}
                               : std::pair{found->second.first, found->second.last};
}

KnownEdit KnownFiles::make(const Change& change) {
  File& file = files_[change.path];
  const bool is_new = change.kind == Change::create || change.kind == Change::copy;
  if (is_new && !file.whole) file.whole.emplace();
  const auto read = [this](const std::string& path) {
    const auto found = files_.find(path);
    return found != files_.end() && found->second.whole ? *found->second.whole : Content();
  };
  // A write leaves what it says whatever was there, which stays unknown.
  const bool whole = file.whole.has_value();
  std::variant<Content, std::string> after = std::string("unknown");
  size_t cost = (whole && *file.whole ? (*file.whole)->size() : 0) + change.text.size() + 1;
  if (change.kind == Change::copy) cost += read(change.old).value_or("").size();
  if (cost <= left_ && (whole || change.kind == Change::write))
    after = apply(change, whole ? *file.whole : Content(), read);
  if (std::holds_alternative<std::string>(after)) {
    KnownEdit out = told(change, file);
    file.whole.reset();
    move_lines(change, file);
    if (change.kind == Change::remove) file.whole.emplace();
    return out;
  }
  left_ -= cost;
  Content now = std::move(std::get<Content>(after));
  if (!whole) {
    KnownEdit out = told(change, file);
    file.whole = std::move(now);
    file.lines.clear();
    return out;
  }
  KnownEdit out;
  out.has_images = true;
  out.edit.path = change.path;
  out.edit.before = *file.whole;
  out.edit.after = now;
  out.edit.diff = unified_diff(change.path, out.edit.before, out.edit.after);
  const LineCounts counts = counts_of(out.edit.diff);
  out.edit.added = counts.added;
  out.edit.removed = counts.removed;
  file.whole = std::move(now);
  return out;
}

KnownEdit KnownFiles::told(const Change& change, const File& file) const {
  KnownEdit out;
  out.is_partial = true;
  out.edit.path = change.path;
  out.edit.diff =
      "--- " + diff_path("a/", change.path) + "\n+++ " + diff_path("b/", change.path) + "\n";
  if (change.parts.empty()) {
    Told lines = told_by(change);
    if (change.kind == Change::lines) {
      for (int64_t number = change.first; number <= change.last; ++number) {
        const auto known = file.lines.find(number);
        if (known == file.lines.end()) break;
        lines.removed.push_back(known->second);
      }
      out.edit.removed = std::max<int64_t>(0, change.last - change.first + 1);
    }
    const int64_t first = change.kind == Change::insert  ? change.first + 1
                          : change.kind == Change::lines ? change.first
                                                         : 1;
    out.edit.diff += hunk(first, lines.removed, lines.added);
  }
  for (const auto& part : change.parts) out.edit.diff += hunk(1, part.before, part.after);
  const LineCounts counts = counts_of(out.edit.diff);
  out.edit.added = counts.added;
  if (change.kind != Change::lines || counts.removed > 0) out.edit.removed = counts.removed;
  return out;
}

// What lay behind a change of lines has other numbers now; after any other change none is known.
void KnownFiles::move_lines(const Change& change, File& file) {
  const size_t cost = file.lines.size() * sizeof(std::string);
  if ((change.kind != Change::lines && change.kind != Change::insert) || cost > left_) {
    file.lines.clear();
    return;
  }
  left_ -= cost;
  const auto added = lines_of(change.text);
  const int64_t from = change.kind == Change::lines ? change.first : change.first + 1;
  const int64_t to = change.kind == Change::lines ? change.last : change.first;
  std::map<int64_t, std::string> moved(file.lines.begin(), file.lines.lower_bound(from));
  int64_t number = from;
  for (const auto& line : added) moved[number++] = line;
  for (auto at = file.lines.upper_bound(to); at != file.lines.end(); ++at)
    moved[at->first - to + number - 1] = std::move(at->second);
  file.lines = std::move(moved);
}

}  // namespace dossier::foreign
