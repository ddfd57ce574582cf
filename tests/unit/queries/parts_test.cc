// What small parts of the queries promise at their edges: single statements of SQL among rows that
// they must not choose, limits that are just reached, and lists that just do not fit.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "engine/error.h"
#include "engine/json_value.h"
#include "engine/readers/languages/source_file.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "queries/sql.h"
#include "store/export.h"
#include "store/import/import.h"
#include "store/index/posting_lists.h"
#include "store/recover.h"
#include "store/sql.h"
#include "tests/unit/loaded.h"
#include "tests/unit/scratch.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;

template <typename... Facts>
void add(Store& store, const char* project, Facts&&... facts) {
  test::load_facts(store, test::project_of(project, "tree"), std::forward<Facts>(facts)...);
}

File file_of(const char* path, const char* language, const std::string& contents) {
  File file;
  file.path = path;
  file.language = language;
  file.contents = contents;
  file.lines = std::count(contents.begin(), contents.end(), '\n');
  file.size = static_cast<int64_t>(contents.size());
  return file;
}

Module source(const std::string& path, const std::string& text) {
  auto made =
      languages::read({path, text, 0, nullptr}, *languages::of(path), std::chrono::seconds(60));
  REQUIRE(made);
  return std::move(made->module);
}

Json ask(Store& store, const char* op, const Arguments& arguments, Completeness* complete) {
  const JsonAnswer answer = run_to_json(store, *find_op(op), arguments);
  INFO(answer.body);
  REQUIRE(answer.status() == 200);
  if (complete != nullptr) *complete = answer.complete;
  return read_json(answer.body);
}

/// The sources of all references that are taken to mean a symbol.
std::set<std::string> references(Store& store, const char* identifier) {
  std::set<std::string> out;
  const Json body = ask(store, "refs", {{"identifier", identifier}}, nullptr);
  for (const auto& row : body["hits"].each()) out.insert(row.text("source"));
  return out;
}

/// `count` types T0, T1, … of one method each, which refers `often` to N.Meant.
Module referring(int count, int often) {
  Module made;
  made.kind = ModuleKind::assembly;
  made.name = made.path = "Referring.dll";
  made.full_name = "Referring, Version=1.0.0.0";
  const auto type = [&](std::string_view name) {
    Type& added = made.types.emplace_back();
    added.name = name;
    added.name_space = "N";
    added.full_name = made.text.join({"N.", name});
    added.kind = "class";
  };
  type("Meant");
  uint32_t next = 2;
  for (int i = 0; i < count; ++i) {
    type(made.text.keep("T" + std::to_string(i)));
    Member& member = made.types.back().members.emplace_back();
    member.kind = MemberKind::method;
    member.name = "Run";
    member.full_name = made.text.join({made.types.back().full_name, ".Run"});
    member.signature = "System.Void Run()";
    const uint32_t method = next + 1;
    next += 2;
    for (int at = 0; at < often; ++at) {
      Reference one;
      one.source = method;
      one.kind = ReferenceKind::type;
      one.target = one.target_key = one.target_type = "N.Meant";
      one.target_scope = made.name;
      one.in_module = true;
      one.il_offset = at;
      made.references.push_back(one);
    }
  }
  return made;
}

}  // namespace

TEST_CASE("a method's code is stored as a body's hash, an address, both or nothing") {
  Store store = open_in_memory();
  Module module = referring(4, 0);
  for (size_t i = 1; i <= 4; ++i) {
    module.types.at(i).members.at(0).body = i & 1 ? 7 : 0;
    module.types.at(i).members.at(0).rva = i & 2 ? 9 : 0;
  }
  test::load_facts(store, test::project_of("codes"), std::move(module));
  Statement rows(store.database(),
                 "SELECT coalesce(body, '-') || ' ' || coalesce(rva, '-') FROM _code ORDER BY 1");
  std::vector<std::string> found;
  while (rows.step()) found.emplace_back(rows.text(0));
  CHECK(found == std::vector<std::string>{"- 9", "7 -", "7 9"});
}

namespace {

/// Every row of every table of the store, as SQL literals.
std::string everything_in(Store& store) {
  std::string out;
  std::vector<std::string> queries;
  {
    Statement tables(store.database(),
                     "SELECT 'SELECT ' || (SELECT group_concat('quote(\"' || name || '\")', "
                     "' || '','' || ') FROM pragma_table_info(s.name)) || ' FROM ' || s.name || "
                     "' ORDER BY 1' FROM sqlite_schema s WHERE s.type = 'table' AND sql NOT LIKE "
                     "'CREATE VIRTUAL%' ORDER BY s.name");
    while (tables.step()) queries.emplace_back(tables.text(0));
  }
  for (const auto& query : queries) {
    out += query + "\n";
    Statement rows(store.database(), query);
    while (rows.step()) out.append(rows.text(0)) += '\n';
  }
  return out;
}

}  // namespace

