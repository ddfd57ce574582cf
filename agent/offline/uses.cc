#include "agent/offline/uses.h"

#include <algorithm>
#include <bitset>
#include <cctype>
#include <string_view>
#include <unordered_map>

namespace dossier::offline {
namespace {

constexpr uint32_t kAbove = 10, kBelow = 3;  // lines around a use that count
constexpr float kFewUses = 0.5F;             // as many more count that say nothing

struct UsedName {
  std::vector<size_t> candidates;  // called so
  std::vector<Place> own;          // where they stand in the file that is looked at
  std::vector<float> around;       // per term, in how many of its uses
  uint32_t line = 0;               // of its last use in this file
  int count = 0;
};

class UsedNames {
 public:
  UsedNames(const std::vector<Candidate>& best_first, size_t terms) {
    for (size_t i = 0; i < std::min(best_first.size(), kMostUsed); ++i) {
      const std::string& name = best_first[i].name;
      if (name.size() < 2) continue;
      UsedName& of = names_[name];
      of.candidates.push_back(i);
      of.around.resize(terms);
      by_symbol_.emplace(best_first[i].symbol, &of);
      looks_.set(look_of(name));
    }
  }

  void begin_file(const std::vector<Place>& places) {
    for (auto& [name, of] : names_) {
      of.line = 0;
      of.own.clear();
    }
    for (const auto& place : places)
      if (const auto at = by_symbol_.find(place.symbol); at != by_symbol_.end())
        at->second->own.push_back(place);
  }

  UsedName* find(std::string_view word) {
    if (word.size() < 2 || !looks_.test(look_of(word))) return nullptr;
    const auto at = names_.find(std::string(word));
    return at == names_.end() ? nullptr : &at->second;
  }

  std::unordered_map<std::string, UsedName>& all() { return names_; }

 private:
  // Most words of a text look like no name.
  static size_t look_of(std::string_view word) {
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(word[at]); };
    return (byte(0) << 8 | byte(1)) ^ (byte(word.size() - 1) << 3) ^ (word.size() & 0xff);
  }

  std::unordered_map<std::string, UsedName> names_;
  std::unordered_map<int64_t, UsedName*> by_symbol_;
  std::bitset<65536> looks_;
};

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

// Calls back with each word that may be a name, and its line.
template <typename Visit>
void each_name(std::string_view text, const Visit& visit) {
  uint32_t line = 1;
  for (size_t at = 0; at < text.size();) {
    if (!is_name_byte(text[at])) {
      line += text[at++] == '\n' ? 1 : 0;
      continue;
    }
    const size_t begin = at;
    while (at < text.size() && is_name_byte(text[at])) ++at;
    visit(text.substr(begin, at - begin), line);
  }
}

// Adds per term how well the lines around one say it.
void add_around(std::vector<float>& around, const std::vector<LineTerm>& said, uint32_t line) {
  std::vector<float> best(around.size());
  const uint32_t first = line > kAbove ? line - kAbove : 1;
  auto one = std::lower_bound(said.begin(), said.end(), first,
                              [](const LineTerm& a, uint32_t from) { return a.line < from; });
  for (; one != said.end() && one->line <= line + kBelow; ++one)
    best[one->term] = std::max(best[one->term], one->like);
  for (size_t i = 0; i < best.size(); ++i) around[i] += best[i];
}

}  // namespace

void Uses::add(std::string text, std::vector<Place> places, LineWords lines) {
  files_.push_back({std::move(text), std::move(places), std::move(lines)});
}

void Uses::say(std::vector<Candidate>& best_first, size_t terms) const {
  UsedNames names(best_first, terms);
  for (const auto& file : files_) {
    names.begin_file(file.places);
    each_name(file.text, [&](std::string_view word, uint32_t line) {
      UsedName* of = names.find(word);
      if (of == nullptr || of->line == line || of->count >= kMostUses) return;
      of->line = line;
      const uint32_t user = line < file.lines.place.size() ? file.lines.place[line] : kNobody;
      if (user == kNobody) return;
      for (const auto& own : of->own)
        if (own.symbol == file.places[user].symbol || (own.line <= line && line <= own.end_line))
          return;
      ++of->count;
      add_around(of->around, file.lines.said, line);
    });
  }
  for (auto& [name, of] : names.all()) {
    for (float& around : of.around) around /= static_cast<float>(of.count) + kFewUses;
    for (const size_t i : of.candidates) best_first[i].said[kAround] = of.around;
  }
}

}  // namespace dossier::offline
