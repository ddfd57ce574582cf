#include <algorithm>

#include "engine/json.h"
#include "queries/lang/plan.h"

namespace dossier::lang {
namespace {

// The key of the symbol whose id is `id`: a type's full name, or Type.Name(Parameters).
std::string key_of(const std::string& id) {
  return "coalesce((SELECT kf.text FROM _type kt JOIN _name kf ON kf.id = kt.full_name WHERE kt.id "
         "= " +
         id +
         "), (SELECT kf.text || '.' || kn.text || coalesce(kq.text, CASE ke.kind WHEN 1 THEN '()' "
         "ELSE '' "
         "END) FROM _member ke JOIN _type kt ON kt.id = ke.type JOIN _name kf ON kf.id = "
         "kt.full_name "
         "JOIN _name kn ON kn.id = ke.name LEFT JOIN _sig kq ON kq.id = ke.params WHERE ke.id = " +
         id + "))";
}

const char kModuleOf[] = "(SELECT max(xm.id) FROM _module xm WHERE xm.id <= ";

// Kinds of references (ReferenceKind) that a relation follows.
struct Edge {
  const char* kinds;
  bool backwards;  // from the symbols that hold references to those that are their targets
};

Edge edge_of(Subject subject) {
  switch (subject) {
    case Subject::derives:
      return {"8", false};
    case Subject::implements:
      return {"9", false};
    case Subject::overrides:
      return {"12", false};
    case Subject::calls:
      return {"1, 2, 3", false};
    case Subject::reads:
      return {"4, 6", false};
    case Subject::writes:
      return {"5, 6", false};
    case Subject::calledby:
      return {"1, 2, 3", true};
    case Subject::refby:
      return {"", true};
    default:
      return {"", false};
  }
}

class Emitter {
 public:
  explicit Emitter(std::string scope) { scope_ = bind(std::move(scope)); }

  Sql run(const Plan& plan);

 private:
  std::string bind(Binding value) {
    out_.bindings.push_back(std::move(value));
    return "?" + std::to_string(out_.bindings.size());
  }
  std::string comparison(const Condition& condition) {
    return (condition.exact ? " = " : " REGEXP ") + bind(condition.pattern);
  }
  std::string condition(const Condition& condition);
  std::string conjunct(const Condition& condition);
  std::string list(const Condition& condition, const char* between);
  std::string text(const Condition& condition);
  std::string kinds(const Condition& condition);
  std::string number(const Condition& condition);
  std::string relation(const Condition& condition);
  std::string forwards(const Condition& condition, const std::string& kinds);
  std::string backwards(const Condition& condition, const std::string& kinds);
  std::string symbols_where(const Condition& condition);
  std::string rank(const std::vector<std::string>& words);