TEST_CASE("an unfinished import is not a snapshot, and an empty one removes nothing") {
  Store store = open_in_memory();
  const LoadOptions options = test::project_of("last");
  {
    Load load(store, options);
    CHECK(store.database().number("SELECT count(*) FROM snapshots") == 0);
    Module module = referring(2, 3);
    // The last symbol holds one of everything.
    Member& last = module.types.back().members.back();
    last.body = 7;
    last.rva = 9;
    last.line = 3;
    const uint32_t source = module.references.back().source;
    Literal literal;
    literal.source = source;
    literal.is_string = true;
    literal.value = "held";
    module.literals.push_back(literal);
    module.details.push_back({source, DetailKind::attribute, "[Held]"});
    load.add(std::move(module));
    CHECK(store.database().number("SELECT count(*) FROM snapshots") == 0);
    load.finish();
    CHECK(store.database().number("SELECT count(*) FROM snapshots") == 1);
  }
  const std::string before = everything_in(store);
  CHECK(before.find("'held'") != std::string::npos);
  store.run<sql::BeginImport>();
  CHECK(everything_in(store) != before);
  remove_import(store);
  CHECK(everything_in(store) == before);
}

TEST_CASE("limits on rows accept only numbers") {
  Store store = open_in_memory();
  size_t asked = 0;
  for (const Op* op : ops()) {
    const auto is = [](std::string_view name) {
      return [name](const OpField& field) { return field.name == name; };
    };
    if (std::none_of(op->fields.begin(), op->fields.end(), is("maxResults"))) continue;
    CAPTURE(op->tool);
    Arguments arguments;
    for (const auto& field : op->fields) arguments.set(std::string(field.name), "1");
    arguments.set("maxResults", "many");
    const JsonAnswer answer = run_to_json(store, *op, arguments);
    CHECK(answer.status() == 400);
    CHECK(answer.body.find("maxResults must be an integer") != std::string::npos);
    ++asked;
  }
  CHECK(asked >= 8);
}

TEST_CASE("a file is found only at its path in its snapshot, with its own language") {
  Store store = open_in_memory();
  add(store, "A", file_of("a.py", "Python", "a\n"), file_of("b.c", "C", "bb\n"));
  add(store, "B", file_of("a.py", "Python", "aaaa\n"), file_of("c.rs", "Rust", "c\n"));
  const struct {
    int64_t snapshot;
    const char *path, *expected;
  } rows[] = {
      {1, "a.py", "Python 2;"}, {2, "a.py", "Python 5;"}, {1, "b.c", "C 3;"},
      {2, "c.rs", "Rust 2;"},   {2, "b.c", ""},           {1, "c.rs", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.snapshot, row.path);
    std::string found;
    for (const auto& file : store.rows<sql::FileAt>(row.snapshot, std::string_view(row.path)))
      found += std::string(file.language.value_or("?")) + " " + std::to_string(file.size) + ";";
    CHECK(found == row.expected);
  }
}

TEST_CASE("a symbol has at most two keys, and no other detail is a key") {
  Store store = open_in_memory();
  Module made = referring(2, 0);
  made.details = {{3, DetailKind::attribute, "Obsolete"},
                  {3, DetailKind::open_key, "N.T0.Run(!0)"},
                  {3, DetailKind::value, "7"},
                  {5, DetailKind::attribute, "Obsolete"}};
  add(store, "P", std::move(made));
  const int64_t module = store.database().number("SELECT min(module) FROM _type");
  const struct {
    int64_t ordinal;
    const char *key, *open_key;
  } rows[] = {
      {1, "N.Meant", ""}, {2, "N.T0", ""},       {3, "N.T0.Run()", "N.T0.Run(!0)"},
      {4, "N.T1", ""},    {5, "N.T1.Run()", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.ordinal);
    auto found = store.rows<sql::SymbolKey>(module + row.ordinal);
    const auto keys = found.next();
    REQUIRE(keys);
    CHECK(keys->key == row.key);
    CHECK(keys->open_key == row.open_key);
  }
}

TEST_CASE("each type of an export keeps exactly the source file that it named") {
  const test::Scratch scratch;
  scratch.write("export.json",
                R"({"Modules":[{"Name":"G.dll","AssemblyFullName":"G, Version=1","Types":[
    {"Name":"A","Namespace":"G","FullName":"G.A","SourceFilePath":"src/A.cs"},
    {"Name":"B","Namespace":"G","FullName":"G.B"},
    {"Name":"C","Namespace":"G","FullName":"G.C","SourceFilePath":"src/C.cs"}]}]})");
  Store store = open_in_memory();
  ImportOptions options;
  options.path = scratch / "export.json";
  options.project = "G";
  import(store, options);
  std::string text;
  export_snapshot(store, 1, [&](std::string_view piece) { text += piece; });
  const Json exported = read_json(text);
  std::string found;
  for (const auto& module : exported["Modules"].each())
    for (const auto& type : module["Types"].each())
      found += type.text("FullName") + " " + type.text("SourceFilePath") + ";";
  CHECK(found == "G.A src/A.cs;G.B ;G.C src/C.cs;");
}

