#include "engine/readers/proto/proto.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "engine/error.h"
#include "engine/readers/languages/source_file.h"
#include "engine/readers/proto/names.h"
#include "engine/readers/proto/vocabulary.h"
#include "tests/unit/golden.h"
#include "tests/unit/places.h"

namespace dossier::proto {

TEST_CASE("names that generators make of a .proto's definitions") {
  struct Row {
    Definition definition;
    const char* name;
    std::vector<std::string> among;
  };
  const Row rows[] = {
      {Definition::field,
       "product_ids",
       {"product_ids", "ProductIds", "productIds", "GetProductIds", "getProductIds",
        "add_product_ids", "getProductIdsList"}},
      {Definition::field, "line_2", {"Line_2", "line2", "Line2"}},
      {Definition::field, "_hidden", {"XHidden"}},
      {Definition::service,
       "Shop",
       {"ShopClient", "ShopServer", "NewShopClient", "RegisterShopServer", "ShopStub",
        "ShopServicer", "add_ShopServicer_to_server", "ShopGrpc"}},
      {Definition::rpc, "GetHTTPPage", {"GetHTTPPage", "getHTTPPage", "get_http_page"}},
      {Definition::oneof,
       "price_origin",
       {"price_origin_case", "PriceOriginCase", "PriceOriginOneofCase", "PRICE_ORIGIN_NOT_SET",
        "getPriceOriginCase", "GetPriceOrigin", "OneOf_PriceOrigin", "clear_price_origin"}},
      {Definition::enum_value, "KIND_BOOK", {"KIND_BOOK", "KindBook"}},
  };
  for (const Row& row : rows) {
    const auto names = Spellings(languages::generators()).of(row.definition, row.name);
    CHECK(names.front() == row.name);
    for (const auto& wanted : row.among) {
      CAPTURE(row.name, wanted);
      CHECK(std::count(names.begin(), names.end(), wanted) == 1);
    }
  }
}

/// The names of a source that stand for definitions of .proto files, one a line in their order.
std::string dump(const Module& module) {
  std::ostringstream out;
  for (const Reference& reference : module.references) {
    if (reference.kind != ReferenceKind::rpc) continue;
    CHECK(reference.by_name);
    out << reference.line << ':' << reference.column << ' ' << reference.target << " -> "
        << reference.target_key << '\n';
  }
  return out.str();
}

TEST_CASE("names that each language's generators make lead to the .proto: golden files",
          "[golden]") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(test::kSource) / "fixtures/repositories/proto_names";
  const auto contents_of = [](const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  Vocabulary vocabulary(languages::generators());
  const std::string path = "catalog/v1/catalog.proto";
  vocabulary.add(read(path, contents_of(folder / path)).module);
  vocabulary.finish();
  size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string relative = fs::relative(entry.path(), folder).generic_string();
    const auto* language = languages::of(relative);
    if (!entry.is_regular_file() || !language || !language->grammar) continue;
    CAPTURE(relative);
    const std::string contents = contents_of(entry.path());
    const auto made = languages::read({relative, contents, 0, &vocabulary}, *language,
                                      std::chrono::milliseconds(60'000));
    REQUIRE(made);
    CHECK(made->damaged_lines == 0);
    const fs::path golden = entry.path().string() + ".golden";
    CHECK(dump(made->module) == test::golden(golden, dump(made->module)));
    ++seen;
  }
  CHECK(seen >= 12);
}

TEST_CASE("a long run of names is examined once, and text beside it is found") {
  Vocabulary vocabulary(languages::generators());
  const auto proto = read("shop.proto", "package shop.v1;\nmessage Item { string name = 1; }\n");
  vocabulary.add(proto.module);
  vocabulary.finish();
  // A quadratic search would not end on a megabyte of it.
  std::string long_run = "x = \"";
  for (int i = 0; i < 1 << 20; ++i) long_run += "a.";
  const std::string python =
      "import shop_pb2\n" + long_run + "\"\ndef buy():\n  return shop_pb2.Item(name=1)\n";
  const languages::SourceFile source{"buy.py", python, 0, &vocabulary};
  const auto made =
      languages::read(source, *languages::of("buy.py"), std::chrono::milliseconds(60'000));
  REQUIRE(made);
  std::vector<std::string> named;
  for (const Reference& reference : made->module.references)
    if (reference.kind == ReferenceKind::rpc) named.emplace_back(reference.target_key);
  CHECK(named == std::vector<std::string>{"shop.v1.Item", "shop.v1.Item.name"});
}

TEST_CASE("a syntax error does not affect the rest") {
  struct Row {
    const char* text;
    std::vector<std::string> types;
    size_t members;  // of all types
  };
  const Row rows[] = {
      {"message A { string x = ; int32 y = 2; } message B {}", {"A", "B"}, 1},
      {"garbage { nested { } } message A { int32 y = 2; }", {"A"}, 1},
      {"message A { int32 y = 2;", {"A"}, 1},
      {"} message A { int32 y = 2; }", {"A"}, 1},
      {"service S { rpc A(B) return (C); rpc D(E) returns (F); }", {"S"}, 2},
      {"enum E { A = 0; B; C = 2; }", {"E"}, 2},
      {"message \"text\" { } message A { string s = 1 [default = \"};\"]; string t = 2; }",
       {"A"},
       2},
      {"message A { group Part = 1 { int32 x = 1; } }", {"A", "A.Part"}, 2},
      {"", {}, 0},
      {"\xFF\x00/* open", {}, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto proto = read("a.proto", row.text);
    std::vector<std::string> types;
    size_t members = 0;
    for (const Type& type : proto.module.types) {
      types.emplace_back(type.full_name);
      members += type.members.size();
    }
    CHECK(types == row.types);
    CHECK(members == row.members);
  }
}

TEST_CASE("a definition within a message that has no name is skipped") {
  for (const char* text : {"message A { message \"x\" { int32 a = 1; } int32 b = 2; }",
                           "message A { enum \x93 { X = 0; } int32 b = 2; }",
                           "message A { extend 1 { int32 a = 1; } int32 b = 2; }"}) {
    INFO(text);
    const auto file = read("a.proto", text);
    CHECK(file.has_errors);
    REQUIRE(file.module.types.size() == 1);
    REQUIRE(file.module.types[0].members.size() == 1);
    CHECK(file.module.types[0].members[0].name == "b");
  }
}

TEST_CASE("the name of a type may continue on the next line") {
  const auto proto =
      read("a.proto",
           "message A {\n  example.shop.v1.Kinds\n      .Kind kind = 1;\n"
           "  map<string, shop.\n Part> parts = 2;\n  repeated .A\n  .B all = 3;\n}\n"
           "service S { rpc Get(\n shop\n .A) returns (.shop\n . A); }\n");
  std::vector<std::string> signatures;
  for (const Type& type : proto.module.types) {
    for (const Member& member : type.members) signatures.emplace_back(member.signature);
  }
  CHECK(signatures == std::vector<std::string>{
                          "example.shop.v1.Kinds.Kind kind = 1",
                          "map<string, shop.Part> parts = 2",
                          "repeated .A.B all = 3",
                          "rpc Get(shop.A) returns (.shop.A)",
                      });
  CHECK_FALSE(proto.has_errors);
}

TEST_CASE("deep nesting is skipped") {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "message M { ";
  const auto proto = read("deep.proto", deep);
  CHECK(proto.has_errors);
  CHECK(proto.module.types.size() <= 101);
}

TEST_CASE("names searched in too many scopes are a limit error") {
  const auto with_package = [](size_t parts) {
    std::string text = "package p";
    for (size_t i = 0; i < parts; ++i) text += ".p";
    return text + "; message M { Unknown field = 1; }";
  };
  CHECK(read("a.proto", with_package(5'000)).module.references.size() == 1);
  // 50,000 scopes of 50 KB on average.
  try {
    read("a.proto", with_package(50'000));
    FAIL("read");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::limit);
    CHECK(error.message() == "too many scopes to resolve its names in");
  }
}

TEST_CASE("an extension is named after the scope that it stands in, not after what it extends") {
  const auto found = [](const char* text) {
    std::ostringstream out;
    const auto made = read("shop/price.proto", text);
    for (const Type& type : made.module.types)
      for (const Member& member : type.members)
        out << type.kind << ' ' << member.full_name << " of " << type.full_name << '\n';
    for (const Reference& one : made.module.references)
      if (one.kind == ReferenceKind::type) out << "extends " << one.target_key << '\n';
    return out.str();
  };
  CHECK(found("package shop.v1;\n"
              "message Price {\n"
              "  extensions 100 to 200;\n"
              "  int32 cents = 1;\n"
              "  message Part { extend Price { optional string note = 100; } }\n"
              "  extend google.protobuf.FieldOptions { optional Price price = 126; }\n"
              "}\n"
              "extend Price { optional int32 tax = 101; repeated Price parts = 102; }\n"
              "extend Price { optional int32 fee = 103; }\n") ==
        "message shop.v1.Price.cents of shop.v1.Price\n"
        "message shop.v1.Price.price of shop.v1.Price\n"
        "message shop.v1.Price.Part.note of shop.v1.Price.Part\n"
        "package shop.v1.tax of shop.v1\n"
        "package shop.v1.parts of shop.v1\n"
        "package shop.v1.fee of shop.v1\n"
        "extends shop.v1.Price\n"
        "extends google.protobuf.FieldOptions\n"
        "extends shop.v1.Price\n"
        "extends shop.v1.Price\n"
        "extends shop.v1.Price\n");
  CHECK(found("message Price { extensions 1 to 9; }\nextend Price { optional int32 tax = 1; }\n") ==
        "file tax of shop/price.proto\nextends Price\n");
}

}  // namespace dossier::proto
