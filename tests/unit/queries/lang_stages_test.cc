// The stages of the query language as tables of input and dump.
#include <catch2/catch.hpp>

#include "queries/lang/ast.h"
#include "queries/lang/functions.h"
#include "queries/lang/plan.h"
#include "queries/lang/rank.h"

using namespace dossier::lang;

namespace {

struct Staged {
  const char* query;
  const char* dump;
};

std::string tree_of(const std::string& query) {
  const auto tree = parse(query);
  if (const auto* failure = std::get_if<Diagnostic>(&tree)) return failure->print(query);
  return std::get<Node>(tree).dump();
}

std::string meaning_of(const std::string& query) {
  const auto tree = parse(query);
  if (const auto* failure = std::get_if<Diagnostic>(&tree)) return failure->print(query);
  const auto meaning = resolve(std::get<Node>(tree));
  if (const auto* failure = std::get_if<Diagnostic>(&meaning)) return failure->print(query);
  return std::get<Resolved>(meaning).dump();
}

}  // namespace

TEST_CASE("names full of punctuation are words") {
  const Staged rows[] = {
      {"<SetChanged>m__0", "word:<SetChanged>m__0"},
      {"List`1[]", "word:List`1[]"},
      {"std::vector", "word:std::vector"},
      {"name::x", "word:name::x"},
      {R"(C:\x)", R"(word:C:\x)"},
      {"And Or Not", "word:And word:Or word:Not"},
      {"a OR b AND NOT c", "word:a either word:b negate word:c"},
      {"\"OR\" name:AND", "phrase:OR field:name word:AND"},
      {"or not", "either negate"},
      {"-x -", "negate word:x word:-"},
      {"a-b a/b", "word:a-b word:a/b"},
      {"Heal(System.Int32) (Heal())", "word:Heal(System.Int32) open word:Heal() close"},
      {"f) g", "word:f) word:g"},
      {"(f)) g", "open word:f close word:) word:g"},
      {R"("a \"b\" \\ (c" d"e)", R"(phrase:a "b" \ (c word:d"e)"},
      {"/a/b c/ d", "regex:a/b c word:d"},
      {"(/x/)", "open regex:x close"},
      {"kind:method line:>=10 name:=Heal name:\"a b\" name:/x y/",
       "field:kind word:method field:line:>= word:10 field:name:= word:Heal field:name phrase:a b "
       "field:name "
       "regex:x y"},
      {"name:<x> full:>y kind:=x", "field:name word:<x> field:full word:>y field:kind word:=x"},
      {"name:or in:not", "field:name word:or field:in word:not"},
      {"Kind:method unknown:x", "word:Kind:method word:unknown:x"},
      {"calls:(kind:method x)", "field:calls open field:kind word:method word:x close"},
      {"kind:(field,method)", "field:kind open word:field,method close"},
      {"", ""},
  };
  for (const auto& [query, expected] : rows) {
    CAPTURE(query);
    const auto read = tokens(query);
    REQUIRE(std::holds_alternative<std::vector<Token>>(read));
    CHECK(dump(std::get<std::vector<Token>>(read)) == expected);
  }
}

TEST_CASE("a query that is not UTF-8 is refused before anything matches it") {
  for (const std::string query :
       {"\xFF", "name:/a\xE3/", "\"a \xCD phrase\"", "kind:method \xC3"}) {
    const auto tree = parse(query);
    REQUIRE(std::holds_alternative<Diagnostic>(tree));
    CHECK(std::get<Diagnostic>(tree).message == "the query is not UTF-8");
    CHECK(std::get<Diagnostic>(tree).span.end == query.size());
  }
}

