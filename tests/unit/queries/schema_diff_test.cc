#include "queries/proto/schema_diff.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "queries/proto/schema_file.h"
#include "queries/proto/schema_words.h"

namespace dossier::proto {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;  // path, contents

std::vector<SchemaFile> version(const Texts& texts) {
  std::vector<SchemaFile> files;
  for (const auto& [path, contents] : texts) files.push_back(schema_file(path, contents));
  return files;
}

/// One change a line: "renamed field A.b from A.a (type): old → new".
std::string told(const Texts& before, const Texts& after) {
  const auto was = version(before), is = version(after);
  std::ostringstream out;
  for (const auto& change : schema_changes(was, is)) {
    out << name_of(change.what) << ' ' << change.kind << ' ' << change.name;
    if (!change.from.empty()) out << " from " << change.from;
    std::string aspects;
    for (const auto aspect : change.aspects)
      aspects += (aspects.empty() ? "" : ", ") + std::string(aspect);
    if (!aspects.empty()) out << " (" << aspects << ")";
    out << '\n';
  }
  return out.str();
}

std::string told(const std::string& before, const std::string& after) {
  return told({{"a.proto", before}}, {{"a.proto", after}});
}

}  // namespace

TEST_CASE("a rename is told from a removal and an addition") {
  // The same number and type, and a name that shares a word.
  CHECK(told("message A { string user_name = 1; }", "message A { string user_id = 1; }") ==
        "renamed field A.user_id from A.user_name\n");
  // Nothing shared but the number and the type: the number is used again.
  CHECK(told("message A { string city = 1; }", "message A { string hex = 1; }") ==
        "added field A.hex\nremoved field A.city\n");
  // Another type needs a likelier name.
  CHECK(told("message A { string cost_usd = 1; }", "message A { Money cost = 1; }") ==
        "renamed field A.cost from A.cost_usd (type)\n");
  CHECK(told("message A { string user_name = 1; }", "message A { int32 user_id = 1; }") ==
        "added field A.user_id\nremoved field A.user_name\n");
  // Another number needs nearly the same name.
  CHECK(told("message A { string product_id = 1; }", "message A { string productId = 4; }") ==
        "renamed field A.productId from A.product_id (number)\n");
  CHECK(told("enum E { KIND_BOOK = 1; }", "enum E { KIND_BOOKS = 1; }") ==
        "renamed enum value E.KIND_BOOKS from E.KIND_BOOK\n");
  CHECK(told("service S { rpc GetItem(A) returns (B); }",
             "service S { rpc FetchItem(A) returns (B); }") ==
        "renamed rpc S.FetchItem from S.GetItem\n");
}

TEST_CASE("a message that is renamed keeps its fields") {
  CHECK(told("message Item { int32 id = 1; string name = 2; }",
             "message Product { int32 id = 1; string name = 2; int32 price = 3; }") ==
        "renamed message Product from Item\nadded field Product.price\n");
  CHECK(told("message Item { message Part { int32 id = 1; } int32 id = 1; Part part = 2; }",
             "message Product { message Part { int32 id = 1; } int32 id = 1; Part part = 2; }") ==
        "renamed message Product from Item\nrenamed message Product.Part from Item.Part\n");
  CHECK(told("message Item { int32 id = 1; }", "message Weather { string sky = 4; }") ==
        "added message Weather\nadded field Weather.sky\nremoved message Item\n"
        "removed field Item.id\n");
}

TEST_CASE("types and rpcs are paired at the likeness that the documents name") {
  // Two of six members, and a name that is alike.
  const std::string was = "{ int32 a = 1; int32 b = 2; int32 c = 3; }";
  const std::string is = "{ int32 a = 1; int32 x = 7; int32 y = 8; }";
  CHECK(told("message ShopItem " + was, "message ShopItems " + is)
            .starts_with("renamed message ShopItems from ShopItem\n"));
  CHECK(told("message ShopItem " + was, "message Weather " + is)
            .starts_with("added message Weather\n"));
  // Another response: the name has to be nearly the same.
  const std::string types = "message A {} message B {} ";
  CHECK(told(types + "service S { rpc ListItems(A) returns (A); }",
             types + "service S { rpc ListItem(A) returns (B); }") ==
        "renamed rpc S.ListItem from S.ListItems (response)\n");
  CHECK(told(types + "service S { rpc ListItems(A) returns (A); }",
             types + "service S { rpc ListCarts(A) returns (B); }") ==
        "added rpc S.ListCarts\nremoved rpc S.ListItems\n");
}

TEST_CASE("an extension that is gone is told, and what a file says of itself comes first") {
  const std::string base = "message A { extensions 100 to max; }\n";
  CHECK(told(base + "extend A { optional int32 rank = 100; optional int32 kept = 101; }",
             base + "extend A { optional int32 kept = 101; }") == "removed field rank\n");
  CHECK(told({{"a.proto", base + "extend A { optional int32 rank = 100; }"},
              {"b.proto", "message B {}"}},
             {{"a.proto", base}, {"b.proto", "message B { int32 b = 1; }"}}) ==
        "removed field rank\nadded field B.b\n");
  CHECK(told("message A { int32 gone = 1; }", "package p; message A { int32 b = 9; string c = 8; }")
            .starts_with("added package p\n"));
}

