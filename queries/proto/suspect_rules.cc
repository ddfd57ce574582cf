#include "queries/proto/suspect_rules.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/ascii.h"
#include "engine/error.h"
#include "queries/proto/embedded.h"
#include "queries/proto/scanned.h"

namespace dossier::proto {
namespace {

std::vector<SuspectRule> read_rules() {
  std::vector<SuspectRule> rules;
  for (const auto& embedded : embedded::files())
    for (std::string_view line : split(embedded.text, '\n')) {
      if (line.starts_with('#')) continue;
      SuspectRule rule;
      const auto take = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        const auto word = line.substr(0, line.find(' '));
        line.remove_prefix(word.size());
        return word;
      };
      rule.name = take();
      rule.weight = std::stod(std::string(take()));
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      rule.meaning = line;
      rules.push_back(rule);
    }
  if (rules.size() != kRules) throw Error(ErrorCode::corrupt, "weights.txt lacks a rule");
  return rules;
}

}  // namespace

std::span<const SuspectRule> suspect_rules() {
  static const std::vector<SuspectRule> rules = read_rules();
  return rules;
}

}  // namespace dossier::proto
