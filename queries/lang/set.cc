// Conditions that other tables answer with a set: what refers to what, attributes and literals,
// what the lines of a file say, and what agents looked at.
#include "engine/fact.h"
#include "queries/graph/machines.h"
#include "queries/lang/emitter.h"

namespace dossier::lang {
namespace {

// The file of a row: of its snapshot, since every snapshot has files of its own.
std::string place_of(const Collection& collection) {
  return collection.expression("snapshot") + " || ':' || " + collection.expression("file");
}

}  // namespace

bool is_set(const Condition& c, const Collection& collection) {
  const bool symbols = &collection == &symbol_collection();
  if (c.kind == Condition::relation) return symbols;
  if (c.kind == Condition::chain) return symbols;
  if (c.kind == Condition::within)
    return symbols || (c.subject == Subject::file && !collection.expression("file").empty());
  const bool in_files =
      !collection.expression("file").empty() && !collection.expression("snapshot").empty();
  if (c.subject == Subject::author || c.subject == Subject::dated) return in_files;
  if (c.kind == Condition::range) return symbols || collection.kind == "file";
  if (c.kind == Condition::session)
    return symbols || collection.kind == "file" || collection.kind == "finding";
  if (c.kind != Condition::text) return false;
  switch (c.subject) {
    case Subject::in:
    case Subject::attr:
    case Subject::doc:
    case Subject::literal:
    case Subject::note:
      return symbols;
    case Subject::content:
      return symbols || collection.kind == "file" || collection.kind == "session";
    default:
      return false;
  }
}

Emitter::Set Emitter::set_of(const Condition& c) {
  if (c.kind == Condition::relation) return relation(c);
  if (c.kind == Condition::session) return session(c);
  if (c.subject == Subject::author || c.subject == Subject::dated) return last_changed(c);
  if (c.kind == Condition::range) return range(c);
  if (c.kind == Condition::within) return within(c);
  if (c.kind == Condition::chain) return {"s.symbol", "SELECT symbol" + chain(c)};
  switch (c.subject) {
    case Subject::in:
      return {"s.symbol",
              "SELECT ie.id FROM symbols i JOIN _type it ON it.id = i.symbol JOIN _member ie ON "
              "ie.id BETWEEN it.id + 1 AND it.last WHERE i.scope = " +
                  scope_ + " AND i.kind = 'type' AND i.full_name" + comparison(c)};
    case Subject::attr:
      // What a library's function is called there is no attribute in metadata, and one in C#.
      return {"s.symbol",
              "SELECT d.symbol FROM _detail d WHERE d.kind = 1 AND d.text" + comparison(c) +
                  " UNION ALL SELECT d.symbol FROM _detail d WHERE d.kind = 4 AND "
                  "'System.Runtime.InteropServices.DllImportAttribute(\"' || replace(d.text, '!', "
                  "'\", EntryPoint = \"') || '\")'" +
                  comparison(c)};
    case Subject::doc:
      return {"s.symbol",
              "SELECT d.symbol FROM _detail d WHERE d.kind = 6 AND d.text" + comparison(c)};
    case Subject::literal:
      return {"s.symbol",
              "SELECT l.source FROM _literal_text d CROSS JOIN _name v ON v.id = d.id JOIN "
              "_literal l ON l.value = v.id WHERE v.text" +
                  comparison(c)};
    case Subject::note:
      return {"s.symbol", symbols_named("SELECT sn.\"key\" AS \"key\" FROM _note sn WHERE sn.text" +
                                        comparison(c) + bound("note", "sn.id"))};
    default:
      return content(c);
  }
}

std::string Emitter::set(const Condition& c) {
  const Set set = set_of(c);
  if (set.rows.empty()) return "0";
  const std::string out = set.of + " IN (" + set.rows + ")";
  const bool in_files = c.kind == Condition::within && c.subject == Subject::file;
  if (!in_files || collection_ != &symbol_collection()) return out;
  // Files of the same text share a module, so its symbols stand in others, too.
  return "(" + out + " AND " + place_of(*collection_) + " IN (SELECT snapshot || ':' || " +
         "path FROM (" + files_where(c.parts[0]) + ")))";
}

// The symbols in scope that keys or full names name.
std::string Emitter::symbols_named(const std::string& keys) {
  return "SELECT y.symbol FROM (SELECT DISTINCT \"key\" FROM (" + keys +
         ")) q CROSS JOIN symbols y ON y.full_name = substr(q.\"key\", 1, instr(q.\"key\" || '(', "
         "'(') - 1) WHERE y.scope = " +
         scope_ + " AND (instr(q.\"key\", '(') = 0 OR " + key_of("y.symbol") + " = q.\"key\")";
}

// A session's text is its title, what was said, asked of tools and answered by them, and its edits;
// a fork's also what it shares with its parent.
Emitter::Set Emitter::session_content(const Condition& c) {
  constexpr std::string_view kSaid =
      "(cj.fullkey IN ('$.text', '$.message.text', '$.reasoning', '$.error', '$.summary', "
      "'$.path', '$.diff') OR cj.fullkey GLOB '$.input*' OR cj.fullkey GLOB '$.findings*' OR "
      "cj.fullkey GLOB '$.suspected_files*' OR (cj.fullkey GLOB '$.result*' AND cj.fullkey NOT "
      "GLOB '$.results*'))";
  return {"c.id",
          "WITH RECURSIVE held(session, event) AS (SELECT cv.session, min(cv.id) FROM _event cv "
          "JOIN _body cb ON cb.id = cv.body WHERE EXISTS (SELECT 1 FROM json_tree(CASE WHEN "
          "json_valid(cb.text) THEN cb.text ELSE 'null' END) cj WHERE cj.type = 'text' AND "
          "cj.atom" +
              comparison(c) + " AND " + std::string(kSaid) + ")" + bound("event", "cv.id") +
              " GROUP BY cv.session UNION SELECT cs.id, ch.event FROM held ch JOIN _session cs ON "
              "cs.parent = ch.session AND cs.parent_event >= ch.event) SELECT session FROM held "
              "UNION ALL SELECT ct.id FROM _session ct WHERE ct.title" +
              comparison(c)};
}

// A symbol's text is its lines.
Emitter::Set Emitter::content(const Condition& c) {
  if (collection_->kind == "session") return session_content(c);
  const std::string lines = "lines cl WHERE cl.scope = " + scope_ + " AND cl.text" + comparison(c);
  if (collection_->kind == "file")
    return {"f.snapshot || ':' || fn.text", "SELECT cl.snapshot || ':' || cl.path FROM " + lines};
  const auto around = [](std::string_view table) {
    return "SELECT cp.id FROM cw JOIN " + std::string(table) +
           " cp ON cp.id BETWEEN cw.id AND cw.last AND cp.line <= cw.line AND cp.line + "
           "cp.more_lines >= cw.line";
  };
  return {"s.symbol",
          "WITH cw AS MATERIALIZED (SELECT cm.id, cm.last, q.line FROM (SELECT cl.snapshot, "
          "cl.path, cl.line FROM " +
              lines +
              ") q JOIN _name cn ON cn.text = q.path JOIN _file cf ON cf.path = cn.id AND "
              "cf.snapshot = q.snapshot JOIN _module cm ON cm.id = cf.module) " +
              around("_type") + " UNION ALL " + around("_member")};
}

// The sessions that are meant: one with what it shares with those it was forked from.
std::string Emitter::session_ids(const Condition& c) {
  if (c.pattern.empty()) return "SELECT id AS session, NULL AS upto FROM _session";
  const std::string first = "(SELECT id FROM _session WHERE uid = " + bind(c.pattern) + ")";
  return "WITH RECURSIVE chain(session, upto) AS (SELECT " + first +
         ", NULL UNION ALL SELECT cs.parent, cs.parent_event FROM chain JOIN _session cs ON cs.id "
         "= chain.session WHERE cs.parent < cs.id) SELECT session, upto FROM chain";
}

Emitter::Set Emitter::session(const Condition& c) {
  const std::string events = "(" + session_ids(c) +
                             ") sc JOIN _event sv ON sv.session = sc.session AND (sc.upto IS NULL "
                             "OR sv.id <= sc.upto)" +
                             bound("event", "sv.id");
  if (c.subject == Subject::cited) {
    if (collection_->kind == "finding") return {"gv.id", "SELECT sv.id FROM " + events};
    if (collection_ != &symbol_collection()) return {};
    return {"s.symbol",
            symbols_named("SELECT coalesce(nullif(sf.\"key\", ''), sf.full_name) AS \"key\" FROM " +
                          events + " JOIN _finding sf ON sf.event = sv.id" +
                          bound("finding", "sf.id"))};
  }
  if (collection_->kind == "finding") return {};
  const std::string names =
      "SELECT sw.value AS \"key\" FROM " + events +
      " JOIN _body sb ON sb.id = sv.body, json_each(names_in(sb.text)) sw WHERE sv.kind IN "
      "('tool_asked', 'tool_settled')";
  if (collection_->kind == "file") return {"fn.text", names};
  return {"s.symbol", symbols_named(names)};
}

// Whose file was last changed by somebody or between two days, as its repository has it.
Emitter::Set Emitter::last_changed(const Condition& c) {
  std::string what;
  if (c.subject == Subject::author) what = " AND fl.author" + comparison(c);
  if (c.subject == Subject::dated && !c.pattern.empty()) what += " AND fl.at >= " + bind(c.pattern);
  if (c.subject == Subject::dated && !c.until.empty())
    what += " AND substr(fl.at, 1, 10) <= " + bind(c.until);
  return {place_of(*collection_),
          "SELECT fs.value || ':' || fl.path FROM json_each('[' || " + scope_ +
              " || ']') fs CROSS JOIN file_log fl ON fl.snapshot = fs.value WHERE 1" + what};
}

// What differs between two snapshots, as the table-valued function `changes` has it: symbols of the
// newer one, of the older where they were removed, and files by their paths.
Emitter::Set Emitter::range(const Condition& c) {
  const std::string older = bind(c.pattern), newer = bind(c.until);
  const std::string changes = " FROM changes WHERE older = " + older + " AND newer = " + newer +
                              " AND change = '" + std::string(name_of(c.subject)) + "'";
  if (collection_->kind == "file")
    return {"fn.text", "SELECT name" + changes + " AND symbols = 0 AND kind = 'file'"};
  return {"s.symbol", "SELECT symbol" + changes + " AND kind <> 'file'"};
}

// Until where what grows counts (Bounds).
std::string Emitter::bound(std::string_view kind, const char* id) {
  for (const auto& [of, last] : bounds_)
    if (of == kind) return std::string(" AND ") + id + " <= " + bind(last);
  return {};
}

// What a sub-query matches of a collection, in scope.
std::string Emitter::rows_where(const Collection& collection, const std::string& what,
                                const Condition& c) {
  const Collection* outer = std::exchange(collection_, &collection);
  std::string out = "SELECT " + what + from(collection);
  if (c.kind == Condition::all_of)
    for (const auto& part : c.parts) out += " AND " + conjunct(part);
  else
    out += " AND " + conjunct(c);
  collection_ = outer;
  return out;
}

// The ids of the symbols that a sub-query matches.
std::string Emitter::symbols_where(const Condition& c) {
  return rows_where(symbol_collection(), "s.symbol", c);
}

// The files that a sub-query matches, or those of the symbols that it matches.
std::string Emitter::files_where(const Condition& c) {
  return is_of_files(c)
             ? rows_where(*collection_of("file"), "f.snapshot AS snapshot, fn.text AS path", c)
             : rows_where(symbol_collection(), "DISTINCT s.snapshot, s.path", c);
}

// What is declared in the types, or stands in the files, that a sub-query finds.
Emitter::Set Emitter::within(const Condition& c) {
  if (c.subject == Subject::in)
    return {"s.symbol", "SELECT ie.id FROM (" + symbols_where(c.parts[0]) +
                            ") i JOIN _type it ON it.id = i.symbol JOIN _member ie ON ie.id "
                            "BETWEEN it.id + 1 AND it.last"};
  const std::string files = files_where(c.parts[0]);
  if (collection_ != &symbol_collection())
    return {place_of(*collection_), "SELECT snapshot || ':' || path FROM (" + files + ")"};
  return {"s.symbol",
          "WITH w AS MATERIALIZED (SELECT DISTINCT wm.id, wm.last FROM _snapshot_module wl JOIN "
          "_module wm ON wm.id = wl.module WHERE wl.snapshot IN (SELECT value FROM json_each('[' "
          "|| " +
              scope_ +
              " || ']')) AND wl.snapshot || ':' || wl.path IN (SELECT snapshot || ':' || " +
              "path FROM (" + files +
              "))) SELECT id FROM w "
              "UNION ALL SELECT wt.id FROM w JOIN _type wt ON wt.id BETWEEN w.id AND w.last UNION "
              "ALL SELECT we.id FROM w JOIN _member we ON we.id BETWEEN w.id AND w.last"};
}

// The shortest chains of calls between the methods that two texts name.
std::string Emitter::chain(const Condition& c) {
  const auto called = [&](const std::string& pattern) {
    Condition name, member, both;
    name.kind = Condition::text;
    name.subject = Subject::full;
    name.pattern = pattern;
    member.kind = Condition::kinds;
    member.choices = {"member"};
    both.parts = {std::move(name), std::move(member)};
    return "(SELECT group_concat(symbol) FROM (" + symbols_where(both) + "))";
  };
  chain_ = " FROM chain WHERE sources = " + called(c.pattern) +
           " AND targets = " + called(c.until) + " AND scope = " + scope_;
  return chain_;
}

// What the table-valued function `related` reaches: from symbols, or from the keys that a text
// names, since what is not stored is referred to as well.
Emitter::Set Emitter::relation(const Condition& c) {
  const bool backwards = c.subject == Subject::calledby || c.subject == Subject::refby;
  const auto called = [&] {
    Condition seed = c;
    seed.kind = Condition::text;
    seed.subject = Subject::full;
    return "(" + symbols_where(seed) + ")";
  };
  const auto symbols_called = [&] {
    return "symbols = (SELECT group_concat(symbol) FROM " + called() + ")";
  };
  // Keys are enough of what comes from assemblies, but for properties and events, since what uses
  // these names their accessors, and for what a state machine runs.
  const bool is_use = c.subject == Subject::calls || c.subject == Subject::reads ||
                      c.subject == Subject::writes || c.subject == Subject::refs;
  std::string bodies;
  for (const auto name : kMachineBodies)
    bodies.append(bodies.empty() ? "'" : ", '").append(name).append("'");
  const auto sources_called = [&] {
    const std::string source = std::to_string(static_cast<int>(ModuleKind::source));
    const std::string found =
        "(SELECT group_concat(symbol) FROM " + called() +
        " WHERE (SELECT x.kind FROM _module x WHERE x.id <= symbol ORDER BY x.id DESC LIMIT 1) = " +
        source +
        (is_use
             ? " OR EXISTS (SELECT 1 FROM _member p WHERE p.id = symbol AND (p.kind > " +
                   std::to_string(static_cast<int>(MemberKind::method)) + " OR p.flags & " +
                   std::to_string(kVirtual) +
                   " AND p.name IN (SELECT b.id FROM _name b WHERE b.text IN (" + bodies + ")))))"
             : ")");
    if (is_use) return "symbols = " + found;
    // Only where there are sources at all: elsewhere looking would cost more.
    return "symbols = CASE WHEN EXISTS (SELECT 1 FROM _snapshot_module xl JOIN _module xm ON "
           "xm.id = xl.module WHERE xm.kind = " +
           source + " AND xl.snapshot IN (SELECT value FROM json_each('[' || " + scope_ +
           " || ']'))) THEN " + found + " END";
  };
  std::string seeds;
  if (!c.parts.empty()) {
    seeds = "symbols = (SELECT group_concat(symbol) FROM (" + symbols_where(c.parts[0]) + "))";
  } else if (backwards) {
    seeds = symbols_called();
  } else {
    seeds =
        "keys = (SELECT group_concat(k.id) FROM (SELECT DISTINCT \"key\" FROM _target) g CROSS "
        "JOIN "
        "_name k ON k.id = g.\"key\" WHERE k.text" +
        comparison(c) + ")";
    // By name and signature, a method overrides one that nothing may name.
    // A definition in a source has other names in files that import it.
    seeds += " AND " + (c.subject == Subject::overrides ? symbols_called() : sources_called());
  }
  return {"s.symbol", "SELECT symbol FROM related WHERE relation = '" +
                          std::string(name_of(c.subject)) + "' AND " + seeds +
                          " AND max_depth = " + bind(c.depth) + " AND scope = " + scope_};
}

Sql Emitter::count_of(const Condition& condition, const Collection& collection) {
  collection_ = &collection;
  const Set set = set_of(condition);
  out_.text = "SELECT count(*) FROM (SELECT DISTINCT * FROM (" +
              (set.rows.empty() ? std::string("SELECT 1 WHERE 0") : set.rows) + "))";
  return std::move(out_);
}

Sql count_of_set(const Condition& condition, const Collection& collection, const std::string& scope,
                 const Bounds& bounds) {
  return Emitter(scope, bounds).count_of(condition, collection);
}

}  // namespace dossier::lang
