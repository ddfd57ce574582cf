#include <algorithm>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/lang/emitter.h"
#include "queries/lang/fields.h"
#include "queries/lang/file_words.h"

namespace dossier::lang {
namespace {

// The columns of a row in the order of emit(), but for rank and id.
constexpr std::string_view kRow[] = {"kind", "name", "full", "sig", "module", "project", "snapshot",
                                     "file", "base", "in",   "ns",  "lang",   "line"};
// A file's text, as the functions over words of contents take it.
constexpr std::string_view kHeldText = "f.content, f.snapshot, f.position";
constexpr char kNames[] =
    "kind, name, full_name, signature, module, project, snapshot, path, base_type, \"in\", ns, "
    "lang, line, rank, id";
constexpr const char* kAs[] = {"kind",    "name",     "full_name", "signature", "module",
                               "project", "snapshot", "path",      "base_type", "\"in\"",
                               "ns",      "lang",     "line"};

// What a column of the query language is called among the columns of a row.
std::string name_in_row(std::string_view column) {
  const auto at = std::find(std::begin(kRow), std::end(kRow), column);
  return kAs[at - std::begin(kRow)];
}

// Rows without the column say so as text does.
std::string shown(const Collection& collection, std::string_view column) {
  const std::string sql = collection.expression(column);
  if (!sql.empty()) return sql;
  return column == "line" || column == "snapshot" ? "NULL" : "''";
}

}  // namespace

std::string Emitter::from(const Collection& collection) {
  std::string sql(collection.from);
  if (const size_t at = sql.find('?'); at != std::string::npos) sql.replace(at, 1, scope_);
  if (!collection.kind.empty()) sql += bound(collection.kind, std::string(collection.id).c_str());
  return "\nFROM " + sql;
}

std::string Emitter::where(const Plan& plan, const Collection& collection) {
  collection_ = &collection;
  std::string out = from(collection);
  if (&collection == &symbol_collection() && !plan.symbol_kind.empty())
    out += "\n  AND s.kind = '" + plan.symbol_kind + "'";
  if (!plan.among.empty())
    out += "\n  AND s.symbol IN (SELECT value FROM json_each(" + bind(plan.among) + "))";
  for (const auto& drive : plan.drives) out += "\n  AND " + conjunct(drive);
  for (const auto& check : plan.checks) out += "\n  AND " + condition(check);
  return out;
}

std::string Emitter::list(const Condition& condition, const char* between) {
  std::string out;
  for (const auto& part : condition.parts)
    out += (out.empty() ? "(" : between) + this->condition(part);
  return out.empty() ? "1" : out + ")";
}

std::string Emitter::condition(const Condition& c) {
  if (is_set(c, *collection_)) return set(c);
  switch (c.kind) {
    case Condition::all_of:
      return list(c, " AND ");
    case Condition::any_of:
      return list(c, " OR ");
    case Condition::none_of:
      return "NOT coalesce(" + list(c, " AND ") + ", 0)";
    case Condition::text:
      return text(c);
    case Condition::kinds:
      return kinds(c);
    case Condition::flag:
      return flag(c);
    case Condition::number:
      return number(c);
    case Condition::relation:
    case Condition::within:
    case Condition::session:
    case Condition::range:
    case Condition::chain:
      break;
  }
  return "0";  // of symbols, and this collection has none
}

std::string Emitter::flag(const Condition& c) {
  const std::string bit = std::to_string(c.subject == Subject::is_static     ? kStatic
                                         : c.subject == Subject::is_public   ? kPublic
                                         : c.subject == Subject::is_abstract ? kAbstract
                                                                             : kGenerated);
  const std::string flags = collection_->expression("flags");
  const bool known = collection_ == &symbol_collection() || c.subject == Subject::is_generated;
  if (flags.empty() || !known) return "0";
  return "(" + flags + " & " + bit + (c.yes ? ") <> 0" : ") = 0");
}

// Of files, the words of their contents as well.
std::string Emitter::in_contents(const Condition& c) {
  std::string out;
  for (const auto& part : c.parts) out += in_contents(part);
  if (!c.written.empty() && is_found_in_files(c.written))
    out +=
        "holds_words(" + std::string(kHeldText) + ", " + scope_ + ", " + bind(c.written) + ") OR ";
  return out;
}

std::string Emitter::anywhere(const Condition& c) {
  const std::string held = collection_->kind == "file" ? in_contents(c) : "";
  const std::string compared = comparison(c);
  std::string out = held.empty() ? "" : "(" + held.substr(0, held.size() - 4);
  for (const auto text : collection_->texts())
    out += (out.empty() ? "(" : " OR ") + std::string(text) + compared;
  return out + ")";
}

std::string Emitter::text(const Condition& c) {
  if (c.subject == Subject::any) return anywhere(c);
  const std::string expression = collection_->expression(name_of(c.subject));
  return expression.empty() ? "0" : expression + comparison(c);
}

std::string Emitter::kinds(const Condition& c) {
  if (collection_ != &symbol_collection()) {
    const bool named =
        std::find(c.choices.begin(), c.choices.end(), collection_->kind) != c.choices.end();
    return named ? "1" : "0";
  }
  static const std::vector<std::string> kMembers = {"field", "method", "property", "event"};
  std::string out;
  for (const auto& choice : c.choices) {
    std::string one = "0";
    const auto member = std::find(kMembers.begin(), kMembers.end(), choice);
    if (choice == "module" || choice == "type" || choice == "member")
      one = "s.kind = '" + choice + "'";
    else if (member != kMembers.end())
      one = "e.kind = " + std::to_string(member - kMembers.begin());
    else if (const std::string role = role_of_member(choice); !role.empty())
      one = role;
    else if (!collection_of(choice))
      one = std::string("(t.id IS NOT NULL AND ") + kTypeKind + " = " + bind(choice) + ")";
    out += (out.empty() ? "(" : " OR ") + one;
  }
  return out + ")";
}

std::string Emitter::number(const Condition& c) {
  const std::string value = collection_->expression(name_of(c.subject));
  return value.empty() ? "0" : value + " " + c.sign + " " + bind(c.value);
}

// A condition that must hold: there a text anywhere is a constraint that the table takes.
std::string Emitter::conjunct(const Condition& c) {
  const bool text = c.kind == Condition::text && c.subject == Subject::any;
  return text && collection_ == &symbol_collection() ? "s.\"any\"" + comparison(c) : condition(c);
}

std::string Emitter::row(const Plan& plan, const Collection& collection) {
  std::string out;
  for (size_t i = 0; i < std::size(kRow); ++i) {
    const bool wanted =
        kRow[i] == "kind" || kRow[i] == plan.sort ||
        std::find(plan.count.begin(), plan.count.end(), kRow[i]) != plan.count.end() ||
        std::find(plan.shown.begin(), plan.shown.end(), kRow[i]) != plan.shown.end();
    out += (out.empty() ? "" : ", ") + (wanted ? shown(collection, kRow[i]) : "NULL") + " AS " +
           kAs[i];
  }
  return out;
}

std::string Emitter::rank(const Plan& plan) {
  if (plan.words.empty()) return "0";
  if (words_.empty()) words_ = bind(words_json(plan.words));
  if (collection_->kind == "file") {
    if (written_.empty()) written_ = bind(written_json(plan.words));
    return "file_rank(fn.text, " + std::string(kHeldText) + ", " + scope_ + ", " + words_ + ", " +
           written_ + ")";
  }
  const bool symbols = collection_ == &symbol_collection();
  std::string out = "find_rank(";
  for (const char* column : {"name", "full", "sig", "module"})
    out += shown(*collection_, column) + ", ";
  return out +
         (symbols ? shown(*collection_, "kind") + ", " + shown(*collection_, "flags")
                  : std::string("'', 0")) +
         ", " + words_ + ")";
}

// What rows of the collection at hand are sorted by, and which way round. What has no such number
// comes last.
std::string Emitter::order(const Plan& plan) {
  const bool symbols = collection_ == &symbol_collection();
  if (plan.sort == kStep)
    return symbols ? "(SELECT step" + chain_ + " AND symbol = s.symbol)" : "0";
  if (plan.sort == "callers" || plan.sort == "references")
    return symbols ? std::string("related_count('") + (plan.sort == "callers" ? "calls" : "refs") +
                         "', s.symbol, " + scope_ + ")"
                   : "NULL";
  const std::string size = plan.sort == "size" ? collection_->expression("size") : "";
  return size.empty() ? "NULL" : size;
}

namespace {

bool is_measure(std::string_view sort) {
  const auto known = measures();
  return sort == kStep || std::find(known.begin(), known.end(), sort) != known.end();
}

std::string by(const std::string& value, const Plan& plan) {
  return (is_measure(plan.sort) ? value + " IS NULL, " : "") + value +
         (plan.descending ? " DESC, " : ", ");
}

}  // namespace

// One collection in its own order: rows as they are found.
Sql Emitter::streamed(const Plan& plan) {
  const Collection& collection = *plan.collections.front();
  const std::string found = where(plan, collection);
  out_.text = "SELECT " + row(plan, collection) + ", 0 AS rank, " + std::string(collection.id) +
              " AS id" + found + "\nORDER BY ";
  if (!plan.sort.empty())
    out_.text += by(is_measure(plan.sort) ? order(plan) : name_in_row(plan.sort), plan);
  out_.text += collection.place;
  if (collection.place2 != "0") out_.text += ", " + std::string(collection.place2);
  return std::move(out_);
}

std::string Emitter::but_substrings(const std::string& found) {
  const std::string substring = std::to_string(kSubstringRank);
  return "\nWHERE rank < " + substring + " OR (SELECT min(rank) FROM " + found +
         ") >= " + substring;
}

// Files are many where words are common: they are put in order by their ranks alone, and the rest
// of a row is looked up when it is its turn. (Without a limit SQLite would not sort what it joins.)
Sql Emitter::ranked_files(const Plan& plan) {
  const Collection& collection = *plan.collections.front();
  const std::string found = where(plan, collection);
  out_.text = "WITH found AS MATERIALIZED (\nSELECT " + rank(plan) +
              " AS rank, f.snapshot AS snapshot, f.position AS position" + found + ")\nSELECT " +
              row(plan, collection) + ", q.rank AS rank, " + std::string(collection.id) +
              " AS id\nFROM (SELECT * FROM found" + but_substrings("found") +
              "\nORDER BY rank, snapshot, position LIMIT -1) q CROSS JOIN " +
              from(collection).substr(6) +
              " AND f.snapshot = q.snapshot AND f.position = q.position";
  return std::move(out_);
}

namespace {

// The columns of an answer that counts.
template <typename Called>
std::string groups(const Plan& plan, const Called& called) {
  std::string out = called(plan.count.front()) + " AS value, ";
  if (plan.count.size() > 1) out += called(plan.count.back()) + " AS second, ";
  return out + "count(*) AS count";
}

std::string group_by(const Plan& plan) {
  return plan.count.size() > 1 ? "\nGROUP BY 1, 2 ORDER BY 3 DESC, 1, 2"
                               : "\nGROUP BY 1 ORDER BY 2 DESC, 1";
}

}  // namespace

// Rows that are ranked, or come from several collections, are put in order when all are known.
Sql Emitter::collected(const Plan& plan) {
  std::string found;
  for (size_t i = 0; i < plan.collections.size(); ++i) {
    const Collection& collection = *plan.collections[i];
    const std::string rows = where(plan, collection);
    found += (i ? "\nUNION ALL SELECT " : "SELECT ") + row(plan, collection) + ", " + rank(plan) +
             " AS rank, " + std::string(collection.id) + " AS id, " + std::to_string(i) +
             " AS collection, " + std::string(collection.place) + " AS place, " +
             std::string(collection.place2) + " AS place2" +
             (is_measure(plan.sort) ? ", " + order(plan) + " AS measure" : "") + rows;
  }
  out_.text = "WITH found AS MATERIALIZED (\n" + found + ")\nSELECT " +
              (plan.count.empty() ? kNames : groups(plan, name_in_row)) + "\nFROM found";
  if (!plan.words.empty()) out_.text += but_substrings("found");
  if (!plan.count.empty()) {
    out_.text += group_by(plan);
    return std::move(out_);
  }
  out_.text += "\nORDER BY ";
  if (!plan.sort.empty())
    out_.text += by(is_measure(plan.sort) ? "measure" : name_in_row(plan.sort), plan);
  else if (!plan.words.empty())
    out_.text += "rank, ";
  out_.text += "collection, place, place2";
  return std::move(out_);
}

Sql Emitter::run(const Plan& plan) {
  if (plan.collections.size() == 1 && plan.words.empty() && plan.count.empty())
    return streamed(plan);
  const bool by_rank = !plan.words.empty() && plan.sort.empty() && plan.count.empty();
  if (by_rank && plan.collections.size() == 1 && plan.collections.front()->kind == "file")
    return ranked_files(plan);
  if (plan.collections.size() > 1 || !plan.words.empty()) return collected(plan);
  const Collection& collection = *plan.collections.front();
  const std::string found = where(plan, collection);
  out_.text = "SELECT " +
              groups(plan, [&](const auto& column) { return shown(collection, column); }) + found +
              group_by(plan);
  return std::move(out_);
}

Sql emit(const Plan& plan, const std::string& scope, const Bounds& bounds) {
  return Emitter(scope, bounds).run(plan);
}

}  // namespace dossier::lang
