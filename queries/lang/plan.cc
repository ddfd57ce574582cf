#include "queries/lang/plan.h"

#include <algorithm>

#include "engine/search/plan.h"
#include "queries/lang/emitter.h"
#include "queries/lang/fields.h"

namespace dossier::lang {
namespace {

bool is_indexed_text(const Condition& condition) {
  return condition.kind == Condition::text && condition.subject <= Subject::sig;
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
  out.written.clear();
  for (const auto& part : condition.parts)
    out.pattern += (out.pattern.empty() ? "(?:" : "|(?:") + part.pattern + ")";
  out.parts = std::move(condition.parts);
  return out;
}

std::string symbol_kind_of(const std::string& choice) {
  for (const char* member : {"member", "field", "method", "property", "event", "constructor",
                             "function", "variable", "constant", "enumerator", "macro"})
    if (choice == member) return "member";
  if (choice == "module") return "module";
  return collection_of(choice) ? "" : "type";
}

// Whether rows of a collection can satisfy a condition, by the kinds and fields that it names.
enum class Can { never, maybe, always };

Can can(const Condition& c, const Collection& collection) {
  const bool symbols = &collection == &symbol_collection();
  switch (c.kind) {
    case Condition::all_of:
    case Condition::any_of: {
      Can worst = Can::always, best = Can::never;
      for (const auto& part : c.parts) {
        const Can one = can(part, collection);
        worst = std::min(worst, one);
        best = std::max(best, one);
      }
      return c.kind == Condition::all_of || c.parts.empty() ? worst : best;
    }
    case Condition::none_of: {
      const Can one = can(c.parts[0], collection);
      return one == Can::always ? Can::never : one == Can::never ? Can::always : Can::maybe;
    }
    case Condition::kinds: {
      const auto named = [&](const std::string& choice) {
        return symbols ? !collection_of(choice) : collection.kind == choice;
      };
      if (!std::any_of(c.choices.begin(), c.choices.end(), named)) return Can::never;
      return symbols ? Can::maybe : Can::always;
    }
    case Condition::flag:
      return symbols || (c.subject == Subject::is_generated && collection.kind == "file")
                 ? Can::maybe
                 : Can::never;
    case Condition::number:
    case Condition::text:
      if (c.subject == Subject::any || is_set(c, collection) ||
          !collection.expression(name_of(c.subject)).empty())
        return Can::maybe;
      return Can::never;
    case Condition::session:
    case Condition::range:
    case Condition::chain:
    case Condition::relation:
    case Condition::within:
      break;
  }
  return is_set(c, collection) ? Can::maybe : Can::never;
}

// Whether a kind that is none of a symbol is named where it may hold.
bool names(const Condition& c, const Collection& collection) {
  if (c.kind == Condition::none_of || c.kind == Condition::relation || c.kind == Condition::within)
    return false;
  return std::find(c.choices.begin(), c.choices.end(), collection.kind) != c.choices.end() ||
         std::any_of(c.parts.begin(), c.parts.end(),
                     [&](const Condition& part) { return names(part, collection); });
}

bool names_any(const Condition& c) {
  return std::any_of(collections().begin() + 1, collections().end(),
                     [&](const Collection& collection) { return names(c, collection); });
}

// Symbols unless only other kinds are named; of the others those that are.
std::vector<const Collection*> collections_of(const Condition& where) {
  std::vector<const Collection*> out;
  for (const auto& collection : collections()) {
    const bool meant = &collection == &symbol_collection() || names(where, collection);
    if (meant && can(where, collection) != Can::never) out.push_back(&collection);
  }
  if (!out.empty()) return out;
  for (const auto& collection : collections())
    if (&collection == &symbol_collection() ? !names_any(where) : names(where, collection))
      out.push_back(&collection);
  return out;
}

// The sub-queries that nothing narrows, wherever they stand.
void add_wide(const Condition& c, std::vector<WidePart>& wide) {
  for (const auto& part : c.parts) add_wide(part, wide);
  if ((c.kind != Condition::relation && c.kind != Condition::within) || c.parts.empty()) return;
  const Condition& asked = c.parts.front();
  const auto narrowed = [](const Condition& part) { return narrows(part, symbol_collection()); };
  if (asked.kind == Condition::all_of
          ? std::none_of(asked.parts.begin(), asked.parts.end(), narrowed)
          : !narrowed(asked))
    wide.push_back({c.dump(), c.span});
}

Plan planned(const Resolved& resolved, std::vector<const Collection*> collections) {
  Plan out;
  out.collections = std::move(collections);
  for (size_t i = 0; i < resolved.words.size(); ++i)
    out.words.push_back({resolved.words[i], 1, resolved.written[i]});
  out.sort = resolved.sort;
  out.descending = resolved.descending;
  out.count = resolved.count;
  out.shown = resolved.select;
  if (out.shown.empty()) out.shown.assign(usual_columns().begin(), usual_columns().end());
  Condition where = merged(resolved.where);
  add_wide(where, out.wide);
  std::vector<Condition> parts;
  if (where.kind == Condition::all_of)
    parts = std::move(where.parts);
  else
    parts.push_back(std::move(where));
  // A chain is told in the order of its calls.
  const bool has_chain = std::any_of(parts.begin(), parts.end(), [](const Condition& part) {
    return part.kind == Condition::chain;
  });
  if (has_chain && out.sort.empty()) out.sort = kStep;
  for (const Collection* collection : out.collections)
    if (std::none_of(parts.begin(), parts.end(),
                     [&](const Condition& part) { return narrows(part, *collection); }))
      out.scanned.push_back(collection);
  for (auto& part : parts) {
    if (part.kind == Condition::kinds) {
      std::string one = symbol_kind_of(part.choices.front());
      for (const auto& choice : part.choices)
        if (symbol_kind_of(choice) != one) one.clear();
      if (!one.empty()) out.symbol_kind = one;
    }
    const bool drives = is_indexed_text(part) || is_set(part, *out.collections.front());
    (drives ? out.drives : out.checks).push_back(std::move(part));
  }
  return out;
}

}  // namespace

bool narrows(const Condition& condition, const Collection& collection) {
  if (is_set(condition, collection)) return true;
  if (condition.kind != Condition::text) return false;
  const bool indexed = &collection == &symbol_collection() ? is_indexed_text(condition)
                       : collection.kind == "line"         ? condition.subject == Subject::any ||
                                                         condition.subject == Subject::content ||
                                                         condition.subject == Subject::sig
                                                   : false;
  return indexed && (condition.exact ? !condition.pattern.empty()
                                     : !search::plan_regex(condition.pattern).scans());
}

bool is_of_files(const Condition& condition) {
  return can(condition, *collection_of("file")) != Can::never;
}

Plan plan(const Resolved& resolved) { return planned(resolved, collections_of(resolved.where)); }

Plan plan_of_others(const Resolved& resolved) {
  Resolved others = resolved;
  bool named = false;
  const auto negate = [&](Condition& part) {
    if (part.kind != Condition::kinds) return;
    Condition negated;
    negated.kind = Condition::none_of;
    negated.parts.push_back(std::move(part));
    part = std::move(negated);
    named = true;
  };
  negate(others.where);
  if (others.where.kind == Condition::all_of)
    for (auto& part : others.where.parts) negate(part);
  const auto shown = collections_of(resolved.where);
  std::vector<const Collection*> rest;
  for (const auto& collection : collections()) {
    const bool is_shown = std::find(shown.begin(), shown.end(), &collection) != shown.end();
    if ((named || !is_shown) && can(others.where, collection) != Can::never)
      rest.push_back(&collection);
  }
  if (rest.empty()) return {};
  others.count.clear();
  others.sort.clear();
  return planned(others, std::move(rest));
}

std::string Plan::dump() const {
  std::string out;
  if (collections.size() > 1 || collections.front() != &symbol_collection()) {
    out += "from";
    for (const Collection* collection : collections) out += " " + std::string(collection->plural);
    out += "\n";
  }
  for (const auto& condition : drives) out += "drive " + condition.dump() + "\n";
  for (const auto& condition : checks) out += "check " + condition.dump() + "\n";
  if (!symbol_kind.empty()) out += "only " + symbol_kind + "s\n";
  if (!count.empty())
    out += "group by " + count.front() + (count.size() > 1 ? ", " + count.back() : "") + "\n";
  else
    out += "order by " +
           (!sort.empty()   ? (descending ? "-" + sort : sort)
            : words.empty() ? std::string("discovery")
                            : std::string("rank, discovery")) +
           "\n";
  for (const Collection* collection : scanned) {
    out +=
        "scan: every " +
        std::string(collection == &symbol_collection() ? "symbol" : std::string(collection->kind)) +
        " is looked at";
    if (collection == &symbol_collection())
      out += "; name:, full:, sig:, in:, a relation or three letters of text would narrow it";
    if (collection->kind == "line") out += "; three letters of text would narrow it";
    out += "\n";
  }
  for (const auto& part : wide) out += "scan: every symbol is looked at for " + part.what + "\n";
  return out;
}

}  // namespace dossier::lang
