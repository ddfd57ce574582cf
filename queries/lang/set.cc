// Conditions that other tables answer with a set: what refers to what, attributes and literals,
// what the lines of a file say, and what agents looked at.
#include "queries/lang/emitter.h"

namespace dossier::lang {
namespace {

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

std::string in_scope(const std::string& symbol, const std::string& scope) {
  return "EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = " + module_of(symbol) +
         " AND instr(',' || " + scope + " || ',', ',' || l.snapshot || ','))";
}

// What a symbol of a snapshot is made of: a type's base, kind and flags; a member's signature,
// flags, references, literals and, of a source file, its lines.
std::string made_of(const std::string& id, const std::string& snapshot) {
  return "coalesce((SELECT coalesce(pg.text, '') || '/' || pm.flags || '/' || coalesce((SELECT "
         "group_concat(pr.kind || ':' || pr.target) FROM _reference pr WHERE pr.source = pm.id), "
         "'') || '/' || coalesce((SELECT group_concat(pv.value) FROM _literal pv WHERE pv.source = "
         "pm.id), '') || coalesce((SELECT lines_between(pf.path, pp.line, pp.end_line, " +
         snapshot + ") FROM _place pp JOIN _snapshot_module pf ON pf.snapshot = " + snapshot +
         " AND pf.module = " + module_of("pm.id") +
         " WHERE pp.symbol = pm.id), '') FROM _member pm LEFT JOIN _sig pg ON pg.id = pm.sig WHERE "
         "pm.id = " +
         id +
         "), (SELECT coalesce(pt.base_type, '') || '/' || coalesce(pt.kind, '') || '/' || pt.flags "
         "FROM _type pt WHERE pt.id = " +
         id + "))";
}

// The types and members of the modules that one snapshot has and the other has not: what both hold
// is the same.
std::string only_in(const std::string& one, const std::string& other) {
  const std::string modules = "_snapshot_module dl JOIN _type dt ON dt.module = dl.module";
  const std::string differ = " WHERE dl.snapshot = " + one +
                             " AND dl.module NOT IN (SELECT module FROM _snapshot_module WHERE "
                             "snapshot = " +
                             other + ")";
  return "SELECT x.id, " + key_of("x.id") + " AS \"key\" FROM (SELECT dt.id FROM " + modules +
         differ + " UNION ALL SELECT dm.id FROM " + modules +
         " JOIN _member dm ON dm.id BETWEEN dt.id + 1 AND dt.last" + differ + ") x";
}

}  // namespace

bool is_set(const Condition& c, const Source& source) {
  const bool symbols = &source == &symbol_source();
  if (c.kind == Condition::relation) return symbols;
  if (c.kind == Condition::range) return symbols || source.kind == "file";
  if (c.kind == Condition::session)
    return symbols || source.kind == "file" || source.kind == "finding";
  if (c.kind != Condition::text) return false;
  switch (c.subject) {
    case Subject::in:
    case Subject::attr:
    case Subject::literal:
    case Subject::note:
      return symbols;
    case Subject::content:
      return symbols || source.kind == "file" || source.kind == "session";
    default:
      return false;
  }
}

std::string Emitter::set(const Condition& c) {
  if (c.kind == Condition::relation) return relation(c);
  if (c.kind == Condition::session) return session(c);
  if (c.kind == Condition::range) return source_->kind == "file" ? file_range(c) : range(c);
  switch (c.subject) {
    case Subject::in:
      return "s.symbol IN (SELECT ie.id FROM symbols i JOIN _type it ON it.id = i.symbol JOIN "
             "_member ie ON ie.id BETWEEN it.id + 1 AND it.last WHERE i.scope = " +
             scope_ + " AND i.kind = 'type' AND i.full_name" + comparison(c) + ")";
    case Subject::attr:
      return "s.symbol IN (SELECT d.symbol FROM _detail d WHERE d.kind = 1 AND d.text" +
             comparison(c) + ")";
    case Subject::literal:
      return "s.symbol IN (SELECT l.source FROM _name v JOIN _literal l ON l.value = v.id WHERE "
             "v.text" +
             comparison(c) + ")";
    case Subject::note:
      return "s.symbol IN (" +
             symbols_named("SELECT sn.\"key\" AS \"key\" FROM _note sn WHERE sn.text" +
                           comparison(c)) +
             ")";
    default:
      return content(c);
  }
}

// The symbols in scope that keys or full names name.
std::string Emitter::symbols_named(const std::string& keys) {
  return "SELECT y.symbol FROM (SELECT DISTINCT \"key\" FROM (" + keys +
         ")) q CROSS JOIN symbols y ON y.full_name = substr(q.\"key\", 1, instr(q.\"key\" || '(', "
         "'(') - 1) WHERE y.scope = " +
         scope_ + " AND (instr(q.\"key\", '(') = 0 OR " + key_of("y.symbol") + " = q.\"key\")";
}

// A symbol's text is the lines it stands on, a session's its events.
std::string Emitter::content(const Condition& c) {
  if (source_->kind == "session")
    return "c.id IN (SELECT cv.session FROM _event cv JOIN _body cb ON cb.id = cv.body WHERE "
           "cb.text" +
           comparison(c) + ")";
  const std::string lines = "lines cl WHERE cl.scope = " + scope_ + " AND cl.text" + comparison(c);
  if (source_->kind == "file")
    return "f.snapshot || ':' || fn.text IN (SELECT cl.snapshot || ':' || cl.path FROM " + lines +
           ")";
  return "s.symbol IN (SELECT cp.symbol FROM (SELECT cl.snapshot, cl.path, cl.line FROM " + lines +
         ") q JOIN _name cn ON cn.text = q.path JOIN _file cf ON cf.path = cn.id AND cf.snapshot = "
         "q.snapshot JOIN _module cm ON cm.id = cf.module JOIN _place cp ON cp.symbol BETWEEN "
         "cm.id AND cm.last AND cp.line <= q.line AND cp.end_line >= q.line)";
}

// The sessions that are meant: one with what it shares with those it was forked from.
std::string Emitter::session_ids(const Condition& c) {
  if (c.pattern.empty()) return "SELECT id AS session, NULL AS upto FROM _session";
  const std::string first = "(SELECT id FROM _session WHERE uid = " + bind(c.pattern) + ")";
  return "WITH RECURSIVE chain(session, upto) AS (SELECT " + first +
         ", NULL UNION ALL SELECT cs.parent, cs.parent_event FROM chain JOIN _session cs ON cs.id "
         "= chain.session WHERE cs.parent IS NOT NULL) SELECT session, upto FROM chain";
}

std::string Emitter::session(const Condition& c) {
  const std::string events = "(" + session_ids(c) +
                             ") sc JOIN _event sv ON sv.session = sc.session AND (sc.upto IS NULL "
                             "OR sv.id <= sc.upto)";
  if (c.subject == Subject::cited) {
    if (source_->kind == "finding") return "gv.id IN (SELECT sv.id FROM " + events + ")";
    if (source_ != &symbol_source()) return "0";
    return "s.symbol IN (" +
           symbols_named("SELECT coalesce(nullif(sf.\"key\", ''), sf.full_name) AS \"key\" FROM " +
                         events + " JOIN _finding sf ON sf.event = sv.id") +
           ")";
  }
  if (source_->kind == "finding") return "0";
  const std::string names =
      "SELECT sw.value AS \"key\" FROM " + events +
      " JOIN _body sb ON sb.id = sv.body, json_each(names_in(sb.text)) sw WHERE sv.kind IN "
      "('tool_asked', 'tool_settled')";
  if (source_->kind == "file") return "fn.text IN (" + names + ")";
  return "s.symbol IN (" + symbols_named(names) + ")";
}

// Symbols of the newer snapshot that the older one lacks or has otherwise, or the other way round.
std::string Emitter::range(const Condition& c) {
  const std::string older = bind(c.pattern), newer = bind(c.until);
  const bool removed = c.subject == Subject::removed;
  const std::string here = only_in(removed ? older : newer, removed ? newer : older);
  const std::string there = only_in(removed ? newer : older, removed ? older : newer);
  if (c.subject != Subject::changed)
    return "s.symbol IN (SELECT a.id FROM (" + here +
           ") a WHERE a.\"key\" NOT IN (SELECT \"key\" "
           "FROM (" +
           there + ")))";
  return "s.symbol IN (WITH was AS MATERIALIZED (" + there + ") SELECT a.id FROM (" + here +
         ") a JOIN was ON was.\"key\" = a.\"key\" WHERE " + made_of("a.id", newer) + " <> " +
         made_of("was.id", older) + ")";
}

// Files by their paths, and by what they hold.
std::string Emitter::file_range(const Condition& c) {
  const std::string older = bind(c.pattern), newer = bind(c.until);
  const std::string other = "SELECT 1 FROM _file fo WHERE fo.path = f.path AND fo.snapshot = " +
                            (c.subject == Subject::removed ? newer : older);
  if (c.subject != Subject::changed) return "NOT EXISTS (" + other + ")";
  return "EXISTS (" + other + " AND (fo.content IS NOT f.content OR fo.size <> f.size))";
}

// The ids of the symbols in scope that a sub-query matches.
std::string Emitter::symbols_where(const Condition& c) {
  const Source* outer = std::exchange(source_, &symbol_source());
  std::string out = "SELECT s.symbol" + from(symbol_source());
  if (c.kind == Condition::all_of)
    for (const auto& part : c.parts) out += " AND " + conjunct(part);
  else
    out += " AND " + conjunct(c);
  source_ = outer;
  return out;
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
         bind(c.depth) + kinds + " AND " + in_scope("r.source", scope_) +
         ") SELECT symbol FROM hop";
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
         " AND h.depth < " + bind(c.depth) + " AND " + in_scope("h.symbol", scope_) +
         ") SELECT symbol FROM hop";
}

}  // namespace dossier::lang
