#include "queries/lang/plan.h"

#include <algorithm>

#include "engine/search/plan.h"

namespace dossier::lang {
namespace {

bool is_set(const Condition& condition) {
  return condition.kind == Condition::relation ||
         (condition.kind == Condition::text &&
          (condition.subject == Subject::in || condition.subject == Subject::attr ||
           condition.subject == Subject::literal));
}

bool is_indexed_text(const Condition& condition) {
  return condition.kind == Condition::text && condition.subject <= Subject::sig;
}

bool narrows(const Condition& condition) {
  if (is_set(condition)) return true;
  return is_indexed_text(condition) &&
         (condition.exact ? !condition.pattern.empty()
                          : !search::plan_regex(condition.pattern).scans());
}

// Alternatives of literal text on one subject are one pattern, which the index can serve.
Condition merged(Condition condition) {
  for (auto& part : condition.parts) part = merged(std::move(part));
  if (condition.kind != Condition::any_of) return condition;
  const auto& first = condition.parts.front();
  const bool one =
      std::all_of(condition.parts.begin(), condition.parts.end(), [&](const Condition& part) {
        return is_indexed_text(part) && part.plain && part.subject == first.subject;
      });
  if (!one) return condition;
  Condition out = first;
  out.pattern.clear();
  for (const auto& part : condition.parts)
    out.pattern += (out.pattern.empty() ? "(?:" : "|(?:") + part.pattern + ")";
  return out;
}

std::string symbol_kind_of(const std::string& choice) {
  for (const char* type : {"type", "class", "struct", "interface", "enum", "delegate"})
    if (choice == type) return "type";
  for (const char* member : {"member", "field", "method", "property", "event", "constructor"})
    if (choice == member) return "member";
  return choice == "module" ? "module" : "";
}

}  // namespace

Plan plan(const Resolved& resolved) {
  Plan out;
  out.words = resolved.words;
  out.sort = resolved.sort;
  out.descending = resolved.descending;
  out.count = resolved.count;
  Condition where = merged(resolved.where);
  std::vector<Condition> parts;
  if (where.kind == Condition::all_of)
    parts = std::move(where.parts);
  else
    parts.push_back(std::move(where));
  out.scans = true;
  for (auto& part : parts) {
    if (part.kind == Condition::kinds) {
      std::string one = symbol_kind_of(part.choices.front());
      for (const auto& choice : part.choices)
        if (symbol_kind_of(choice) != one) one.clear();
      if (!one.empty()) out.symbol_kind = one;
    }
    const bool drives = is_set(part) || is_indexed_text(part);
    if (narrows(part)) out.scans = false;
    (drives ? out.drives : out.checks).push_back(std::move(part));
  }
  return out;
}

std::string Plan::dump() const {
  std::string out;
  for (const auto& condition : drives) out += "drive " + condition.dump() + "\n";
  for (const auto& condition : checks) out += "check " + condition.dump() + "\n";
  if (!symbol_kind.empty()) out += "only " + symbol_kind + "s\n";
  if (!count.empty())
    out += "group by " + count + "\n";
  else
    out += "order by " +
           (!sort.empty()   ? (descending ? "-" + sort : sort)
            : words.empty() ? std::string("discovery")
                            : std::string("rank, discovery")) +
           "\n";
  if (scans)
    out +=
        "scan: every symbol is looked at; name:, full:, sig:, in:, a relation or three letters of "
        "text "
        "would narrow it\n";
  return out;
}

}  // namespace dossier::lang