TEST_CASE("tokens become a tree") {
  const Staged rows[] = {
      {"a", "word:a"},
      {"a b", "(and word:a word:b)"},
      {"a b or c", "(or (and word:a word:b) word:c)"},
      {"a (b or c) -d", "(and word:a (or word:b word:c) (not word:d))"},
      {"not (a b)", "(not (and word:a word:b))"},
      {"--a", "(not (not word:a))"},
      {"kind:(field, method)", "(kind: word:field word:method)"},
      {"calls:(a or b) depth:3", "(and (calls: (or word:a word:b)) (depth: word:3))"},
      {"((a))", "word:a"},
      {"", "(and)"},
      {"a or", "'or' needs something on its right\n  a or\n    ^^"},
      {"or a", "'or' needs something on its left\n  or a\n  ^^"},
      {"x not", "'not' needs something behind it\n  x not\n    ^^^"},
      {"(a b", "a parenthesis is opened here and never closed\n  (a b\n  ^"},
      {"é (a", "a parenthesis is opened here and never closed\n  é (a\n    ^"},
      {"name:", "'name:' needs a value\n  name:\n  ^^^^^"},
      {"(name:)", "'name:' needs a value\n  (name:)\n   ^^^^^"},
      {"a \"b", "this quote is never closed\n  a \"b\n    ^"},
      {"/usr/lib",
       "this regular expression has no closing '/'; put plain text in quotes\n  /usr/lib\n  ^"},
      {"kind:()", "the list is empty\n  kind:()\n       ^^"},
      {"kind:(a or b)", "a list holds values only\n  kind:(a or b)\n          ^^"},
  };
  for (const auto& [query, expected] : rows) {
    CAPTURE(query);
    CHECK(tree_of(query) == expected);
  }
}

TEST_CASE("deep nesting is refused, not followed") {
  CHECK(tree_of(std::string(5000, '(') + "a").starts_with("parentheses are nested too deeply"));
  std::string many;
  for (int i = 0; i < 101; ++i) many += "a ";
  CHECK(tree_of(many).starts_with("a query has at most 100 parts"));
  CHECK(tree_of(std::string(5000, '-') + "a").starts_with("'-' needs something behind it"));
}

TEST_CASE("trees are resolved") {
  const Staged rows[] = {
      {"player", "any~/player/ rank:player"},
      {"a.b*", R"(any~/^a\.b.*$/)"},
      {"\"a*b\"", R"(any~/a\*b/ rank:a*b)"},
      {"/a.b/", "any~/a.b/"},
      {"name:=Heal", "name='Heal'"},
      {"name:heal", "name~/heal/"},
      {"name:=a*b", "name='a*b'"},
      {"sig:int*", R"(sig~/int\*/)"},
      {"in:Player", R"(in~/(?:^|[./+\\]|::)Player(?:`[0-9]+)?$/)"},
      {"type:Player", R"(in~/(?:^|[./+\\]|::)Player(?:`[0-9]+)?$/)"},
      {"ns:Game", R"(ns~/^Game(?:[./+]|::|$)/)"},
      {"module:Game", R"(module~/(?:^|[./+\\]|::)Game(?:\.dll|\.exe|\.netmodule)?$/)"},
      {"kind:(field,method)", "kind=field|method"},
      {"public:yes static:no", "(and public=yes static=no)"},
      {"line:>10 token:0x10", "(and line>10 token=16)"},
      {"calls:Heal depth:3", R"(calls~/(?:^|[./+\\]|::)Heal(?:\(|$)/^3)"},
      {"-calls:Heal depth:2 x",
       R"((and (not calls~/(?:^|[./+\\]|::)Heal(?:\(|$)/^2) any~/x/) rank:x)"},
      {"derives:(kind:type x)", "derives((and kind=type any~/x/))"},
      {"x limit:3 offset:2 sort:-name select:(kind,full) at:v1 budget:9 count:ns",
       "any~/x/ rank:x at:v1 limit:3 offset:2 budget:9 sort:-name select:kind,full count:ns"},
      {"-x", "(not any~/x/)"},
      {"seen:last cited:ab12 cited: x", "(and seen=last cited=ab12 cited=any any~/x/) rank:x"},
      {"(cited:) changed:v1..v2", "(and cited=any changed=v1..v2)"},
      {"removed:1..2", "removed=1..2"},
      {"added:v1", "'added:' takes two snapshots: A..B\n  added:v1\n        ^^"},
      {"added:..v1", "'added:' takes two snapshots: A..B\n  added:..v1\n        ^^^^"},
      {"seen:(a,b)", "'seen:' takes one session\n  seen:(a,b)\n  ^^^^^^^^^^"},
      {"content:/x y/ note:z", "(and content~/x y/ note~/z/)"},
      {"kind:(file,line,literal,session,finding,note)",
       "kind=file|line|literal|session|finding|note"},
      {"knd:method",
       "any~/knd:method/ rank:knd:method note:'knd:' is not a field (did you mean 'kind'?)"},
      {"branch:main x",
       "(and any~/branch:main/ any~/x/) rank:branch:main,x note:'branch:' is not a field; "
       "'branch:main' is looked for as it stands"},
      {"http://a", R"(any~/http:\/\/a/ rank:http://a)"},
      {"kind:reference as:(call,new)", "(and kind=reference (or as~/^call$/ as~/^new$/))"},
      {"as:cal", "unknown kind of reference 'cal' (did you mean 'call'?)\n  as:cal\n     ^^^"},
      {"moved:1..2", "moved=1..2"},
      {"line:many", "a number is needed here\n  line:many\n       ^^^^"},
      {"public:maybe", "'public:' takes yes or no\n  public:maybe\n         ^^^^^"},
      {"depth:3", "'depth:' follows a relation such as calls:\n  depth:3\n  ^^^^^^^"},
      {"calls:x depth:99", "depth: goes up to 32\n  calls:x depth:99\n          ^^^^^^^^"},
      {"a or limit:3",
       "'limit:' says how to answer: it cannot stand in a part of a query\n  a or limit:3\n       "
       "^^^^^^^"},
      {"sort:nam", "'sort:' cannot use 'nam' (did you mean 'name'?)\n  sort:nam\n       ^^^"},
      {"limit:0", "a positive number is needed here\n  limit:0\n        ^"},
      {"name:/(/",
       "invalid regex: missing ), unterminated subpattern at position 0\n  name:/(/\n       ^^^"},
      {"name:=/x/", "'=' takes text, not a regular expression\n  name:=/x/\n        ^^^"},
      {"name:\"\"", "an empty text matches everything\n  name:\"\"\n       ^^"},
  };
  for (const auto& [query, expected] : rows) {
    CAPTURE(query);
    CHECK(meaning_of(query) == expected);
  }
}

