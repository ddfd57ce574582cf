#include "queries/proto/scanned.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "engine/ascii.h"

namespace dossier::proto {

bool is_listed(std::string_view list, std::string_view word) {
  std::string padded = " " + std::string(word) + " ";
  std::replace(padded.begin() + 1, padded.end() - 1, ' ', '_');
  return list.find(padded) != list.npos;
}

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
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
  for (const std::string_view line : split(text, '\n')) code.append(code_of(line)).push_back('\n');
  return code;
}

std::string changed_lines(std::string_view before, std::string_view after, int64_t& lines) {
  std::unordered_map<std::string_view, int> balance;
  for (const auto line : split(before, '\n')) ++balance[line];
  for (const auto line : split(after, '\n')) --balance[line];
  std::string changed;
  for (const auto& [line, times] : balance)
    for (int i = 0; i < std::abs(times); ++i) {
      changed.append(line).push_back('\n');
      ++lines;
    }
  return changed;
}

std::vector<Counted> count_clues(const Clues& clues, const Reading& reading,
                                 std::string_view text) {
  std::unordered_map<uint32_t, Counted> counts;
  for (const std::string_view line : split(text, '\n'))
    each_name(line, [&](std::string_view name) {
      clues.spelled().each_called(name, [&](uint32_t clue) { ++counts[clue].by_chance; });
      each_meant(clues, reading, line, name,
                 [&](const Meant& meant, bool is_broken, bool is_known) {
                   Counted& counted = counts[meant.clue];
                   if (meant.use != Meant::path) --counted.by_chance;
                   ++counted.count;
                   if (is_access(line, name)) ++counted.accesses;
                   if (!is_broken) return;
                   ++counted.broken;
                   if (meant.is_telling || is_known) ++counted.telling;
                 });
    });
  std::vector<Counted> met;
  for (auto& [clue, counted] : counts) {
    counted.clue = clue;
    met.push_back(counted);
  }
  std::sort(met.begin(), met.end(), [](auto a, auto b) { return a.clue < b.clue; });
  return met;
}

}  // namespace dossier::proto
