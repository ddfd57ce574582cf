// Which names of a source stand for definitions of .proto files, snippet by snippet: what counts,
// what does not, and where.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/readers/languages/source_file.h"
#include "engine/readers/proto/proto.h"
#include "engine/readers/proto/vocabulary.h"

namespace dossier::proto {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

const char* const kShop =
    "package shop.v1; option go_package = \"example.com/shop/v1;shop\";\n"
    "message Item { string name = 1; Size size = 2; oneof origin { string author = 3; string maker "
    "= 4; }\n"
    "  message Part { int32 weight = 1; } Part part = 5; }\n"
    "message Size { int32 width = 1; Unit unit = 2; }\n"
    "message Last { Far far = 1; }\n"
    "message Far { int32 distance = 1; }\n"
    "message Lonely { int32 depth = 1; }\n"
    "enum Unit { METRE = 0; FOOT = 1; }\n"
    "enum Kind { KIND_BOOK = 0; PLAIN = 1; }\n"
    "service Market { rpc Get(Item) returns (Size); rpc Put(Item) returns (Item); }\n";

/// "line:column name -> definition" of each, without its package, parted by "; ".
std::string named(const Files& protos, const std::string& path, const std::string& text) {
  Vocabulary vocabulary(languages::generators());
  for (const auto& [name, contents] : protos) vocabulary.add(read(name, contents).module);
  vocabulary.finish();
  const auto made = languages::read({path, text, 0, &vocabulary}, *languages::of(path),
                                    std::chrono::milliseconds(60'000));
  REQUIRE(made);
  std::ostringstream out;
  for (const Reference& reference : made->module.references) {
    if (reference.kind != ReferenceKind::rpc) continue;
    out << (out.tellp() > 0 ? "; " : "") << reference.line << ':' << reference.column << ' '
        << reference.target << " -> "
        << reference.target_key.substr(reference.target_key.starts_with("shop.v1.") ? 8 : 0);
  }
  return out.str();
}

/// The .proto files whose generated code the source uses, then the names that are its own.
std::string used(const Files& protos, const std::string& path, const std::string& text) {
  Vocabulary vocabulary(languages::generators());
  for (const auto& [name, contents] : protos) vocabulary.add(read(name, contents).module);
  vocabulary.finish();
  const auto made = languages::read({path, text, 0, &vocabulary}, *languages::of(path),
                                    std::chrono::milliseconds(60'000));
  REQUIRE(made);
  std::string out;
  for (const Detail& detail : made->module.details)
    if (detail.kind == DetailKind::reference) out.append(detail.text).append(";");
  for (const Reference& reference : made->module.references)
    if (reference.kind == ReferenceKind::rpc && reference.in_module)
      out.append(" ").append(reference.target);
  return out;
}

}  // namespace

TEST_CASE("the .proto files whose generated code a source uses, and what it declares itself") {
  const Files one_word = {
      {"api.proto", "package api; message DeviceKeys { int32 key_count = 1; }"}};
  const Files shop = {{"shop.proto", kShop}, {"api.proto", one_word[0].second}};
  struct Row {
    const char* about;
    const char* path;
    const char* text;
    const char* wanted;
  };
  const Row rows[] = {
      {"an import", "a.py", "import shop_pb2\nshop_pb2.Item()\n", "shop.proto;"},
      {"none that it has no name of", "a.py", "import shop_pb2\n", ""},
      {"a name alone", "a.py", "DeviceKeys()\n", ""},
      {"a type behind its package of one word", "a.rs", "fn f(k: api::DeviceKeys) {}\n",
       "api.proto;"},
      {"behind another word", "a.rs", "fn f(k: my_api::DeviceKeys) {}\n", ""},
      {"its package in its name", "a.swift", "let p = Shop_V1_Item()\n", "shop.proto;"},
      {"fields, parameters and variables of its own, but no method", "a.go",
       "package a\ntype T struct { KeyCount int }\nfunc (t T) GetKeyCount(keyCount int) int {\n"
       "return keyCount }\n",
       " KeyCount keyCount"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    CHECK(used(shop, row.path, row.text) == row.wanted);
  }
}

TEST_CASE("names in a source that refer to a .proto's definitions, and those that do not") {
  struct Row {
    const char* about;
    const char* path;
    std::string text;
    std::string wanted;
  };
  const Row rows[] = {
      {"nothing is linked", "a.py", "Item(name=1)\n", ""},
      {"a comment names nothing", "a.py", "import shop_pb2\n# shop_pb2.Item\n", ""},
      {"right behind a comment, on its line and the next", "a.cc",
       "#include \"shop.pb.h\"\n/* Item */Item a;\n// Item\nItem b;/**/Item c;\n",
       "2:11 Item -> Item; 4:1 Item -> Item; 4:12 Item -> Item"},
      {"a name begins with no digit, and ends the text", "a.cc",
       "#include \"shop.pb.h\"\nint x = 1Item;\nItem", "3:1 Item -> Item"},
      {"a field of a message that is named", "a.py",
       "import shop_pb2\nx = shop_pb2.Item(name=1)\nx.name\nname = 2\n",
       "2:14 Item -> Item; 2:19 name -> Item.name; 3:3 name -> Item.name"},
      {"a field of a message that another leads to", "a.py",
       "import shop_pb2\nx = shop_pb2.Item()\nx.size.width\n",
       "2:14 Item -> Item; 3:3 size -> Item.size; 3:8 width -> Size.width"},
      {"a field of a message that nothing names", "a.py",
       "import shop_pb2\nx = shop_pb2.Item()\nx.depth\n", "2:14 Item -> Item"},
      {"an enum's value by the enum, and alone", "a.py",
       "import shop_pb2\nshop_pb2.Unit.FOOT\nFOOT\nshop_pb2.FOOT\n",
       "2:10 Unit -> Unit; 2:15 FOOT -> Unit.FOOT; 3:1 FOOT -> Unit.FOOT; 4:10 FOOT -> Unit.FOOT"},
      {"an enum's value behind the module, though nothing names the enum", "a.py",
       "import shop_pb2\nshop_pb2.FOOT\nother.FOOT\nFOOT\n", "2:10 FOOT -> Unit.FOOT"},
      {"behind the package", "a.cc",
       "#include \"shop.pb.h\"\nint x = shop::v1::FOOT, y = other::FOOT, z = FOOT;\n",
       "2:19 FOOT -> Unit.FOOT"},
      {"imported by name", "a.py", "from gen.shop_pb2 import FOOT\nx = FOOT\n",
       "1:26 FOOT -> Unit.FOOT; 2:5 FOOT -> Unit.FOOT"},
      {"imported from elsewhere", "a.py", "import shop_pb2\nfrom feet import FOOT\nx = FOOT\n", ""},
      {"a value of an enum that a message leads to", "a.cc",
       "#include \"shop.pb.h\"\nItem i;\nauto u = FOOT;\nauto v = Unit::METRE;\n",
       "2:1 Item -> Item; 3:10 FOOT -> Unit.FOOT; 4:10 Unit -> Unit; 4:16 METRE -> Unit.METRE"},
      {"a value of an enum that nothing names", "a.cc",
       "#include \"shop.pb.h\"\nItem i;\nauto u = PLAIN;\n", "2:1 Item -> Item"},
      {"which of a oneof is set", "a.cc",
       "#include \"shop.pb.h\"\nItem i;\nif (i.origin_case() == Item::kAuthor) i.maker();\n",
       "2:1 Item -> Item; 3:7 origin_case -> Item.origin; 3:24 Item -> Item; 3:30 kAuthor -> "
       "Item.author; 3:41 maker -> Item.maker"},
      {"a rpc of a service that is named", "a.py",
       "import shop_pb2_grpc\nstub = shop_pb2_grpc.MarketStub(c)\nstub.Get(1)\nGet(2)\n",
       "2:22 MarketStub -> Market; 3:6 Get -> Market.Get; 4:1 Get -> Market.Get"},
      {"a rpc leads to what it takes and gives", "a.py",
       "import shop_pb2_grpc\nstub = shop_pb2_grpc.MarketStub(c)\nstub.Get(1).width\n",
       "2:22 MarketStub -> Market; 3:6 Get -> Market.Get; 3:13 width -> Size.width"},
      {"a rpc's messages, of a service named in a file that is not linked", "a.py",
       "stub = MarketStub(c)\nstub.Put(1).author\nstub.Get(1).depth\n",
       "1:8 MarketStub -> Market; 2:6 Put -> Market.Put; 3:6 Get -> Market.Get"},
      {"Go: upper fields beside types", "a.go",
       "package a\nimport shop \"example.com/shop/v1\"\nvar x = &shop.Item{Name: \"a\", Size: "
       "&shop.Size{Width: 1}}\nvar y = x.Name\n",
       "3:15 Item -> Item; 3:20 Name -> Item.name; 3:31 Size -> Item.size; 3:31 Size -> Size; 3:43 "
       "Size -> Item.size; 3:43 Size -> Size; 3:48 Width -> Size.width; 4:11 Name -> Item.name"},
      {"Rust: scope opened", "a.rs",
       "use shop::v1::item::Origin;\nfn f() { let x = item::Origin::Author(1); }\n",
       "1:15 item -> Item; 1:21 Origin -> Item.origin; 2:18 item -> Item; 2:24 Origin -> "
       "Item.origin; 2:32 Author -> Item.author"},
      {"Rust: oneof through type", "a.rs",
       "use shop_v1::{Item};\nfn f(i: shop::v1::Item) { i.size; match i.origin { Origin::Author(a) "
       "=> a, Origin::Maker(m) => m } }\n",
       "1:15 Item -> Item; 2:19 Item -> Item; 2:29 size -> Item.size; 2:43 origin -> Item.origin; "
       "2:52 Origin -> Item.origin; 2:60 Author -> Item.author; 2:76 Origin -> Item.origin; 2:84 "
       "Maker -> Item.maker"},
      {"Swift: nested type by the outer", "a.swift",
       "let p = Shop_V1_Item.Part()\nlet q = Part()\nlet w = p.weight\n",
       "1:9 Shop_V1_Item -> Item; 1:22 Part -> Item.Part; 3:11 weight -> Item.Part.weight"},
      {"Kotlin: builder", "a.kt",
       "import shop.v1.item\nval x = item { name = \"a\"\n size = 2 }\nval item = 3\n",
       "1:16 item -> Item; 2:9 item -> Item; 2:16 name -> Item.name; 3:2 size -> Item.size"},
      {"C#", "a.cs",
       "using Shop.V1;\nclass A { void F() { var i = new Item { Name = \"a\" }; var s = "
       "i.Size.Width; } }\n",
       "2:34 Item -> Item; 2:41 Name -> Item.name; 2:65 Size -> Item.size; 2:65 Size -> Size; 2:70 "
       "Width -> Size.width"},
      {"Java", "A.java",
       "import shop.v1.Item;\nclass A { int f(Item i) { return i.getSize().getWidth() + "
       "Item.Part.newBuilder().setWeight(1).build(); } }\n",
       "1:16 Item -> Item; 2:17 Item -> Item; 2:36 getSize -> Item.size; 2:46 getWidth -> "
       "Size.width; 2:59 Item -> Item; 2:64 Part -> Item.Part; 2:82 setWeight -> Item.Part.weight"},
      {"TypeScript", "a.ts",
       "import { Item } from \"./shop_pb\";\nconst i: Item = { name: \"a\", size: undefined "
       "};\nconst name = 1;\n",
       "1:10 Item -> Item; 2:10 Item -> Item; 2:19 name -> Item.name; 2:30 size -> Item.size"},
      {"Ruby", "a.rb", "require 'shop_pb'\nx = Shop::V1::Item.new(name: 'a', 'size' => 1)\n",
       "2:15 Item -> Item; 2:24 name -> Item.name; 2:36 size -> Item.size"},
      {"PHP", "a.php",
       "<?php\nuse Shop\\V1\\Item;\n$i = new Item(['name' => 1]);\n$i->getSize();\n",
       "2:13 Item -> Item; 3:10 Item -> Item; 3:17 name -> Item.name; 4:5 getSize -> Item.size"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    CHECK(named({{"shop.proto", kShop}}, row.path, row.text) == row.wanted);
  }
}

TEST_CASE("within a text a name counts where it is all of it, or where code stands in it") {
  const Files shop = {{"shop.proto", kShop}};
  CHECK(named(shop, "a.py",
              "import shop_pb2\ni = shop_pb2.Item()\nq('select i.size from "
              "item')\ni.HasField('size')\n") == "2:14 Item -> Item; 4:13 size -> Item.size");
  CHECK(named(shop, "a.ts",
              "import { Item } from \"./shop_pb\";\nf(i.size);\nf(`${i.size} i.size`);\n") ==
        "1:10 Item -> Item; 2:5 size -> Item.size; 3:8 size -> Item.size");
  CHECK(
      named(shop, "a.rb",
            "require 'shop_pb'\nx = Shop::V1::Item.new('size' => 1)\ny = \"x.size #{x.size}\"\n") ==
      "2:15 Item -> Item; 2:25 size -> Item.size; 3:17 size -> Item.size");
}

TEST_CASE("a message leads to what its own fields hold, and a package of one word is no evidence") {
  const Files shop = {{"shop.proto", kShop}};
  CHECK(named(shop, "a.py", "import shop_pb2\nx = shop_pb2.Item()\nx.distance\nx.width\n") ==
        "2:14 Item -> Item; 4:3 width -> Size.width");
  CHECK(named(shop, "a.py", "import shop_pb2\nx = shop_pb2.Last()\nx.distance\nx.width\n") ==
        "2:14 Last -> Last; 3:3 distance -> Far.distance");
  const char* const one = "package shop; message Item { string name = 1; }";
  CHECK(named({{"a.proto", one}}, "x.py", "shop.Item(name=1)\n").empty());
  const char* const two = "package big.shop; message Item { string name = 1; }";
  CHECK(named({{"a.proto", two}}, "x.py", "big.shop.Item(name=1)\n") ==
        "1:10 Item -> big.shop.Item; 1:15 name -> big.shop.Item.name");
}

TEST_CASE("of several definitions with one name, those that the source points to") {
  // As many packages as asked for, each with a message BigThing and one of its own.
  const auto packages = [](int count) {
    Files files;
    for (int i = 0; i < count; ++i) {
      const std::string n = std::to_string(i);
      files.emplace_back("p" + n + ".proto",
                         "package p" + n + ".v1; message BigThing { int32 x = 1; }");
    }
    return files;
  };
  const auto count = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '>');
  };
  CHECK(named(packages(1), "a.py", "BigThing()\n") == "1:1 BigThing -> p0.v1.BigThing");
  CHECK(count(named(packages(8), "a.py", "BigThing()\n")) == 8);
  CHECK(named(packages(9), "a.py", "BigThing()\n").empty());  // that many tell nothing
  CHECK(named(packages(9), "a.py", "import p3_pb2\nBigThing()\n") ==
        "2:1 BigThing -> p3.v1.BigThing");
  CHECK(count(named(packages(9), "a.py", "import p3_pb2\nimport p5_pb2\nBigThing()\n")) == 2);

  // Copies of one file define one thing.
  Files copies = packages(1);
  for (int i = 0; i < 12; ++i)
    copies.emplace_back("copy" + std::to_string(i) + "/p0.proto", copies[0].second);
  CHECK(named(copies, "a.py", "BigThing()\n") == "1:1 BigThing -> p0.v1.BigThing");
}

}  // namespace dossier::proto