TEST_CASE("an unknown kind names the nearest, and all that there are") {
  const std::string sesion = meaning_of("kind:sesion");
  CHECK(sesion.starts_with("unknown kind 'sesion' (did you mean 'session'?); kinds are module, "));
  CHECK(sesion.ends_with("note, reference\n  kind:sesion\n       ^^^^^^"));
  CHECK(meaning_of("kind:zebra").starts_with("unknown kind 'zebra'; kinds are module, type, "));
  CHECK(
      meaning_of("kind:call")
          .starts_with("unknown kind 'call' (did you mean 'kind:reference as:call'?); kinds are "));
}

TEST_CASE("fields, languages and operators as other programs write them") {
  const Staged rows[] = {
      {"repo:a/b path:x", R"((and project~/^a\/b$/ file~/x/))"},
      {"sym:Heal", "name~/Heal/"},
      {"symbol:=Heal -path:x", "(and name='Heal' (not file~/x/))"},
      {"visibility:private", "public=no"},
      {"visibility:all",
       "'visibility:' takes public or private\n  visibility:all\n             ^^^"},
      {"type:file x", "(and kind=file any~/x/) rank:x"},
      {"type:symbol x", "(and kind=module|type|member any~/x/) rank:x"},
      {"lang:ts", "lang~/^TypeScript$/"},
      {"language:(golang,md,c++)", R"((or lang~/^Go$/ lang~/^Markdown$/ lang~/^C\+\+$/))"},
      {"lang:Klingon", "lang~/^Klingon$/ note:no language is called 'Klingon'"},
      {"file:*.{go,ts}", R"(file~/^.*\.(?:go|ts)$/)"},
      {"file:{a,b", R"(file~/\{a,b/)"},
      {R"(file:\.go$)",
       R"(file~/\\\.go\$/ note:'\.go$' is taken as it stands; as a regular expression it is /\.go$/)"},
  };
  for (const auto& [query, expected] : rows) {
    CAPTURE(query);
    CHECK(meaning_of(query) == expected);
  }
}