TEST_CASE("what stays as it is written is said without an arrow") {
  const auto was =
      version({{"a.proto", "syntax = \"proto2\"; message A { optional int32 a = 1; }"}});
  const auto is = version(
      {{"a.proto", "syntax = \"proto3\"; message A { optional int32 a = 1; }"}, {"b.proto", ""}});
  for (const auto& change : schema_changes(was, is))
    if (change.kind != "syntax") CHECK(in_words(change).find("→") == std::string::npos);
  const Texts before = {{"a.proto", "message A { int32 a = 1; } message B {}"}};
  const Texts after = {{"a.proto", "message B {}"}, {"b.proto", "message A { int32 a = 1; }"}};
  const auto one = version(before), other = version(after);
  const auto moved = schema_changes(one, other);
  REQUIRE_FALSE(moved.empty());
  CHECK(in_words(moved[0]) == "changed message A");
}

TEST_CASE("a package that is renamed is one change") {
  CHECK(told("package shop.v1; message A { B b = 1; } message B {}",
             "package shop.v2; message A { B b = 1; } message B {}") ==
        "changed package shop.v2\n");
}

TEST_CASE("what stands above the package's statement is in no package") {
  CHECK(told("message A { int32 a = 1; } package longer.name;",
             "message A { int64 a = 1; } package other.name;") ==
        "changed package other.name\nchanged field A.a (type)\n");
}

TEST_CASE("a file that is moved is compared with where it was") {
  const auto was = version({{"old/a.proto", "package shop.v1; message A { int32 a = 1; }"}});
  auto is = version({{"new/a.proto", "package shop.v2; message A { int64 a = 1; }"}});
  is[0].from = "old/a.proto";
  const auto changes = schema_changes(was, is);
  REQUIRE(changes.size() == 3);
  CHECK(in_words(changes[0]) == "renamed file old/a.proto to new/a.proto");
  REQUIRE(changes[0].rules.size() == 1);
  CHECK(changes[0].rules[0]->name == "FILE_NO_DELETE");
  CHECK(in_words(changes[1]) == "changed package shop.v1 to shop.v2");
  CHECK(changes[1].rules.empty());  // buf compares no file with one at another path
  CHECK(changes[2].name == "shop.v2.A.a");
}

TEST_CASE("a change of what is reserved says which numbers and names") {
  const auto words = [](const std::string& before, const std::string& after) {
    const auto was = version({{"a.proto", "message A { " + before + " }"}});
    const auto is = version({{"a.proto", "message A { " + after + " }"}});
    const auto changes = schema_changes(was, is);
    return changes.empty() ? std::string() : in_words(changes[0]);
  };
  CHECK(words("", "reserved 2, 9 to 11; reserved \"b\";") ==
        "changed message A: reserved 2, 9 to 11, \"b\"");
  CHECK(words("reserved 2 to 4, 8;", "reserved 2 to 5;") ==
        "changed message A: reserved 5, no longer reserved 8");
  CHECK(words("reserved 5 to max;", "reserved 7 to max;") ==
        "changed message A: no longer reserved 5 to 6");
}

TEST_CASE("a message that moves to another file breaks the rule about its file") {
  const Texts before = {{"a.proto", "message A { int32 a = 1; } message B {}"}};
  const Texts after = {{"a.proto", "message B {}"}, {"b.proto", "message A { int32 a = 1; }"}};
  CHECK(told(before, after) == "changed message A\nadded file b.proto\n");
  const auto was = version(before), is = version(after);
  const auto changes = schema_changes(was, is);
  REQUIRE(changes[0].rules.size() == 1);
  CHECK(changes[0].rules[0]->name == "MESSAGE_NO_DELETE");
}

TEST_CASE("what a change of a schema says") {
  const auto was =
      version({{"a.proto", "message A { int32 a = 1; }\nservice S { rpc R(A) returns (A); }"}});
  const auto is = version({{"a.proto",
                            "message A {\n  repeated int32 a = 1 [deprecated = true];\n}\n"
                            "service S { rpc R(stream A) returns (A); }"}});
  const auto changes = schema_changes(was, is);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].before == "int32 a = 1");
  CHECK(changes[0].after == "repeated int32 a = 1 [deprecated = true]");
  CHECK(changes[0].line == 2);
  CHECK(changes[0].rules.size() == 2);
  CHECK(changes[1].before == "rpc R(A) returns (A)");
  CHECK(changes[1].after == "rpc R(stream A) returns (A)");
  CHECK(told("import \"a.proto\"; option go_package = \"x\"; syntax = \"proto3\";",
             "import \"b.proto\"; option go_package = \"y\"; syntax = \"proto3\";") ==
        "removed import a.proto\nadded import b.proto\nchanged option go_package\n");
}