TEST_CASE("only texts whose words were counted are removed from the ranked index") {
  Store store = open_in_memory();
  add(store, "A", file_of("a", "", "one\n"), file_of("b", "", "two words\n"),
      file_of("c", "", "three\n"), file_of("d", "", "four\n"));
  store.database().execute("UPDATE _content SET words = id - 2");
  store.database().execute("UPDATE _content SET words = NULL WHERE id = 4");
  std::string found;
  for (const auto& row : store.rows<sql::RankedContentsAfter>(int64_t{0}))
    found += std::to_string(row.id) + " ";
  CHECK(found == "3 ");
}

TEST_CASE("exact references to a type give ten reasons per hit, and as many hits as requested") {
  Store store = open_in_memory();
  add(store, "P", referring(3, 12));
  const struct {
    const char* most;
    int64_t returned;
    bool cut;
  } rows[] = {{"1", 1, true}, {"2", 2, true}, {"3", 3, false}, {"4", 3, false}, {"", 3, false}};
  for (const auto& row : rows) {
    CAPTURE(row.most);
    Arguments arguments{{"identifier", "N.Meant"}, {"exact", "true"}};
    if (*row.most != '\0') arguments.set("maxResults", row.most);
    Completeness complete;
    const Json body = ask(store, "type-refs", arguments, &complete);
    CHECK(static_cast<int64_t>(body["hits"].each().size()) == row.returned);
    CHECK(complete.returned == row.returned);
    CHECK(complete.total == 3);
    CHECK(complete.truncated == row.cut);
    for (const auto& hit : body["hits"].each()) {
      CHECK(hit["reasons"].each().size() == 10);
      CHECK(hit["reasons"].each().back() == "type in " + hit.text("fullName") + ".Run() at IL 9");
    }
  }
}

TEST_CASE("of two copies of a removed file, one is moved and the other is new") {
  Store store = open_in_memory();
  add(store, "P", file_of("old.txt", "", "same\n"), file_of("stays.txt", "", "s\n"));
  add(store, "P", file_of("one.txt", "", "same\n"), file_of("stays.txt", "", "s\n"),
      file_of("two.txt", "", "same\n"));
  const Json body = ask(store, "diff", {{"before", "1"}, {"after", "2"}}, nullptr);
  std::string found;
  for (const auto& hit : body["hits"].each())
    found += hit.text("change") + " " + hit.text("from") + " " + hit.text("name") + ";";
  CHECK(found == "moved old.txt one.txt;added  two.txt;");
}

TEST_CASE(
    "a call on an imported class, and one of an unknown type in the same file, may be meant") {
  Store store = open_in_memory();
  add(store, "P",
      source("a.py", "class A:\n    def run(self):\n        pass\n\ndef use(x):\n    x.run()\n"),
      source("b.py", "class B:\n    def run(self):\n        pass\n\ndef other(y):\n    y.run()\n"),
      source("c.py", "from a import A\n\ndef third():\n    A.run(A())\n"));
  CHECK(references(store, "a.A.run") == std::set<std::string>{"a.use(x)", "c.third()"});
  CHECK(references(store, "b.B.run") == std::set<std::string>{"b.other(y)"});
}

TEST_CASE("long posting lists are read back unchanged, and are removed with their segment") {
  Store store = open_in_memory();
  Statements& statements = store.statements();
  const size_t sizes[] = {1, 256, 257, 300, 4056, 4057, 4058, 1, 9000, 257};
  for (const auto part : {IndexPart::symbols, IndexPart::contents}) {
    const auto first = 1 + 3 * static_cast<int64_t>(part);  // segments are numbered over both
    const auto list = [](int64_t segment, size_t gram, size_t size) {
      std::string bytes(size, static_cast<char>('A' + segment * 16 + static_cast<int64_t>(gram)));
      bytes.front() = '\2';  // a form (engine/search/postings.h)
      return bytes;
    };
    for (int64_t segment = first; segment < first + 3; ++segment) {
      PostingWriter writer(statements, part, segment);
      search::Gram gram = 0;
      for (const size_t size : sizes) {
        writer.add(gram, list(segment, gram, size));
        ++gram;
      }
      writer.finish();
    }
    const auto is_whole = [&](int64_t segment) {
      bool whole = true;
      for (size_t gram = 0; gram < std::size(sizes); ++gram) {
        Statement row(store.database(),
                      "SELECT blocks FROM _posting WHERE part = ?1 AND gram = ?2 AND segment = ?3");
        row.bind(1, static_cast<int64_t>(part));
        row.bind(2, static_cast<int64_t>(gram));
        row.bind(3, segment);
        REQUIRE(row.step());
        std::string room;
        whole = whole && posting_list(statements, segment, static_cast<search::Gram>(gram),
                                      row.blob(0), room) == list(segment, gram, sizes[gram]);
      }
      return whole;
    };
    for (int64_t segment = first; segment < first + 3; ++segment) CHECK(is_whole(segment));
    statements.run<sql::DeletePostingPages>(first + 1);
    CHECK(is_whole(first));
    CHECK(is_whole(first + 2));
    CHECK_THROWS_AS(is_whole(first + 1), Error);
  }
}

}  // namespace dossier
