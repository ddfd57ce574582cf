#include "engine/readers/snapshot/ignore.h"

#include <algorithm>

namespace dossier::snapshot {
namespace {

/// Matches the bracket expression at the front of `glob` (behind its '[') and drops it; false if it
/// is none. `matched` is set to whether it holds `c`.
bool bracket(std::string_view& glob, char c, bool& matched) {
  std::string_view rest = glob;
  const bool negated = rest.starts_with('!') || rest.starts_with('^');
  if (negated) rest.remove_prefix(1);
  matched = false;
  bool first = true;
  while (!rest.empty() && (rest.front() != ']' || first)) {
    first = false;
    if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
    const auto low = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    auto high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
      high = static_cast<unsigned char>(rest.front());
      rest.remove_prefix(1);
    }
    const auto code = static_cast<unsigned char>(c);
    if (low <= code && code <= high) matched = true;
  }
  if (rest.empty()) return false;
  rest.remove_prefix(1);
  matched = matched != negated && c != '/';
  glob = rest;
  return true;
}

// Of matching one path; a file of a thousand patterns takes some twenty thousand.
constexpr int kSteps = 200'000;

/// Work is bounded by `steps`, which hostile patterns of many stars would otherwise exhaust.
bool match(std::string_view glob, std::string_view text, int& steps) {
  while (!glob.empty()) {
    if (--steps < 0) return false;
    if (glob.starts_with("**/")) {
      // Zero or more whole folders, which several of these are, too: each would take a level of the
      // stack without taking any of the text.
      while (glob.starts_with("**/")) glob.remove_prefix(3);
      if (match(glob, text, steps)) return true;
      for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '/' && match(glob, text.substr(i + 1), steps)) return true;
      }
      return false;
    }
    if (glob == "**") return !text.empty();
    if (glob.front() == '*') {
      while (glob.starts_with('*')) glob.remove_prefix(1);
      for (size_t i = 0;; ++i) {
        if (match(glob, text.substr(i), steps)) return true;
        if (i >= text.size() || text[i] == '/') return false;
      }
    }
    if (text.empty()) return false;
    if (glob.front() == '?') {
      if (text.front() == '/') return false;
      glob.remove_prefix(1);
    } else if (glob.front() == '[') {
      std::string_view rest = glob.substr(1);
      bool matched = false;
      if (bracket(rest, text.front(), matched)) {
        if (!matched) return false;
        glob = rest;
      } else if (text.front() != '[') {
        return false;
      } else {
        glob.remove_prefix(1);
      }
    } else {
      if (glob.front() == '\\' && glob.size() > 1) glob.remove_prefix(1);
      if (glob.front() != text.front()) return false;
      glob.remove_prefix(1);
    }
    text.remove_prefix(1);
  }
  return text.empty();
}

}  // namespace

bool glob_matches(std::string_view glob, std::string_view text) {
  int steps = kSteps;
  return match(glob, text, steps);
}

IgnoreFile::IgnoreFile(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    Pattern pattern;
    if (line.front() == '!') {
      pattern.keep = true;
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      pattern.directory_only = true;
      line.remove_suffix(1);
    }
    pattern.anchored = line.find('/') != line.npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) continue;
    pattern.glob = line;
    // One with many stars is matched whatever it ends in, so that its steps are counted.
    const bool ends_plainly = std::string_view("*?]\\").find(line.back()) == line.npos;
    if (ends_plainly && std::count(line.begin(), line.end(), '*') < 2) pattern.last = line.back();
    patterns_.push_back(std::move(pattern));
  }
}

IgnoreFile::Verdict IgnoreFile::of(std::string_view path, bool is_directory) const {
  const auto name = path.substr(path.rfind('/') + 1);
  int steps = kSteps;
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (pattern->directory_only && !is_directory) continue;
    // A tree has as many names as files, and a hundred patterns for each.
    if (pattern->last != '\0' && !path.ends_with(pattern->last)) continue;
    if (match(pattern->glob, pattern->anchored ? path : name, steps)) {
      return pattern->keep ? Verdict::keep : Verdict::ignore;
    }
    if (steps < 0) return Verdict::overrun;
  }
  return Verdict::none;
}

IgnoreFile::Verdict verdict(const IgnoreScope* innermost, std::string_view path, bool is_directory,
                            std::set<std::string>& overruns) {
  for (size_t kind = 0; kind < 3; ++kind) {
    for (const IgnoreScope* scope = innermost; scope; scope = scope->outer.get()) {
      if (scope->files[kind].empty()) continue;
      const std::string relative = scope->above + std::string(path.substr(scope->folder.size()));
      const auto found = scope->files[kind].of(relative, is_directory);
      if (found == IgnoreFile::Verdict::overrun) {
        overruns.insert(scope->place + std::string(kIgnoreFiles[kind]));
      } else if (found != IgnoreFile::Verdict::none) {
        return found;
      }
    }
  }
  return IgnoreFile::Verdict::none;
}

}  // namespace dossier::snapshot