TEST_CASE("plans say what drives and what would scan") {
  const Staged rows[] = {
      {"kind:method name:heal public:yes",
       "drive name~/heal/\ncheck kind=method\ncheck public=yes\nonly members\norder by "
       "discovery\n"},
      {"heal or damage", "drive any~/(?:heal)|(?:damage)/\norder by rank, discovery\n"},
      {"in:Player sort:-name",
       "drive in~/(?:^|[./+\\\\]|::)Player(?:`[0-9]+)?$/\norder by -name\n"},
      {"kind:file lang:c",
       "from files\ncheck kind=file\ncheck lang~/^C$/\norder by discovery\n"
       "scan: every file is looked at\n"},
      {"kind:(file,note) heal",
       "from files notes\ndrive any~/heal/\ncheck kind=file|note\norder by rank, discovery\n"
       "scan: every file is looked at\nscan: every note is looked at\n"},
      {"kind:reference as:call",
       "from references\ncheck kind=reference\ncheck as~/^call$/\norder by discovery\n"
       "scan: every reference is looked at\n"},
      {"kind:line /xyz/", "from lines\ndrive any~/xyz/\ncheck kind=line\norder by discovery\n"},
      {"kind:type count:ns",
       "check kind=type\nonly types\ngroup by ns\nscan: every symbol is looked at; name:, full:, "
       "sig:, in:, a "
       "relation or three letters of text would narrow it\n"},
  };
  for (const auto& [query, expected] : rows) {
    CAPTURE(query);
    const auto meaning = resolve(std::get<Node>(parse(query)));
    CHECK(plan(std::get<Resolved>(meaning)).dump() == expected);
  }
}

TEST_CASE("text is bound, never written into the SQL") {
  const std::string text = "x' OR 1=1 --";
  for (const char* field :
       {"", "name:", "name:=", "in:", "ns:", "calls:", "calledby:", "derives:", "attr:", "literal:",
        "project:", "lang:", "base:", "module:", "file:", "full:", "sig:", "kind:reference "}) {
    const std::string query = std::string(field) + "\"" + text + "\"";
    CAPTURE(query);
    const auto meaning = resolve(std::get<Node>(parse(query)));
    const Sql sql = emit(plan(std::get<Resolved>(meaning)), "1");
    CHECK(sql.text.find("1=1") == std::string::npos);
    CHECK(sql.bindings.size() >= 2);
  }
}

TEST_CASE("a binding is printed as one line that the sqlite3 shell accepts") {
  const struct {
    Binding binding;
    const char* line;
  } rows[] = {
      {int64_t{7}, "\"7\""},
      {std::string("plain"), "\"'plain'\""},
      {std::string("it's"), "\"'it''s'\""},
      {std::string("\"\\b\""), "\"'\\\"\\\\b\\\"'\""},
      {std::string("two\nlines\r\t\x1b\x7f"), "\"'two\\012lines\\015\\011\\033\\177'\""},
      {std::string("\0a", 2), "\"CAST(X'0061' AS TEXT)\""},
      {std::string("h\u00e9"), "\"'h\u00e9'\""},
  };
  for (const auto& row : rows) {
    Sql sql;
    sql.text = "SELECT ?1";
    sql.bindings.push_back(row.binding);
    CHECK(sql.dump() == std::string(".parameter set ?1 ") + row.line + "\nSELECT ?1;\n");
  }
}

TEST_CASE("ranks: the name, its beginning, its words, mentions, within words") {
  const struct {
    const char *name, *full, *signature;
    int tier;
  } rows[] = {
      {"Heal", "A.Heal", "", 0},
      {"HealthBar", "A.HealthBar", "", 1},
      {"_maxHealth", "A._maxHealth", "", 2},
      {"X", "Heal.X", "", 3},
      {"X", "A.X", "Healing X()", 3},
      {"Wheal", "A.Wheal", "", 4},
      {"X", "Wheal.X", "", 5},
      {"X", "A.X", "System.Wheal X", 5},
      {"X", "A.X", "", 6},
  };
  for (const auto& row : rows) {
    CAPTURE(row.full, row.signature);
    CHECK(match_tier({row.name, row.full, row.signature, ""}, "heal") == row.tier);
  }
  CHECK(match_tier({"PlayerHealthBar", "", "", ""}, "healthbar") == 2);
  CHECK(match_tier({"IList", "List`1[]", "", ""}, "`1[]") == 3);
  CHECK(is_framework("UnityEngine.CoreModule.dll"));
  CHECK(is_framework("services/cart/vendor/log/log.go"));
  CHECK(is_framework("services/cart/genproto/demo.pb.go"));
  CHECK_FALSE(is_framework("services/vendors/list.go"));
  CHECK_FALSE(is_framework("Assembly-CSharp.dll"));
}