  std::string scope_;
  Sql out_;
};

const char kTypeKind[] =
    "coalesce((SELECT text FROM _name WHERE id = t.kind), CASE s.base_type WHEN 'System.Enum' THEN "
    "'enum' WHEN 'System.ValueType' THEN 'struct' WHEN 'System.MulticastDelegate' THEN 'delegate' "
    "WHEN "
    "'' THEN '' ELSE 'class' END)";
const char kConstructor[] = "(e.flags & 64 <> 0 OR s.name IN ('.ctor', '.cctor'))";
const char kFrom[] =
    " FROM symbols s LEFT JOIN _type t ON t.id = s.symbol LEFT JOIN _member e ON e.id = s.symbol "
    "LEFT JOIN _type o ON o.id = e.type";

// The expression of each column that can be shown, sorted by and grouped by.
std::string column(const std::string& name) {
  if (name == "kind")
    return std::string("CASE s.kind WHEN 'type' THEN coalesce(nullif(") + kTypeKind +
           ", ''), 'type') WHEN 'member' THEN CASE WHEN e.kind = 1 AND " + kConstructor +
           " THEN 'constructor' ELSE CASE e.kind WHEN 0 THEN 'field' WHEN 1 THEN 'method' WHEN 2 "
           "THEN 'property' ELSE 'event' END END ELSE s.kind END";
  if (name == "full") return "s.full_name";
  if (name == "sig") return "s.signature";
  if (name == "in") return "coalesce((SELECT text FROM _name WHERE id = o.full_name), '')";
  if (name == "ns")
    return "coalesce((SELECT text FROM _name WHERE id = coalesce(t.name_space, o.name_space)), '')";
  if (name == "lang")
    return std::string(
               "coalesce((SELECT lg.text FROM _module lm JOIN _name lg ON lg.id = lm.language "
               "WHERE lm.id = ") +
           kModuleOf + "s.symbol)), '')";
  if (name == "file") return "s.path";
  if (name == "base") return "s.base_type";
  if (name == "line") return "(SELECT pl.line FROM _place pl WHERE pl.symbol = s.symbol)";
  return "s." + name;  // name, module, project
}

std::string Emitter::list(const Condition& condition, const char* between) {
  std::string out;
  for (const auto& part : condition.parts)
    out += (out.empty() ? "(" : between) + this->condition(part);
  return out.empty() ? "1" : out + ")";
}

std::string Emitter::condition(const Condition& c) {
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
    case Condition::flag: {
      const char* bit = c.subject == Subject::is_static     ? "1"
                        : c.subject == Subject::is_public   ? "2"
                        : c.subject == Subject::is_abstract ? "4"
                                                            : "512";
      return std::string("(coalesce(t.flags, e.flags) & ") + bit + (c.yes ? ") <> 0" : ") = 0");
    }
    case Condition::number:
      return number(c);
    case Condition::relation:
      return relation(c);
  }
  return "1";
}

std::string Emitter::text(const Condition& c) {
  switch (c.subject) {
    case Subject::any: {
      const std::string compared = comparison(c);
      return "(s.name" + compared + " OR s.full_name" + compared + " OR s.signature" + compared +
             ")";
    }
    case Subject::in:
      return "s.symbol IN (SELECT ie.id FROM symbols i JOIN _type it ON it.id = i.symbol JOIN "
             "_member ie "
             "ON ie.id BETWEEN it.id + 1 AND it.last WHERE i.scope = " +
             scope_ + " AND i.kind = 'type' AND i.full_name" + comparison(c) + ")";
    case Subject::attr:
      return "s.symbol IN (SELECT d.symbol FROM _detail d WHERE d.kind = 1 AND d.text" +
             comparison(c) + ")";
    case Subject::literal:
      return "s.symbol IN (SELECT l.source FROM _name v JOIN _literal l ON l.value = v.id WHERE "
             "v.text" +
             comparison(c) + ")";
    default:
      return column(std::string(name_of(c.subject))) + comparison(c);
  }
}

std::string Emitter::kinds(const Condition& c) {
  static const std::vector<std::string> kMembers = {"field", "method", "property", "event"};
  std::string out;
  for (const auto& choice : c.choices) {
    std::string one = "0";
    const auto member = std::find(kMembers.begin(), kMembers.end(), choice);
    if (choice == "module" || choice == "type" || choice == "member")
      one = "s.kind = '" + choice + "'";
    else if (member != kMembers.end())
      one = "e.kind = " + std::to_string(member - kMembers.begin());
    else if (choice == "constructor")
      one = std::string("(e.kind = 1 AND ") + kConstructor + ")";
    else if (choice != "file" && choice != "line" && choice != "literal" && choice != "session" &&
             choice != "finding" && choice != "note")
      one = std::string("(t.id IS NOT NULL AND ") + kTypeKind + " = " + bind(choice) + ")";
    out += (out.empty() ? "(" : " OR ") + one;
  }
  return out + ")";
}

std::string Emitter::number(const Condition& c) {
  const std::string value =
      c.subject == Subject::line ? column("line") : "coalesce(t.token, e.token)";
  return value + " " + c.sign + " " + bind(c.value);
}

// The ids of the symbols in scope that a sub-query matches.
std::string Emitter::symbols_where(const Condition& c) {
  std::string where = " WHERE s.scope = " + scope_;
  if (c.kind == Condition::all_of)
    for (const auto& part : c.parts) where += " AND " + conjunct(part);
  else
    where += " AND " + conjunct(c);
  return std::string("SELECT s.symbol") + kFrom + where;
}

// A condition that must hold: there a text anywhere is a constraint that the table takes.
std::string Emitter::conjunct(const Condition& c) {
  const bool anywhere = c.kind == Condition::text && c.subject == Subject::any;
  return anywhere ? "s.\"any\"" + comparison(c) : condition(c);
}

std::string Emitter::relation(const Condition& c) {
  const Edge edge = edge_of(c.subject);
  const std::string kinds =
      *edge.kinds ? std::string(" AND r.kind IN (") + edge.kinds + ")" : std::string();
  return "s.symbol IN (" + (edge.backwards ? backwards(c, kinds) : forwards(c, kinds)) + ")";
}

// Who holds a reference to what matches; then who holds one to those; and so on.
std::string Emitter::forwards(const Condition& c, const std::string& kinds) {
  const std::string keys =
      c.parts.empty()
          ? "SELECT k.id FROM _name k WHERE k.id IN (SELECT key FROM _target) AND k.text" +
                comparison(c)
          : "SELECT k.id FROM (" + symbols_where(c.parts[0]) +
                ") q JOIN _name k ON k.text = " + key_of("q.symbol");
  const std::string first =
      "SELECT r.source, 1 FROM (" + keys +
      ") w JOIN _target g ON g.key = w.id JOIN _reference r ON r.target = g.id "
      "WHERE 1" +
      kinds;
  if (c.depth == 1) return "SELECT source FROM (" + first + ")";
  return "WITH RECURSIVE hop(symbol, depth) AS (" + first +
         " UNION SELECT r.source, hop.depth + 1 FROM hop JOIN _name k ON k.text = " +
         key_of("hop.symbol") +
         " JOIN _target g ON g.key = k.id JOIN _reference r ON r.target = g.id WHERE hop.depth < " +
         bind(c.depth) + kinds +
         " AND EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = " + kModuleOf +
         "r.source) AND instr(',' || " + scope_ +
         " || ',', ',' || l.snapshot || ','))) SELECT symbol FROM hop";
}

// What those that match hold references to: types by their full name, members within their type.
std::string Emitter::backwards(const Condition& c, const std::string& kinds) {
  Condition seed = c;
  seed.kind = Condition::text;
  seed.subject = Subject::full;
  const std::string seeds = symbols_where(c.parts.empty() ? seed : c.parts[0]);
  const std::string step =
      " JOIN _reference r ON r.source BETWEEN h.symbol AND coalesce((SELECT ht.last FROM _type ht "
      "WHERE "
      "ht.id = h.symbol), h.symbol) JOIN _target g ON g.id = r.target JOIN _name k ON k.id = g.key "
      "JOIN _type y ON y.full_name = g.type LEFT JOIN _member m ON g.key <> g.type AND m.id "
      "BETWEEN y.id + "
      "1 AND y.last AND " +
      key_of("m.id") + " = k.text WHERE (g.key = g.type OR m.id IS NOT NULL)" + kinds;
  return "WITH RECURSIVE hop(symbol, depth) AS (SELECT coalesce(m.id, y.id), 1 FROM (" + seeds +
         ") h" + step + " UNION SELECT coalesce(m.id, y.id), h.depth + 1 FROM hop h" + step +
         " AND h.depth < " + bind(c.depth) +
         " AND EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = " + kModuleOf +
         "h.symbol) AND instr(',' || " + scope_ +
         " || ',', ',' || l.snapshot || ','))) SELECT symbol FROM hop";
}

std::string Emitter::rank(const std::vector<std::string>& words) {
  if (words.empty()) return "0";
  JsonWriter json;
  json.begin_array();
  for (const auto& word : words) json.value(std::string_view(word));
  return "find_rank(s.name, s.full_name, s.module, " + bind(json.end_array().take()) + ")";
}

Sql Emitter::run(const Plan& plan) {
  std::string where = " WHERE s.scope = " + scope_;
  if (!plan.symbol_kind.empty()) where += " AND s.kind = '" + plan.symbol_kind + "'";
  for (const auto& drive : plan.drives) where += " AND " + conjunct(drive);
  for (const auto& check : plan.checks) where += " AND " + condition(check);
  if (!plan.count.empty()) {
    out_.text = "SELECT " + column(plan.count) + " AS value, count(*) AS count" + kFrom + where +
                " GROUP BY 1 ORDER BY 2 DESC, 1";
    return std::move(out_);
  }
  const std::string ranked = rank(plan.words);
  out_.text =
      "SELECT " + column("kind") +
      " AS kind, s.name, s.full_name, s.signature, s.module, s.project, s.snapshot, s.path, "
      "s.base_type, " +
      column("in") + " AS \"in\", " + column("ns") + " AS ns, " + column("lang") + " AS lang, " +
      column("line") + " AS line, " + ranked + " AS rank, s.symbol" + kFrom + where + " ORDER BY ";
  if (!plan.sort.empty())
    out_.text += column(plan.sort) + (plan.descending ? " DESC, " : ", ");
  else if (!plan.words.empty())
    out_.text += "rank, ";
  out_.text += "s.rowid";
  return std::move(out_);
}

}  // namespace

Sql emit(const Plan& plan, const std::string& scope) { return Emitter(scope).run(plan); }

std::string Sql::dump() const {
  std::string out = text + "\n";
  for (size_t i = 0; i < bindings.size(); ++i) {
    const auto* number = std::get_if<int64_t>(&bindings[i]);
    out += "?" + std::to_string(i + 1) + " = " +
           (number ? std::to_string(*number) : "'" + std::get<std::string>(bindings[i]) + "'") +
           "\n";
  }
  return out;
}

}  // namespace dossier::lang
