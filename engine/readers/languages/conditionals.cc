#include "engine/readers/languages/conditionals.h"

#include <algorithm>

namespace dossier::languages {
namespace {

/// "if" of "#  if defined(X)", and what follows it.
std::pair<std::string_view, std::string_view> parts_of(std::string_view directive) {
  const std::string_view blank = " \t";
  directive.remove_prefix(std::min(directive.size(), directive.find_first_not_of(blank, 1)));
  const auto word = directive.substr(0, directive.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
  auto rest = directive.substr(word.size());
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(blank)));
  return {word, rest.substr(0, rest.find_first_of(" \t\r\n/"))};
}

}  // namespace

Conditionals::Conditionals(std::string_view text, const std::vector<PlainToken>& tokens) {
  std::vector<Group> open;
  for (const PlainToken& token : tokens) {
    if (token.kind != PlainToken::Kind::directive) continue;
    const auto [word, condition] = parts_of(token.of(text));
    const bool begins = word == "if" || word == "ifdef" || word == "ifndef";
    const bool goes_on = word == "elif" || word == "else" || word == "elseif" ||
                         word == "elifdef" || word == "elifndef";
    if (begins) open.emplace_back();
    if (open.empty()) continue;
    Group& group = open.back();
    if (goes_on) group.branches.back().last = token.begin;
    if (begins || goes_on) {
      const bool is_dead = word == "if" && (condition == "0" || condition == "false");
      group.branches.push_back({token.begin, token.end, token.end, is_dead});
    } else if (word == "endif") {
      group.branches.back().last = token.begin;
      group.end_begin = token.begin;
      group.end_end = token.end;
      groups_.push_back(std::move(group));
      open.pop_back();
    }
  }
}

size_t Conditionals::most_branches() const {
  size_t most = 0;
  for (const Group& group : groups_) {
    const auto live = std::count_if(group.branches.begin(), group.branches.end(),
                                    [](const Branch& branch) { return !branch.is_dead; });
    most = std::max(most, static_cast<size_t>(live));
  }
  return most;
}

Blanks Conditionals::all_but(size_t which) const {
  Blanks blanks;
  for (const Group& group : groups_) {
    const Branch* kept = nullptr;
    size_t seen = 0;
    for (const Branch& branch : group.branches) {
      if (branch.is_dead) continue;
      if (seen++ <= which) kept = &branch;
    }
    for (const Branch& branch : group.branches) {
      blanks.push_back({branch.begin, branch.end, false});
      if (&branch != kept) blanks.push_back({branch.end, branch.last, true});
    }
    blanks.push_back({group.end_begin, group.end_end, false});
  }
  return blanks;
}

}  // namespace dossier::languages