TEST_CASE("the order of ranks") {
  // Each line comes before the next.
  const RankedRow rows[] = {
      {"Heal", "A.Heal", "", "Game"},
      {"Heal", "A.Heal", "", "mscorlib"},
      {"HealBar", "A.HealBar", "", "Game"},
      {"HealBarView", "A.HealBarView", "", "Game"},
      {"HealBars", "A.HealBars", "", "mscorlib"},
      {"BossHeal", "A.BossHeal", "", "Game"},          // two words
      {"AutoBossHeal", "A.AutoBossHeal", "", "Game"},  // three
      {"AnyBossAutoHeal", "A.AnyBossAutoHeal", "", "Game"},
      {"X", "A.X", "Heal X", "Game"},
      {"Wheal", "A.Wheal", "", "Game"},
      {"X", "A.Wheal.X", "", "Game"},
  };
  const RankedWord heal[] = {{"heal", 1}};
  int64_t before = -1;
  for (const auto& row : rows) {
    CAPTURE(row.full_name, row.signature, row.module);
    CHECK(find_rank(row, heal) > before);
    before = find_rank(row, heal);
  }
  CHECK(find_rank(rows[8], heal) < kSubstringRank);
  CHECK(find_rank(rows[9], heal) >= kSubstringRank);
  // Among those that are called so: the program before its tests, then as it is written, types
  // before methods before fields before constructors, what is public, and files near the root.
  const RankedWord session[] = {{"session", 1, "Session"}};
  const RankedRow equals[] = {
      {"Session", "a.Session", "", "src/a.py", nullptr, "class", true},
      {"Session", "b.Session", "", "src/deep/b.py", nullptr, "class", true},
      {"Session", "c.Session", "", "src/a.py", nullptr, "class", false},
      {"Session", "a.Session", "", "src/a.py", nullptr, "method", true},
      {"Session", "a.Session", "", "src/a.py", nullptr, "property", true},
      {"Session", "a.Session", "", "src/a.py", nullptr, "field", true},
      {"Session", "a.Session", "", "src/a.py", nullptr, "constructor", true},
      {"session", "a.session", "", "src/a.py", nullptr, "class", true},
      {"Session", "t.Session", "", "tests/t.py", nullptr, "class", true},
      {"Session", "v.Session", "", "vendor/x/v.py", nullptr, "class", true},
      {"SessionHolder", "a.SessionHolder", "", "src/a.py", nullptr, "class", true},
  };
  before = -1;
  for (const auto& row : equals) {
    CAPTURE(row.full_name, row.kind, row.module);
    CHECK(find_rank(row, session) > before);
    before = find_rank(row, session);
  }
  // Of alternatives the rarer word counts more.
  const RankedWord either[] = {{"get", word_weight(4096)}, {"heal", word_weight(3)}};
  CHECK(find_rank({"BossHeal", "", "", ""}, either) < find_rank({"BossGets", "", "", ""}, either));
  CHECK(word_weight(0) == 13);
  CHECK(word_weight(4096) == 1);
}

TEST_CASE("names in a text, JSON in JSON included") {
  const std::vector<std::string> expected = {"full_name", "Game.Player", "List<Game.Item>", "List",
                                             "Game.Item", "src/a.cc",    "std::vector",     "Foo"};
  CHECK(
      names_in(R"({"full_name":"Game.Player.\nList<Game.Item>","src/a.cc" std::vector: Foo(x)})") ==
      expected);
}
