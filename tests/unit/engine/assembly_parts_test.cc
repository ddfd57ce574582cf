// The reader's parts by themselves: cursors, signatures, method bodies, containers, listings.
#include <algorithm>
#include <catch2/catch.hpp>

#include "assembly_fixture.h"
#include "engine/readers/assembly/disassemble.h"
#include "engine/readers/assembly/il.h"
#include "engine/readers/assembly/reading.h"
#include "engine/readers/assembly/reflection_name.h"
#include "tests/tools/assembly_rows.h"

using namespace dossier;
using namespace dossier::assembly;

namespace {

std::string unhex(std::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

const std::string& shapes_bytes() {
  static const std::string bytes = bytes_of(assembly_fixture("Shapes.dll"));
  return bytes;
}

uint32_t token_of(std::string_view full_name) {
  const Read read = read_bytes(shapes_bytes());
  for (const Type& type : read.modules.at(0).types) {
    for (const Member& member : type.members) {
      if (member.full_name == full_name) return member.token;
    }
  }
  FAIL("no member " << full_name);
  return 0;
}

}  // namespace

TEST_CASE("assembly: compressed numbers are those of ECMA-335 II.23.2") {
  const struct {
    std::string_view hex;
    uint32_t value;
    bool ok;
  } rows[] = {{"03", 3, true},
              {"7f", 0x7F, true},
              {"8080", 0x80, true},
              {"ae57", 0x2E57, true},
              {"bfff", 0x3FFF, true},
              {"c0004000", 0x4000, true},
              {"dfffffff", 0x1FFFFFFF, true},
              {"c0", 0, false},
              {"", 0, false},
              {"ff", 0, false}};
  for (const auto& row : rows) {
    INFO(row.hex);
    const std::string bytes = unhex(row.hex);
    Cursor in(as_bytes(bytes));
    const uint32_t value = in.compressed();
    CHECK(in.ok() == row.ok);
    if (row.ok) CHECK(value == row.value);
  }
  const struct {
    std::string_view hex;
    int32_t value;
  } signed_rows[] = {{"06", 3},
                     {"7b", -3},
                     {"8080", 64},
                     {"01", -64},
                     {"c0004000", 8192},
                     {"8001", -8192},
                     {"dffffffe", 268435455},
                     {"c0000001", -268435456}};
  for (const auto& row : signed_rows) {
    INFO(row.hex);
    const std::string bytes = unhex(row.hex);
    Cursor in(as_bytes(bytes));
    CHECK(in.compressed_signed() == row.value);
  }
}

TEST_CASE("assembly: a cursor never reads past its end, and stays failed") {
  const std::string bytes = "abc";
  Cursor in(as_bytes(bytes));
  CHECK(in.u16() == 0x6261);
  CHECK(in.u32() == 0);
  CHECK_FALSE(in.ok());
  CHECK(in.left() == 0);
  CHECK(in.u8() == 0);
  CHECK_FALSE(in.ok());
}

TEST_CASE("assembly: type signatures become Cecil's text") {
  const Image image = open_image(as_bytes(shapes_bytes()), "Shapes.dll");
  Defects defects(false, "Shapes.dll");
  Reading reading(image, {}, defects);
  const struct {
    std::string_view hex;
    std::string_view text;  // "?" = malformed
  } rows[] = {
      {"08", "System.Int32"},
      {"1d0e", "System.String[]"},
      {"0f0f01", "System.Void**"},
      {"1008", "System.Int32&"},
      {"4508", "System.Int32"},
      {"1408020000", "System.Int32[,]"},
      {"14080200020000", "System.Int32[0...,0...]"},
      {"1408010105010a", "System.Int32[5...9]"},
      {"1408020203040200"
       "02",
       "System.Int32[0...2,1...4]"},
      {"1300", "!0"},
      {"1e03", "!!3"},
      {"1208", "Shapes.Ink"},
      {"15120c0108", "Shapes.NoteAttribute<System.Int32>"},
      {"1c", "System.Object"},
      {"16", "System.TypedReference"},
      {"18", "System.IntPtr"},
      {"1b05020108410e", "method System.Void *(System.Int32,...,System.String)"},
      {"1b05030141084108410e", "method System.Void *(...,System.Int32,System.Int32,System.String)"},
      {"1b000208080e", "method System.Int32 *(System.Int32,System.String)"},
      {"1f0c08", "System.Int32 modreq(Shapes.NoteAttribute)"},
      {"00", "?"},
      {"17", "?"},
      {"1d", "?"},
      {"1400", "?"},
      {"140821", "?"},
      {"12ffff", "?"},
      {"151208", "?"},
      {"1b0005", "?"},
  };
  for (const auto& row : rows) {
    INFO(row.hex);
    const std::string bytes = unhex(row.hex);
    Cursor in(as_bytes(bytes));
    std::string text;
    const bool is_read = SignatureReader(reading.names, {}).type(in, text);
    CHECK((is_read ? text : "?") == row.text);
  }
  const std::string deep(100000, '\x0f');
  Cursor in(as_bytes(deep));
  std::string text;
  CHECK_FALSE(SignatureReader(reading.names, {}).type(in, text));
}

TEST_CASE("assembly: names of types in attributes become those of signatures") {
  const struct {
    std::string_view name;
    std::string_view text;
  } rows[] = {
      {"System.Int32", "System.Int32"},
      {"A.B+C, Lib, Version=1.0.0.0, Culture=neutral", "A.B+C"},
      {"A.B[], Lib", "A.B[]"},
      {"A.B[,]*&, Lib", "A.B[,]*&"},
      {"List`1", "List`1"},
      {"List`1[[A.B, Lib, Version=1.0.0.0]], mscorlib", "List`1<A.B>"},
      {"Map`2[[A, Lib],[List`1[[B, Lib]], Lib]][], Lib", "Map`2<A,List`1<B>>[]"},
      {"Map`2[A,B]", "Map`2<A,B>"},
      {"Odd\\,Name\\+X, Lib", "Odd,Name+X"},
      {"", ""},
      {"[[", "[["},
      {"A[[B", "A[[B"},
      {"A[[B, Lib", "A[[B"},
      {"A[[[[", "A[[[["},
      {"A]B, Lib", "A]B"},
  };
  for (const auto& row : rows) {
    INFO(row.name);
    CHECK(type_of_reflection_name(row.name) == row.text);
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "A[";
  CHECK(type_of_reflection_name(deep) == deep);
}

TEST_CASE("assembly: method bodies") {
  const struct {
    std::string_view hex;
    std::string_view problem;
    size_t code;
    size_t regions;
  } rows[] = {
      {"0a022a", "", 2, 0},
      {"06", "its body reaches past the end of its section", 0, 0},
      {"00", "its body has no header", 0, 0},
      {"", "its body has no header", 0, 0},
      {"13300800020000000000000000"
       "2a",
       "", 2, 0},
      {"13300800ffffff7f00000000002a", "its body reaches past the end of its section", 0, 0},
      {"1b300800040000000000000000000000"
       "01100000"
       "02000000020200020000"
       "0000",
       "", 4, 1},
      {"1b300800040000000000000000000000"
       "01100000"
       "0000000002f0ff020000"
       "0000",
       "its exception regions are malformed", 0, 0},
      {"1b30080004000000000000000000000001", "its exception regions are malformed", 0, 0},
  };
  for (const auto& row : rows) {
    INFO(row.hex);
    const std::string bytes = unhex(row.hex);
    std::string problem;
    const auto body = read_body(as_bytes(bytes), problem);
    CHECK(problem == row.problem);
    REQUIRE(body.has_value() == row.problem.empty());
    if (body) {
      CHECK(body->code.size() == row.code);
      CHECK(body->regions.size() == row.regions);
    }
  }
}

TEST_CASE("assembly: loaded numbers") {
  const struct {
    std::string_view hex;
    std::string_view text;
  } rows[] = {{"15", "-1"},
              {"16", "0"},
              {"1e", "8"},
              {"1f80", "-128"},
              {"20ffffffff", "-1"},
              {"21ffffffffffffff7f", "9223372036854775807"},
              {"22cdcccc3d", "0.1"},
              {"239a9999999999b93f", "0.1"},
              {"23000000000000f07f", "inf"},
              {"23000000000000f8ff", "nan"},
              {"00", ""}};
  for (const auto& row : rows) {
    INFO(row.hex);
    const std::string bytes = unhex(row.hex);
    InstructionReader instructions(as_bytes(bytes));
    Instruction instruction;
    REQUIRE(instructions.next(instruction));
    CHECK(loaded_number(instruction) == row.text);
    CHECK_FALSE(instructions.next(instruction));
    CHECK(instructions.problem().empty());
  }
}

TEST_CASE("assembly: webcil holds the same facts as the DLL it was made from") {
  const Read dll = read_bytes(shapes_bytes());
  const Read webcil = read_bytes(bytes_of(assembly_fixture("Shapes.wasm")));
  REQUIRE(webcil.modules.size() == 1);
  CHECK(rows::of(webcil.modules[0]) == rows::of(dll.modules.at(0)));
}

// A header names its own length; Odd.dll's bodies are short, OddLong.dll's the same with headers of
// five words.
TEST_CASE("assembly: a fat header may be longer than it need be, and webcil has two versions") {
  const Read plain = read_bytes(bytes_of(assembly_fixture("Odd.dll")));
  const Read webcil = read_bytes(bytes_of(assembly_fixture("Odd.webcil")));
  REQUIRE(webcil.modules.size() == 1);
  CHECK(rows::of(webcil.modules[0]) == rows::of(plain.modules.at(0)));
  const std::string longer = bytes_of(assembly_fixture("OddLong.dll"));
  for (const Type& type : plain.modules.at(0).types) {
    for (const Member& member : type.members) {
      if (member.kind != MemberKind::method) continue;
      const std::string bytes = bytes_of(assembly_fixture("Odd.dll"));
      CAPTURE(member.full_name);
      CHECK(disassemble(as_bytes(longer), member.token, "OddLong.dll").lines ==
            disassemble(as_bytes(bytes), member.token, "Odd.dll").lines);
    }
  }
}

TEST_CASE("assembly: facts outlive the bytes of the file") {
  auto bytes = std::make_unique<std::string>(shapes_bytes());
  Read read = read_bytes(*bytes);
  std::fill(bytes->begin(), bytes->end(), '\xEE');
  const Read again = read_bytes(shapes_bytes());
  CHECK(rows::of(read.modules.at(0)) == rows::of(again.modules.at(0)));
}

TEST_CASE("assembly: a listing names what the code names") {
  const Listing listing =
      disassemble(as_bytes(shapes_bytes()), token_of("Shapes.Program.Describe"), "Shapes.dll");
  const auto has = [&](std::string_view part) {
    for (const auto& line : listing.lines) {
      if (line.find(part) != std::string::npos) return true;
    }
    return false;
  };
  CHECK(has("IL_0000: ldarg.0"));
  CHECK(has("switch (IL_"));
  CHECK(has("ldstr \"none\""));
  CHECK(has("ldstr \"tab\\tand\\nnewline\""));
  CHECK(has("ldtoken Shapes.Circle`1"));
  CHECK(has("ldc.i8 9223372036854775807"));
  CHECK(listing.hash.size() == 64);
}

TEST_CASE("assembly: a listing shows locals and exception regions") {
  const Listing listing =
      disassemble(as_bytes(shapes_bytes()), token_of("Shapes.Program.Main"), "Shapes.dll");
  size_t tries = 0, ends = 0;
  bool has_catch = false, has_finally = false, has_local = false;
  for (const auto& line : listing.lines) {
    tries += line == ".try {";
    ends += line.find("} // end") != std::string::npos;
    has_catch = has_catch || line.find("catch System.Exception {") != std::string::npos;
    has_finally = has_finally || line == "finally {";
    has_local = has_local || line.find(".local 0 Shapes.Circle`1<System.Int32>") == 0;
  }
  const auto count = [&](std::string_view line) {
    return std::count(listing.lines.begin(), listing.lines.end(), line);
  };
  CHECK(count("finally {") == 2);
  CHECK(count("filter {") == 1);
  CHECK(count("} handler {") == 1);
  CHECK(count("catch System.Exception {") == 1);
  CHECK(tries == 3);  // a finally, another inside, and one try with a filter and a catch
  CHECK(ends == tries + 4);
  CHECK(has_catch);
  CHECK(has_finally);
  CHECK(has_local);
}

TEST_CASE("assembly: a sound method of a damaged file is listed") {
  const uint32_t describe = token_of("Shapes.Program.Describe");
  const uint32_t main = token_of("Shapes.Program.Main");
  std::string bytes = shapes_bytes();
  // A free type code in the signature of Describe, which Main calls: string (int).
  const size_t at = bytes.find("\x04" + std::string("\0\1\x0e\x08", 4));
  REQUIRE(at != std::string::npos);
  bytes[at + 4] = '\x17';
  REQUIRE(read_bytes(bytes).error);
  CHECK(disassemble(as_bytes(bytes), describe, "Shapes.dll").lines.size() ==
        disassemble(as_bytes(shapes_bytes()), describe, "Shapes.dll").lines.size());
  CHECK(disassemble(as_bytes(bytes), main, "Shapes.dll").lines.size() ==
        disassemble(as_bytes(shapes_bytes()), main, "Shapes.dll").lines.size());
}

TEST_CASE("assembly: a method without a body has no listing, and other tokens are errors") {
  CHECK(disassemble(as_bytes(shapes_bytes()), token_of("Shapes.Shape.Draw"), "x").lines.empty());
  CHECK_THROWS_AS(disassemble(as_bytes(shapes_bytes()), 0x0600FFFF, "x"), Error);
  CHECK_THROWS_AS(disassemble(as_bytes(shapes_bytes()), 0x02000001, "x"), Error);
}
