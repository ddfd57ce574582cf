#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "engine/error.h"
#include "engine/readers/indexes/ctags.h"
#include "engine/readers/indexes/scip.h"
#include "engine/readers/indexes/scip_symbol.h"
#include "engine/readers/indexes/wire.h"

namespace dossier::indexes {

using std::string_literals::operator""s;

namespace {

bool nowhere(const std::string&) { return false; }

}  // namespace

TEST_CASE("scip symbols have the names of our source readers") {
  struct Row {
    const char* symbol;
    const char* key;  // null: it has no name here
    const char* type;
    const char* name_space;
    bool is_constructor;
  };
  const Row rows[] = {
      {"scip-typescript npm shop 1.0 src/store/`prices.ts`/Store#round().",
       "src/store/prices.Store.round", "src/store/prices.Store", "src/store/prices", false},
      {"scip-typescript npm shop 1.0 src/`a.ts`/Store#`<constructor>`().",
       "src/a.Store.constructor", "src/a.Store", "src/a", true},
      {"scip-typescript npm shop 1.0 src/`a.d.ts`/Store#`<get>sum`().", "src/a.Store.sum",
       "src/a.Store", "src/a", false},
      {"scip-typescript npm shop 1.0 src/`a.ts`/", "src/a", "src/a", "", false},
      {"scip-python python shop 1.0 `shop.money`/Money#__init__().", "shop.money.Money.__init__",
       "shop.money.Money", "shop.money", true},
      {"scip-python python shop 1.0 `shop.money`/__init__:", "shop.money", "shop.money", "shop",
       false},
      {"scip-java maven m 1 com/example/Outer#Inner#run(+1).", "com.example.Outer.Inner.run",
       "com.example.Outer.Inner", "com.example", false},
      {"s m . . top().", "top", "", "", false},
      {"s m a  b 1 `odd``name`#", "odd`name", "odd`name", "", false},
      {"s m p 1 f().(parameter)", nullptr, "", "", false},
      {"s m p 1 C#[T]", nullptr, "", "", false},
      {"s m p 1 object.member.", nullptr, "", "", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.symbol);
    const auto symbol = parse_symbol(row.symbol);
    REQUIRE(symbol);
    const auto name = name_of(*symbol);
    REQUIRE(name.has_value() == (row.key != nullptr));
    if (!name) continue;
    CHECK(name->key == row.key);
    CHECK(name->type == row.type);
    CHECK(name->name_space == row.name_space);
    CHECK(name->is_constructor == row.is_constructor);
  }
  for (const char* text : {"local 4", "", "a b", "s m p 1 ", "s m p 1 x", "s m p 1 `open",
                           "s m p 1 f(", "s m p 1 f()", "s m p 1 [T", "s m p 1 x;"}) {
    CAPTURE(text);
    CHECK(!parse_symbol(text));
  }
}

TEST_CASE("the wire format is read within its bounds") {
  struct Row {
    std::string bytes;
    const char* said;  // "number=value" or "number:bytes", then "!" where it fails
  };
  const Row rows[] = {
      {"", ""},
      {"\x08\x96\x01", "1=150 "},
      {"\x12\x03"
       "abc",
       "2:abc "},
      {"\x12\x04"
       "abc",
       "!"},
      {"\x0d\x01\x00\x00\x00"s, "1=1 "},
      {"\x09\x01\x00\x00\x00\x00\x00\x00\x00"s, "1=1 "},
      {"\x0d\x01", "!"},
      {"\x08", "!"},
      {"\x00\x01"s, "!"},
      {"\x0b", "!"},
      {"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "!"},
      {"\x12\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "!"},
  };
  const auto dump = [](auto&& wire) {
    std::string said;
    try {
      while (const auto field = wire.next()) {
        said += std::to_string(field->number);
        said +=
            field->is_bytes ? ":" + std::string(field->bytes) : "=" + std::to_string(field->value);
        said += ' ';
      }
    } catch (const Error&) {
      said += '!';
    }
    return said;
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    CHECK(dump(Wire(row.bytes)) == row.said);
    const auto source = memory_bytes(row.bytes, "test");
    // A stream may not hold what it announces, and says so before it makes room.
    CHECK(dump(WireStream(*source)) == row.said);
  }
  std::vector<int64_t> values;
  append_integers({1, 0, "\x01\x96\x01", true}, values);
  append_integers({1, 7, {}, false}, values);
  CHECK(values == std::vector<int64_t>{1, 150, 7});
  CHECK_THROWS_AS(append_integers({1, 0, "\x96", true}, values), Error);
}

TEST_CASE("a field of a stream that is too large to hold is refused by its length alone") {
  const auto announced = [](uint64_t size) {
    std::string bytes = "\x12";
    for (; size > 127; size >>= 7) bytes += static_cast<char>((size & 127) | 128);
    bytes += static_cast<char>(size);
    return bytes;
  };
  const auto fails = [&](uint64_t size) {
    const std::string bytes = announced(size);
    const auto source = memory_bytes(bytes, "large.scip");
    try {
      WireStream(*source).next();
    } catch (const Error& failure) {
      return std::string(failure.what());
    }
    return std::string();
  };
  CHECK(fails((uint64_t{128} << 20) + 1) == "large.scip: byte 0: a field is larger than 128 MB");
  CHECK(fails(uint64_t{128} << 20) == "large.scip: not a protobuf message: it is cut off");
}

TEST_CASE("an announced size allocates no memory") {
  // A document that says it holds 100 MB and ends, many times over; and lists that say so inside.
  const std::string announced = "\x12\x80\xc2\xd7\x2f";  // field 2, 100,000,000 bytes
  for (const std::string& index :
       {announced, announced + std::string(1000, 'x'), "\x12\x06" + announced + "x"}) {
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    const auto source = memory_bytes(index, "announced.scip");
    CHECK_THROWS_AS(read_scip(*source, {}, [](Fact&&) {}), Error);
    getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 50'000);  // KB
  }
  // A tag that names line four billion and an end that no file has.
  const auto tags = memory_bytes(
      R"({"_type": "tag", "name": "f", "path": "a.c", "line": 4294967295, "end": 4294967295, "kind": "function"})"
      "\n",
      "tags.json");
  size_t modules = 0;
  read_ctags(*tags, nowhere, [&](Fact&&) { ++modules; });
  CHECK(modules == 1);
}

namespace {

// scip.proto as an indexer writes it, by field numbers.
std::string varint(uint64_t value) {
  std::string out;
  for (; value > 127; value >>= 7) out += static_cast<char>((value & 127) | 128);
  return out += static_cast<char>(value);
}
std::string number(uint32_t field, uint64_t value) { return varint(field << 3) + varint(value); }
std::string bytes(uint32_t field, const std::string& value) {
  return varint(field << 3 | 2) + varint(value.size()) + value;
}

using Place = std::vector<uint64_t>;
enum class Repeated { packed, unpacked };

std::string occurrence(const Place& at, const std::string& symbol, uint64_t roles = 0,
                       const Place& enclosing = {}, Repeated how = Repeated::packed) {
  const auto list = [&](uint32_t field, const Place& parts) {
    std::string out;
    for (const uint64_t part : parts)
      out += how == Repeated::packed ? varint(part) : number(field, part);
    return how == Repeated::packed && !parts.empty() ? bytes(field, out) : out;
  };
  return bytes(2, list(1, at) + bytes(2, symbol) + number(3, roles) + list(7, enclosing));
}

std::string information(const std::string& symbol, uint64_t kind, const std::string& signature) {
  return bytes(3, bytes(1, symbol) + number(5, kind) + bytes(7, bytes(5, signature)));
}

// "kind full_name type line" of each symbol, then "source -> target_key" of each reference.
std::vector<std::string> read(const std::string& documents) {
  const std::string index = bytes(1, bytes(3, "file:///x")) + documents;
  std::vector<std::string> said;
  const auto source = memory_bytes(index, "index.scip");
  read_scip(*source, read_overloads(*memory_bytes(index, "index.scip")), [&](Fact&& fact) {
    const auto& module = std::get<Module>(fact);
    std::vector<std::string> names{std::string(module.name)};
    for (const Type& type : module.types) {
      said.push_back(std::string(type.kind) + " " + std::string(type.full_name) + " " +
                     std::string(type.name) + " " + std::to_string(type.line));
      names.emplace_back(type.full_name);
      for (const Member& member : type.members) {
        said.push_back(std::string(member.member_type) + " " + std::string(member.full_name) + " " +
                       std::string(member.signature) + " " + std::to_string(member.line));
        names.emplace_back(member.full_name);
      }
    }
    for (const Reference& reference : module.references)
      said.push_back(names.at(reference.source) + " -> " + std::string(reference.target_key) +
                     " in '" + std::string(reference.target_type) + "'");
  });
  return said;
}

using Said = std::vector<std::string>;

}  // namespace

TEST_CASE("an index has the ends of definitions") {
  const std::string index =
      bytes(1, number(1, 0) + bytes(2, bytes(1, "scip-x") + bytes(2, "1.0") + bytes(3, "--all")) +
                   bytes(3, "file:///home") + number(4, 1)) +
      bytes(2, bytes(1, "a.x") + occurrence({2, 6, 7}, "s m p 1 A#", 1, {2, 0, 7, 1}) +
                   occurrence({4, 6, 7}, "s m p 1 A#run().", 1, {4, 0, 5, 3}) +
                   occurrence({9, 6, 7}, "s m p 1 B#", 1));
  std::string ends;
  const auto source = memory_bytes(index, "index.scip");
  read_scip(*source, {}, [&](Fact&& fact) {
    for (const Type& type : std::get<Module>(fact).types) {
      ends += std::to_string(type.line) + "-" + std::to_string(type.end_line) + " ";
      for (const Member& member : type.members)
        ends += std::to_string(member.line) + "-" + std::to_string(member.end_line) + " ";
    }
  });
  CHECK(ends == "3-8 5-6 10-10 ");
}

TEST_CASE("a reference belongs to the innermost definition around it") {
  const std::string c = "s m p 1 C#";
  for (const Repeated how : {Repeated::packed, Repeated::unpacked}) {
    // Everything on one line, as minified code is; the outer class begins where its first word
    // does.
    CHECK(read(bytes(2, bytes(1, "a.js") + occurrence({0, 0, 1}, c, 1, {0, 0, 0, 90}, how) +
                            occurrence({0, 2, 3}, c + "f().", 1, {0, 2, 0, 20}, how) +
                            occurrence({0, 10, 11}, c + "x.", 0, {}, how) +
                            occurrence({0, 30, 31}, c + "g().", 1, {0, 30, 0, 50}, how) +
                            occurrence({0, 40, 41}, c + "x.", 0, {}, how) +
                            occurrence({0, 60, 61}, c + "x.", 0, {}, how) +
                            occurrence({3, 0, 1}, c + "x.", 0, {}, how))) ==
          Said{"class C C 1", "Method C.f f 1", "Method C.g g 1", "C.f -> C.x in 'C'",
               "C.g -> C.x in 'C'", "C -> C.x in 'C'", "a.js -> C.x in 'C'"});
  }
  // Two that begin together: the one that ends first is inside; a method that has no range of its
  // own is inside of a class that has one.
  CHECK(read(bytes(2, bytes(1, "b.js") + occurrence({0, 0, 1}, c + "f().", 1, {0, 0, 2, 0}) +
                          occurrence({0, 0, 1}, c, 1, {0, 0, 9, 0}) +
                          occurrence({1, 4, 5}, c + "x.") + occurrence({4, 0, 1}, c + "g().", 1) +
                          occurrence({5, 4, 5}, c + "x."))) ==
        Said{"class C C 1", "Method C.f f 1", "Method C.g g 5", "C.f -> C.x in 'C'",
             "C.g -> C.x in 'C'"});
}

TEST_CASE("a symbol outside of packages and types belongs to its file") {
  CHECK(read(bytes(2, bytes(1, "src/a.c") + occurrence({0, 0, 1}, "cxx . . $ helper(49f6).", 1) +
                          occurrence({2, 0, 1}, "cxx . . $ LIMIT!", 1) +
                          occurrence({4, 0, 1}, "cxx . . $ main(1b2c).", 1, {4, 0, 6, 1}) +
                          occurrence({5, 0, 1}, "cxx . . $ helper(49f6).") +
                          occurrence({5, 9, 9}, "cxx . . $ LIMIT!") +
                          information("cxx . . $ LIMIT!", 25, "#define LIMIT 3")) +
             bytes(2, bytes(1, "src/b.c") + occurrence({1, 0, 1}, "cxx . . $ helper(49f6)."))) ==
        Said{"file src/a.c a.c 1", "Method helper helper 1", "Macro LIMIT #define LIMIT 3 3",
             "Method main main 5", "main -> helper in 'src/a.c'", "main -> LIMIT in 'src/a.c'",
             "src/b.c -> helper in ''"});
}

TEST_CASE("overloads, macros and kinds from an index") {
  const std::string s = "s m p 1 a/";
  CHECK(
      read(bytes(
          2, bytes(1, "a.rs") + occurrence({0, 0, 1}, s + "C#run().", 1) +
                 occurrence({1, 0, 1}, s + "C#run(+1).", 1) + occurrence({2, 0, 1}, s + "say!", 1) +
                 occurrence({3, 0, 1}, s + "P#", 1) + occurrence({4, 0, 1}, s + "T#", 1) +
                 occurrence({5, 0, 1}, s + "U#", 1) + occurrence({6, 0, 1}, s + "C#LEAST.", 1) +
                 occurrence({7, 0, 1}, s + "C#run(+1).") + occurrence({8, 0, 1}, s + "say!") +
                 information(s + "C#run(+1).", 26, "fn run(n: u8)") +
                 information(s + "P#", 49, "pub struct P") + information(s + "T#", 53, "") +
                 information(s + "U#", 0, "pub enum U") + information(s + "C#LEAST.", 8, ""))) ==
      Said{"struct a.P P 4", "trait a.T T 5", "enum a.U U 6", "module a.C C 1",
           "Field a.C.LEAST LEAST 7", "Method a.C.run run 1", "Method a.C.run fn run(n: u8) 2",
           "module a a 1", "Macro a.say say 3", "a.say -> a.C.run(u8) in 'a.C'",
           "a.say -> a.say in 'a'"});
}

TEST_CASE("references to overloads of other documents are resolved in any order") {
  const std::string s = "s m p 1 a/";
  const std::string caller =
      bytes(2, bytes(1, "b.java") + occurrence({0, 0, 1}, s + "D#go().", 1) +
                   occurrence({1, 0, 1}, s + "C#run().") + occurrence({2, 0, 1}, s + "C#run(+1).") +
                   occurrence({3, 0, 1}, s + "C#one()."));
  const std::string declarer = bytes(
      2, bytes(1, "a.java") + occurrence({0, 0, 1}, s + "C#run().", 1) +
             occurrence({1, 0, 1}, s + "C#run(+1).", 1) + occurrence({2, 0, 1}, s + "C#one().", 1) +
             information(s + "C#run().", 26, "public void run()") +
             information(s + "C#run(+1).", 26, "public void run(final String name)") +
             information(s + "C#one().", 26, "public void one(int x)"));
  const Said references{"a.D.go -> a.C.run() in 'a.C'", "a.D.go -> a.C.run(String) in 'a.C'",
                        "a.D.go -> a.C.one in 'a.C'"};
  for (const std::string& index : {caller + declarer, declarer + caller}) {
    Said said = read(index);
    std::erase_if(said, [](const std::string& one) { return one.find(" -> ") == one.npos; });
    CHECK(said == references);
  }
}

TEST_CASE("an anonymous tag is named by its typedef, or by kind and line") {
  const std::string lines =
      R"({"_type": "tag", "name": "A", "path": "a.c", "language": "C", "line": 2, "kind": "enumerator", "scope": "__anon03", "scopeKind": "enum"}
{"_type": "tag", "name": "P", "path": "a.c", "language": "C", "line": 1, "typeref": "struct:__anon01", "kind": "typedef"}
{"_type": "tag", "name": "__anon01", "path": "a.c", "language": "C", "line": 1, "kind": "struct", "extras": "fileScope,anonymous"}
{"_type": "tag", "name": "__anon02", "path": "a.c", "language": "C", "line": 1, "kind": "union", "scope": "__anon01", "extras": "anonymous"}
{"_type": "tag", "name": "__anon03", "path": "a.c", "language": "C", "line": 2, "kind": "enum", "extras": "anonymous"}
{"_type": "tag", "name": "a", "path": "a.c", "language": "C", "line": 1, "typeref": "typename:int", "kind": "member", "scope": "__anon01::__anon02"}
{"_type": "tag", "name": "u", "path": "a.c", "language": "C", "line": 3, "typeref": "struct:__anon01", "kind": "variable"}
)";
  const auto source = memory_bytes(lines, "tags.json");
  Said said;
  read_ctags(*source, nowhere, [&](Fact&& fact) {
    for (const Type& type : std::get<Module>(fact).types) {
      said.push_back(std::string(type.kind) + " " + std::string(type.full_name));
      for (const Member& member : type.members)
        said.push_back(std::string(member.full_name) + ": " + std::string(member.signature));
    }
  });
  CHECK(said == Said{"struct P", "union P.<union:1>", "P.<union:1>.a: int a", "enum <enum:2>",
                     "<enum:2>.A: A", "file a.c", "u: P u"});
}

TEST_CASE("tags have the names of our source readers") {
  struct Row {
    const char* path;
    const char* tags;  // kind name scope, by spaces; "-" is no scope
    Said said;
  };
  const Row rows[] = {
      {"src/till.ts",
       "function total -;class Till -;method run Till",
       {"src/till.Till", "src/till.Till.run", "src/till", "src/till.total"}},
      {"lib/till.py", "function total -;class Till -", {"till.Till", "till", "till.total"}},
      {"kit/src/till/mod.rs", "function total -", {"kit.till", "kit.till.total"}},
      {"a/Till.java",
       "package shop.a -;class Till -;method run Till",
       {"shop.a.Till", "shop.a.Till.run"}},
      {"till.go", "package shop -;func New shop", {"shop", "shop.New"}},
      {"till.c", "function total -", {"till.c", "total"}},
      {"lib/shop/cart.py", "function total -", {"shop.cart", "shop.cart.total"}},
      {"till.js",
       "function a exports;function b AnonymousFunctione5093.x;function c module.exports",
       {"till", "till.a", "till.c", "till.x", "till.x.b"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    std::string lines;
    std::istringstream tags(row.tags);
    for (std::string tag; std::getline(tags, tag, ';');) {
      std::istringstream words(tag);
      std::string kind, name, scope;
      words >> kind >> name >> scope;
      lines += R"({"_type": "tag", "path": ")" + std::string(row.path) +
               R"(", "line": 1, "kind": ")" + kind + R"(", "name": ")" + name + '"';
      if (scope != "-") lines += R"(, "scope": ")" + scope + '"';
      lines += "}\n";
    }
    const auto source = memory_bytes(lines, "tags.json");
    Said said;
    // A package whose __init__.py has no tags.
    const auto exists = [](const std::string& path) { return path == "lib/shop/__init__.py"; };
    read_ctags(*source, exists, [&](Fact&& fact) {
      for (const Type& type : std::get<Module>(fact).types) {
        said.emplace_back(type.full_name);
        for (const Member& member : type.members) said.emplace_back(member.full_name);
      }
    });
    CHECK(said == row.said);
  }
}

TEST_CASE("tags are distinguished from other JSON") {
  CHECK(looks_like_ctags(R"({"_type": "tag", "name": "x"})"));
  CHECK(looks_like_ctags(R"({"_type":"ptag")"));
  CHECK(!looks_like_ctags(R"({"Modules": []})"));
  CHECK(!looks_like_ctags(R"({"_type": "other"})"));
  CHECK(!looks_like_ctags(""));
  CHECK(!looks_like_ctags(R"({"_type")"));
}

}  // namespace dossier::indexes
