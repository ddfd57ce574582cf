#include "queries/lang/collection.h"

#include "engine/fact.h"
#include "store/scope/texts.h"

namespace dossier::lang {

// What the texts below say in digits.
static_assert(kConstructor == 256 && kGenerated == 1 << 9 && kFileGenerated == 1 && kStatic == 1 &&
              kReadOnly == 2048 && kConstant == 4096);
static_assert(static_cast<int>(MemberKind::field) == 0 &&
              static_cast<int>(MemberKind::method) == 1 &&
              static_cast<int>(MemberKind::event) == 3 &&
              static_cast<int>(DetailKind::attribute) == 1 &&
              static_cast<int>(DetailKind::pinvoke) == 4 && static_cast<int>(DetailKind::doc) == 6);
const char* const kTypeKind =
    "coalesce((SELECT text FROM _name WHERE id = t.kind), CASE s.base_type WHEN 'System.Enum' THEN "
    "'enum' WHEN 'System.ValueType' THEN 'struct' WHEN 'System.MulticastDelegate' THEN 'delegate' "
    "WHEN '' THEN '' ELSE 'class' END)";

namespace {

constexpr char kIsConstructor[] = "(e.flags & 256 <> 0 OR s.name IN ('.ctor', '.cctor'))";

struct Expression {
  int collection;
  std::string_view name;
  std::string_view sql;
};

enum : int { kSymbols, kFiles, kLines, kLiterals, kSessions, kFindings, kNotes, kReferences };

// Aliases are told apart by collection: s t e o, f…, n…, l…, c…, g…, k…, r….
constexpr Collection kCollections[] = {
    {"", "symbols",
     "symbols s LEFT JOIN _type t ON t.id = s.symbol LEFT JOIN _member e ON e.id = s.symbol LEFT "
     "JOIN _type o ON o.id = e.type WHERE s.scope = ?",
     "s.rowid", "0", "s.symbol", false},
    {"file", "files",
     "_file f JOIN _name fn ON fn.id = f.path WHERE f.snapshot IN (SELECT value FROM "
     "json_each('[' || ? || ']'))",
     "f.snapshot", "f.position", "f.position", false},
    {"line", "lines", "lines n WHERE n.scope = ?", "n.rowid", "0", "n.line", false},
    {"literal", "literals",
     "_literal_text ld CROSS JOIN _name lv ON lv.id = ld.id CROSS JOIN "
     "_literal l ON l.value = lv.id JOIN _snapshot_module lm ON lm.module = (SELECT max(lx.id) "
     "FROM "
     "_module lx WHERE lx.id <= l.source) JOIN _snapshot ls ON ls.id = lm.snapshot JOIN _project "
     "lp "
     "ON lp.id = ls.project LEFT JOIN _member le ON le.id = l.source LEFT JOIN _type lo ON lo.id = "
     "le.type WHERE lm.snapshot IN (SELECT value FROM json_each('[' || ? || ']'))",
     "(lm.snapshot << 32) + l.source", "l.seq", "l.seq", false},
    {"session", "sessions", "_session c WHERE 1", "c.id", "0", "c.id", true},
    {"finding", "findings",
     "_finding g JOIN _event gv ON gv.id = g.event JOIN _session gs ON gs.id = gv.session WHERE "
     "1",
     "g.id", "0", "g.id", true},
    {"note", "notes", "_note k WHERE 1", "k.id", "0", "k.id", true},
    {"reference", "references",
     "_target rt CROSS JOIN _name rn ON rn.id = rt.text CROSS JOIN _reference r ON r.target = "
     "rt.id "
     "JOIN _snapshot_module rm ON rm.module = (SELECT max(rx.id) FROM _module rx WHERE rx.id <= "
     "r.source) JOIN _snapshot rs ON rs.id = rm.snapshot JOIN _project rp ON rp.id = rs.project "
     "LEFT "
     "JOIN _member re ON re.id = r.source LEFT JOIN _type ro ON ro.id = coalesce(re.type, "
     "r.source) "
     "WHERE rm.snapshot IN (SELECT value FROM json_each('[' || ? || ']'))",
     "(rm.snapshot << 32) + r.source", "r.use", "r.use", false},
};

constexpr std::string_view kFileName =
    "replace(fn.text, rtrim(fn.text, replace(fn.text, '/', '')), '')";
constexpr std::string_view kLiteralHolder =
    "coalesce((SELECT hn.text || '.' || hm.text FROM _name hn, _name hm WHERE hn.id = lo.full_name "
    "AND hm.id = le.name), (SELECT hn.text FROM _type ht JOIN _name hn ON hn.id = ht.full_name "
    "WHERE ht.id = l.source), '')";

constexpr std::string_view kReferenceKind =
    "(SELECT rk.name FROM _kind rk WHERE rk.family = 'reference' AND rk.number = (r.use >> 3 & "
    "31))";
constexpr std::string_view kReferenceHolder =
    "coalesce((SELECT hn.text || '.' || hm.text FROM _name hn, _name hm WHERE hn.id = ro.full_name "
    "AND hm.id = re.name), (SELECT text FROM _name WHERE id = ro.full_name), '')";

constexpr Expression kExpressions[] = {
    {kSymbols, "name", "s.name"},
    {kSymbols, "full", "s.full_name"},
    {kSymbols, "sig", "s.signature"},
    {kSymbols, "module", "s.module"},
    {kSymbols, "project", "s.project"},
    {kSymbols, "snapshot", "s.snapshot"},
    {kSymbols, "file", "s.path"},
    {kSymbols, "base", "s.base_type"},
    {kSymbols, "in", "coalesce((SELECT text FROM _name WHERE id = o.full_name), '')"},
    {kSymbols, "ns",
     "coalesce((SELECT text FROM _name WHERE id = coalesce(t.name_space, o.name_space)), '')"},
    {kSymbols, "lang",
     "coalesce((SELECT lg.text FROM _module lm JOIN _name lg ON lg.id = lm.language WHERE lm.id = "
     "(SELECT max(xm.id) FROM _module xm WHERE xm.id <= s.symbol)), '')"},
    {kSymbols, "line", "coalesce(t.line, e.line)"},
    {kSymbols, "size", "coalesce(t.more_lines, e.more_lines) + 1"},
    {kSymbols, "token", "coalesce(t.token, e.token)"},
    {kSymbols, "flags", "coalesce(t.flags, e.flags)"},

    {kFiles, "name", kFileName},
    {kFiles, "full", "fn.text"},
    {kFiles, "file", "fn.text"},
    {kFiles, "project",
     "(SELECT fp.name FROM _snapshot fs JOIN _project fp ON fp.id = fs.project WHERE fs.id = "
     "f.snapshot)"},
    {kFiles, "snapshot", "f.snapshot"},
    {kFiles, "size", "(SELECT fc.lines FROM _content fc WHERE fc.id = f.content)"},
    {kFiles, "lang", "coalesce((SELECT text FROM _name WHERE id = f.language), '')"},
    // Bit 9 is Flag::generated of symbols (engine/fact.h); files say it with bit 0.
    {kFiles, "flags", "((f.flags & 1) << 9)"},

    {kLines, "full", "n.path || ':' || n.line"},
    {kLines, "sig", "n.text"},
    {kLines, "content", "n.text"},
    {kLines, "project", "n.project"},
    {kLines, "snapshot", "n.snapshot"},
    {kLines, "file", "n.path"},
    {kLines, "lang", "n.language"},
    {kLines, "line", "n.line"},

    {kLiterals, "name", "lv.text"},
    {kLiterals, "full", kLiteralHolder},
    {kLiterals, "sig", "lv.text"},
    {kLiterals, "literal", "lv.text"},
    {kLiterals, "module",
     "(SELECT hn.text FROM _module hm JOIN _name hn ON hn.id = hm.name WHERE hm.id = lm.module)"},
    {kLiterals, "project", "lp.name"},
    {kLiterals, "snapshot", "lm.snapshot"},
    {kLiterals, "file", "lm.path"},
    {kLiterals, "in", "coalesce((SELECT text FROM _name WHERE id = lo.full_name), '')"},
    {kLiterals, "ns", "coalesce((SELECT text FROM _name WHERE id = lo.name_space), '')"},
    {kLiterals, "lang",
     "coalesce((SELECT lg.text FROM _module hm JOIN _name lg ON lg.id = hm.language WHERE hm.id = "
     "lm.module), '')"},
    {kLiterals, "line", "l.line"},

    {kSessions, "name", "c.title"},
    {kSessions, "full", "c.uid"},
    {kSessions, "sig", "c.title"},
    {kSessions, "project", "c.project"},

    {kFindings, "name", "g.name"},
    {kFindings, "full", "g.full_name"},
    {kFindings, "sig", "g.notes"},
    {kFindings, "note", "g.notes"},
    {kFindings, "module", "g.module"},
    {kFindings, "project", "gs.project"},

    {kNotes, "name", "short_name(k.\"key\")"},
    {kNotes, "full", "k.\"key\""},
    {kNotes, "sig", "k.text"},
    {kNotes, "note", "k.text"},

    {kReferences, "name", "short_name((SELECT text FROM _name WHERE id = rt.\"key\"))"},
    {kReferences, "full", kReferenceHolder},
    {kReferences, "sig",
     "(SELECT rk.name FROM _kind rk WHERE rk.family = 'reference' AND rk.number = (r.use >> 3 & "
     "31)) || ' ' "
     "|| "
     "rn.text"},
    {kReferences, "as", kReferenceKind},
    {kReferences, "module",
     "(SELECT hn.text FROM _module hm JOIN _name hn ON hn.id = hm.name WHERE hm.id = rm.module)"},
    {kReferences, "project", "rp.name"},
    {kReferences, "snapshot", "rm.snapshot"},
    {kReferences, "file", "rm.path"},
    {kReferences, "in", "coalesce((SELECT text FROM _name WHERE id = ro.full_name), '')"},
    {kReferences, "ns", "coalesce((SELECT text FROM _name WHERE id = ro.name_space), '')"},
    {kReferences, "lang",
     "coalesce((SELECT lg.text FROM _module hm JOIN _name lg ON lg.id = hm.language WHERE hm.id = "
     "rm.module), '')"},
    {kReferences, "line", "CASE WHEN r.use & 4 = 0 THEN r.at END"},
};

constexpr std::string_view kSymbolTexts[] = {"s.name", "s.full_name", "s.signature"};
constexpr std::string_view kFileTexts[] = {"fn.text"};
constexpr std::string_view kLineTexts[] = {"n.text"};
constexpr std::string_view kLiteralTexts[] = {"lv.text"};
constexpr std::string_view kSessionTexts[] = {"c.title", "c.uid"};
constexpr std::string_view kFindingTexts[] = {"g.full_name", "g.notes"};
constexpr std::string_view kNoteTexts[] = {"k.\"key\"", "k.text"};
constexpr std::string_view kReferenceTexts[] = {"rn.text"};
constexpr std::span<const std::string_view> kTexts[] = {
    kSymbolTexts,  kFileTexts,    kLineTexts, kLiteralTexts,
    kSessionTexts, kFindingTexts, kNoteTexts, kReferenceTexts};

}  // namespace

std::string Collection::expression(std::string_view name) const {
  const auto own = this - kCollections;
  if (name == "kind") {
    if (own != kSymbols) return "'" + std::string(kind) + "'";
    return std::string("CASE s.kind WHEN 'type' THEN coalesce(nullif(") + kTypeKind +
           ", ''), 'type') WHEN 'member' THEN CASE WHEN e.kind = 1 AND " + kIsConstructor +
           " THEN 'constructor' ELSE CASE e.kind WHEN 0 THEN 'field' WHEN 1 THEN 'method' WHEN 2 "
           "THEN 'property' ELSE 'event' END END ELSE s.kind END";
  }
  for (const auto& expression : kExpressions)
    if (expression.collection == own && expression.name == name) return std::string(expression.sql);
  return {};
}

std::span<const std::string_view> Collection::texts() const { return kTexts[this - kCollections]; }

std::string role_of_member(std::string_view kind) {
  if (kind == "constructor") return std::string("(e.kind = 1 AND ") + kIsConstructor + ")";
  const std::string declarer = "coalesce((SELECT text FROM _name WHERE id = o.kind), '')";
  const std::string is_outside = declarer + " IN ('module', 'file', 'package')";
  const std::string is_of_enum =
      "(" + declarer +
      " = 'enum' OR coalesce((SELECT text FROM _name WHERE id = o.base_type), '') = "
      "'System.Enum' OR coalesce((SELECT text FROM _name WHERE id = e.member_type), '') = "
      "'EnumMember')";
  const std::string is_macro = "(s.signature GLOB '#define *' OR s.signature GLOB 'macro_rules!*')";
  const std::string is_constant =
      "(e.flags & 4096 <> 0 OR (e.flags & 2048 <> 0 AND (e.flags & 1 <> 0 OR " + is_outside +
      ")) OR s.signature GLOB '*constexpr *')";
  if (kind == "function") return "(e.kind = 1 AND " + is_outside + " AND NOT " + is_macro + ")";
  if (kind == "variable")
    return "(e.kind = 0 AND " + is_outside + " AND NOT " + is_constant + " AND NOT " + is_macro +
           ")";
  if (kind == "constant")
    return "(e.kind = 0 AND " + is_constant + " AND NOT " + is_of_enum + " AND NOT " + is_macro +
           ")";
  if (kind == "enumerator") return "(e.kind = 0 AND e.flags & 4096 <> 0 AND " + is_of_enum + ")";
  if (kind == "macro") return "(e.kind IN (0, 1) AND " + is_macro + ")";
  return {};
}

std::span<const Collection> collections() { return kCollections; }
const Collection& symbol_collection() { return kCollections[kSymbols]; }

const Collection* collection_of(std::string_view kind) {
  for (const auto& collection : kCollections)
    if (!collection.kind.empty() && collection.kind == kind) return &collection;
  return nullptr;
}

std::string module_of(const std::string& id) {
  return "(SELECT max(xm.id) FROM _module xm WHERE xm.id <= " + id + ")";
}

std::string key_of(const std::string& id) {
  return "coalesce((SELECT kf.text FROM _type kt JOIN _name kf ON kf.id = kt.full_name WHERE kt.id "
         "= " +
         id +
         "), (SELECT kf.text || '.' || kn.text || coalesce(kq.text, CASE ke.kind WHEN 1 THEN '()' "
         "ELSE '' END) FROM _member ke JOIN _type kt ON kt.id = ke.type JOIN _name kf ON kf.id = "
         "kt.full_name JOIN _name kn ON kn.id = ke.name LEFT JOIN _sig kq ON kq.id = ke.params "
         "WHERE ke.id = " +
         id + "))";
}

}  // namespace dossier::lang
