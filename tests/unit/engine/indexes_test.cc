#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/error.h"
#include "engine/readers/indexes/ctags.h"
#include "engine/readers/indexes/scip.h"
#include "engine/readers/indexes/scip_symbol.h"
#include "engine/readers/indexes/wire.h"

namespace dossier::indexes {

using std::string_literals::operator""s;

TEST_CASE("scip symbols are called as sources call them") {
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
  CHECK(integers_of({1, 0, "\x01\x96\x01", true}) == std::vector<int64_t>{1, 150});
  CHECK(integers_of({1, 7, {}, false}) == std::vector<int64_t>{7});
  CHECK_THROWS_AS(integers_of({1, 0, "\x96", true}), Error);
}

TEST_CASE("tags are told from other JSON") {
  CHECK(looks_like_ctags(R"({"_type": "tag", "name": "x"})"));
  CHECK(looks_like_ctags(R"({"_type":"ptag")"));
  CHECK(!looks_like_ctags(R"({"Modules": []})"));
  CHECK(!looks_like_ctags(R"({"_type": "other"})"));
  CHECK(!looks_like_ctags(""));
  CHECK(!looks_like_ctags(R"({"_type")"));
}

}  // namespace dossier::indexes
