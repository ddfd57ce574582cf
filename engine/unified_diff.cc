#include "engine/unified_diff.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <iostream>
#include <list>
#include <map>
#include <set>
#include <sstream>
#include <unordered_map>

// The only file that sees the library: newer compilers reject its headers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#include <dtl/dtl.hpp>
#pragma GCC diagnostic pop

namespace dossier {
namespace {

constexpr size_t kMaxDifferingLines = 10'000;
constexpr size_t kContext = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const size_t next = end == text.npos ? text.size() : end + 1;
    out.push_back(text.substr(at, next - at));
    at = next;
  }
  return out;
}

// One line of the whole comparison: kept, removed or added.
struct Step {
  char op;
  std::string_view text;
};

using Lines = std::vector<std::string_view>;

// The shortest script between two stretches that share neither first nor last line.
void compare(const Lines& before, const Lines& after, std::vector<Step>& out) {
  if (before.size() + after.size() > kMaxDifferingLines || before.empty() || after.empty()) {
    for (const auto line : before) out.push_back({'-', line});
    for (const auto line : after) out.push_back({'+', line});
    return;
  }
  std::unordered_map<std::string_view, int> ids;
  const auto numbered = [&](const Lines& lines) {
    std::vector<int> numbers;
    for (const auto line : lines)
      numbers.push_back(ids.emplace(line, static_cast<int>(ids.size())).first->second);
    return numbers;
  };
  const std::vector<int> a = numbered(before), b = numbered(after);
  dtl::Diff<int> diff(a, b);
  diff.compose();
  size_t i = 0, j = 0;
  for (const auto& [id, info] : diff.getSes().getSequence()) {
    if (info.type == dtl::SES_DELETE) {
      out.push_back({'-', before[i++]});
    } else if (info.type == dtl::SES_ADD) {
      out.push_back({'+', after[j++]});
    } else {
      out.push_back({' ', before[i++]});
      ++j;
    }
  }
}

std::vector<Step> script_of(std::string_view before, std::string_view after) {
  const Lines a = lines_of(before), b = lines_of(after);
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  std::vector<Step> out;
  for (size_t i = 0; i < head; ++i) out.push_back({' ', a[i]});
  const auto middle = [&](const Lines& all) {
    return Lines(all.begin() + static_cast<std::ptrdiff_t>(head),
                 all.end() - static_cast<std::ptrdiff_t>(tail));
  };
  compare(middle(a), middle(b), out);
  for (size_t i = a.size() - tail; i < a.size(); ++i) out.push_back({' ', a[i]});
  return out;
}

void write_line(std::string& out, const Step& step) {
  out += step.op;
  out += step.text;
  if (!step.text.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// "start,count"; a side without lines names the line before it.
std::string range(size_t start, size_t count) {
  return std::to_string(count == 0 ? start : start + 1) + "," + std::to_string(count);
}

}  // namespace

std::string unified_diff(std::string_view path, std::optional<std::string_view> before,
                         std::optional<std::string_view> after) {
  if (before == after) return {};
  const std::vector<Step> steps = script_of(before.value_or(""), after.value_or(""));
  std::string out = "--- ";
  out += before ? diff_path("a/", path) : "/dev/null";
  out += "\n+++ ";
  out += after ? diff_path("b/", path) : "/dev/null";
  out += '\n';
  size_t old_line = 0, new_line = 0;
  for (size_t at = 0; at < steps.size();) {
    if (steps[at].op == ' ') {
      ++at, ++old_line, ++new_line;
      continue;
    }
    // A hunk runs on while the next change is no further than two contexts away.
    size_t end = at, quiet = 0;
    for (size_t i = at; i < steps.size() && quiet <= 2 * kContext; ++i) {
      quiet = steps[i].op == ' ' ? quiet + 1 : 0;
      if (steps[i].op != ' ') end = i + 1;
    }
    const size_t lead = std::min(kContext, std::min(at, old_line));
    const size_t from = at - lead, to = std::min(end + kContext, steps.size());
    std::string body;
    size_t old_count = 0, new_count = 0;
    for (size_t i = from; i < to; ++i) {
      old_count += steps[i].op != '+';
      new_count += steps[i].op != '-';
      write_line(body, steps[i]);
    }
    out += "@@ -" + range(old_line - lead, old_count) + " +" + range(new_line - lead, new_count) +
           " @@\n" + body;
    old_line += old_count - lead;
    new_line += new_count - lead;
    at = to;
  }
  return out;
}

}  // namespace dossier