TEST_CASE("a message of many thousand fields is compared in bounded time") {
  std::string one = "message A {", other = one;
  for (int i = 0; i < 20'000; ++i) {
    one += "int32 a" + std::to_string(i) + " = " + std::to_string(i + 1) + ";";
    other += "string b" + std::to_string(i) + " = " + std::to_string(i + 30'000) + ";";
  }
  const auto was = version({{"a.proto", one + "}"}}), is = version({{"a.proto", other + "}"}});
  CHECK(schema_changes(was, is).size() == 40'000);
}

TEST_CASE(
    "a service of many thousand methods, which have no numbers, is compared in bounded time") {
  std::string one = "message A {} service S {", other = one;
  for (int i = 0; i < 20'000; ++i) {
    one += "rpc A" + std::to_string(i) + "(A) returns (A);";
    other += "rpc B" + std::to_string(i) + "(stream A) returns (A);";
  }
  const auto was = version({{"a.proto", one + "}"}}), is = version({{"a.proto", other + "}"}});
  CHECK(schema_changes(was, is).size() > 20'000);
}

TEST_CASE("thousands of renamed fields are told by their numbers") {
  std::string one = "message A {", other = one;
  for (int i = 1; i <= 3'000; ++i) {
    one += "int32 old_field_" + std::to_string(i) + " = " + std::to_string(i) + ";";
    other += "int32 new_field_" + std::to_string(i) + " = " + std::to_string(i) + ";";
  }
  const auto was = version({{"a.proto", one + "}"}}), is = version({{"a.proto", other + "}"}});
  const auto changes = schema_changes(was, is);
  CHECK(changes.size() == 3'000);
  for (const auto& change : changes)
    if (change.what != SchemaChange::renamed) FAIL(in_words(change));
}

/// Messages in messages, with a field in each: M0 { int32 f0 = 1; M1 { … } }.
std::string nested(int deep, int changed, std::string_view type, std::string_view prefix = "M") {
  std::string text, end;
  for (int i = 0; i < deep; ++i) {
    text += "message " + std::string(prefix) + std::to_string(i) + " { " +
            std::string(i == changed ? type : "int32") + " f = 1;\n";
    end += "}";
  }
  return text + end;
}

TEST_CASE("messages in a hundred others are compared, and what lies deeper is said to be skipped") {
  const auto at_limit = version({{"a.proto", nested(100, 99, "int32")}});
  CHECK_FALSE(at_limit[0].has_errors);
  const auto changes = schema_changes(at_limit, version({{"a.proto", nested(100, 99, "bytes")}}));
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].line == 100);

  const auto was = version({{"a.proto", nested(100'000, 50, "int32")}});
  const auto is = version({{"a.proto", nested(100'000, 50, "bytes")}});
  CHECK(was[0].has_errors);
  CHECK(was[0].limit == "what lies in more than 100 blocks is skipped");
  CHECK(was[0].schema.declarations.size() == 201);  // a hundred with their fields, and one empty
  const auto deep = schema_changes(was, is);
  REQUIRE(deep.size() == 1);
  CHECK(deep[0].line == 51);
  // What was skipped is no change; that it differs is for the diff of the texts to say.
  CHECK(schema_changes(was, version({{"a.proto", nested(100'000, 500, "bytes")}})).empty());
}

TEST_CASE("a change of something with a very long name is said in few words") {
  const std::string prefix(40, 'x');
  const auto was = version({{"a.proto", nested(60, 59, "int32", prefix)}});
  const auto changes = schema_changes(was, version({{"a.proto", nested(60, 59, "bytes", prefix)}}));
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].name.size() > 2'400);
  const std::string words = in_words(changes[0]);
  CHECK(words.starts_with("changed field ….x"));
  CHECK(words.ends_with(prefix + "59.f: int32 f = 1 → bytes f = 1"));
  CHECK(words.size() < 360);
  const auto longest =
      version({{"a.proto", "message A { int32 " + std::string(5'000, 'y') + " = 1; }"}});
  const auto gone = schema_changes(longest, version({{"a.proto", "message A {}"}}));
  REQUIRE(gone.size() == 1);
  CHECK(in_words(gone[0]) == "removed field …" + std::string(300, 'y'));
  const auto other = version({{"a.proto", "message A { " + std::string(5'000, 'z') + " a = 1; }"}});
  const auto typed = schema_changes(other, version({{"a.proto", "message A { int32 a = 1; }"}}));
  REQUIRE(typed.size() == 1);
  CHECK(in_words(typed[0]).size() == 1'000 + std::string_view("…").size());
}

TEST_CASE("a file whose names are beyond a limit declares nothing and says which") {
  std::string text = "package p";
  for (int i = 0; i < 50'000; ++i) text += ".p";
  const SchemaFile file = schema_file("a.proto", text + "; message M { Unknown field = 1; }");
  CHECK(file.has_errors);
  CHECK(file.schema.declarations.empty());
  CHECK(file.limit == "too many scopes to resolve its names in");
}

}  // namespace dossier::proto
