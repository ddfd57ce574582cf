#include "queries/proto/scanned.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace dossier::proto {
namespace {

/// Whether what stands around a name says that it is used: a.name, a::name, a->name, name(…),
/// name=…, name: ….
bool is_access(std::string_view text, std::string_view name) {
  const auto begin = static_cast<size_t>(name.data() - text.data());
  const size_t end = begin + name.size();
  const char before = begin > 0 ? text[begin - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  return before == '.' || before == ':' || before == '>' || after == '(' || after == '=' ||
         after == ':';
}

}  // namespace

bool is_listed(std::string_view list, std::string_view word) {
  std::string padded = " " + std::string(word) + " ";
  std::replace(padded.begin() + 1, padded.end() - 1, ' ', '_');
  return list.find(padded) != list.npos;
}

std::string_view base_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::string_view code_of(std::string_view line) {
  std::string_view text = line;
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  for (const char* opening : {"//", "/*", "*", "# ", "--"})
    if (text.starts_with(opening)) return {};
  return line.substr(0, line.find(" // "));
}

std::string without_comments(std::string_view text) {
  std::string code;
  for (const std::string_view line : parts_of(text, '\n'))
    code.append(code_of(line)).push_back('\n');
  return code;
}

std::string changed_lines(std::string_view before, std::string_view after, int64_t& lines) {
  std::unordered_map<std::string_view, int> balance;
  for (const auto line : parts_of(before, '\n')) ++balance[line];
  for (const auto line : parts_of(after, '\n')) --balance[line];
  std::string changed;
  for (const auto& [line, times] : balance)
    for (int i = 0; i < std::abs(times); ++i) {
      changed.append(line).push_back('\n');
      ++lines;
    }
  return changed;
}

std::vector<Counted> count_clues(const Clues& clues, std::string_view text) {
  std::unordered_map<uint32_t, Counted> counts;
  each_name(text, [&](std::string_view name) {
    const auto* meant = clues.meant_by(name);
    if (meant == nullptr) return;
    for (const uint32_t clue : *meant) {
      Counted& counted = counts[clue];
      ++counted.count;
      if (is_access(text, name)) ++counted.accesses;
    }
  });
  std::vector<Counted> met;
  for (const auto& [clue, counted] : counts) met.push_back({clue, counted.count, counted.accesses});
  std::sort(met.begin(), met.end(), [](auto a, auto b) { return a.clue < b.clue; });
  return met;
}

}  // namespace dossier::proto
