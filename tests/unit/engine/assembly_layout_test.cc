// Where each field of a method body, an instruction and a webcil header lies, by bytes written by
// hand: what compilers write leaves most of these layouts untouched.
#include <catch2/catch.hpp>

#include "assembly_fixture.h"
#include "engine/readers/assembly/il.h"
#include "engine/readers/assembly/image.h"

using namespace dossier;
using namespace dossier::assembly;

namespace {

/// Little-endian numbers of the given widths, one after another.
class Written {
 public:
  Written& u8(uint64_t value) { return put(value, 1); }
  Written& u16(uint64_t value) { return put(value, 2); }
  Written& u32(uint64_t value) { return put(value, 4); }
  Written& u64(uint64_t value) { return put(value, 8); }
  Written& text(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  Written& put(uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }
  std::string bytes_;
};

std::string problem_of(const std::string& bytes) {
  std::string problem;
  const auto body = read_body(as_bytes(bytes), problem);
  CHECK(body.has_value() == problem.empty());
  return problem;
}

Body body_of(const std::string& bytes) {
  std::string problem;
  auto body = read_body(as_bytes(bytes), problem);
  CAPTURE(problem);
  REQUIRE(body);
  return *body;
}

constexpr std::string_view kMalformed = "its exception regions are malformed";
constexpr std::string_view kPastEnd = "its body reaches past the end of its section";

/// A fat header of three words, eight bytes of code, and then what is written.
Written fat(uint32_t flags, uint32_t code = 8) {
  Written out;
  out.u16(0x3003 | flags).u16(5).u32(code).u32(0x11000007);
  return out.text(std::string(code, '\0'));
}

struct Clause {
  uint32_t kind, try_start, try_length, handler_start, handler_length, last;
};

std::string thin_section(const Clause& clause, uint32_t flags = 0) {
  Written out;
  out.u8(1 | flags).u8(16).u16(0).u16(clause.kind).u16(clause.try_start).u8(clause.try_length);
  return out.u16(clause.handler_start).u8(clause.handler_length).u32(clause.last).bytes();
}

std::string fat_section(const Clause& clause, uint32_t flags = 0) {
  Written out;
  out.u8(0x41 | flags).u8(28).u16(0).u32(clause.kind).u32(clause.try_start).u32(clause.try_length);
  return out.u32(clause.handler_start).u32(clause.handler_length).u32(clause.last).bytes();
}

}  // namespace

TEST_CASE("assembly: a tiny header holds the code's length in six bits") {
  for (const size_t size : {0, 1, 63}) {
    const std::string bytes =
        std::string(1, static_cast<char>(size << 2 | 2)) + std::string(size, 'c');
    const Body body = body_of(bytes);
    CHECK(text_of(body.code) == std::string(size, 'c'));
    CHECK(body.max_stack == 8);
    CHECK_FALSE(body.inits_locals);
    CHECK(body.locals == Token());
    if (size > 0) CHECK(problem_of(bytes.substr(0, size)) == kPastEnd);
  }
}

TEST_CASE("assembly: each field of a fat header") {
  const Body plain = body_of(fat(0).bytes());
  CHECK(plain.max_stack == 5);
  CHECK(plain.locals.value == 0x11000007);
  CHECK(plain.code.size() == 8);
  CHECK_FALSE(plain.inits_locals);
  CHECK(body_of(fat(0x10).bytes()).inits_locals);
  CHECK(problem_of(fat(0).bytes().substr(0, 19)) == kPastEnd);
  // Headers of three words, of four, and of fifteen.
  for (const uint32_t words : {3, 4, 15}) {
    Written longer;
    longer.u16(words << 12 | 3).u16(5).u32(2).u32(0).text(std::string((words - 3) * 4, 'h'));
    const std::string bytes = longer.text("ab").bytes();
    CHECK(text_of(body_of(bytes).code) == "ab");
  }
  CHECK(problem_of(std::string(20, '\7')) == "its body has no header");
  CHECK(problem_of(std::string(20, '\1')) == "its body has no header");
}

TEST_CASE("assembly: each field of an exception clause, thin and fat") {
  const Clause clause = {0, 1, 2, 3, 4, 0x01000009};
  for (const std::string& section : {thin_section(clause), fat_section(clause)}) {
    const Body body = body_of(fat(8).bytes() + section);
    REQUIRE(body.regions.size() == 1);
    const ExceptionRegion& region = body.regions[0];
    CHECK(region.kind == ExceptionRegion::Kind::typed);
    CHECK(region.try_start == 1);
    CHECK(region.try_end == 3);
    CHECK(region.handler_start == 3);
    CHECK(region.handler_end == 7);
    CHECK(region.type.value == 0x01000009);
    CHECK(region.filter == 0);
  }
  // Without the flag nothing stands behind the code.
  CHECK(body_of(fat(0).bytes() + thin_section(clause)).regions.empty());
}

TEST_CASE("assembly: valid exception clauses") {
  const auto regions_of = [](const Clause& clause) -> int {
    int found = -2;
    for (const std::string& section : {thin_section(clause), fat_section(clause)}) {
      std::string problem;
      const auto body = read_body(as_bytes(fat(8).bytes() + section), problem);
      const int regions = body ? static_cast<int>(body->regions.size()) : -1;
      if (!body) CHECK(problem == kMalformed);
      CHECK((found == -2 || found == regions));
      found = regions;
    }
    return found;
  };
  // Up to the code's end, and not beyond.
  CHECK(regions_of({0, 0, 8, 0, 8, 0}) == 1);
  CHECK(regions_of({0, 0, 9, 0, 8, 0}) == -1);
  CHECK(regions_of({0, 1, 8, 0, 8, 0}) == -1);
  CHECK(regions_of({0, 0, 8, 0, 9, 0}) == -1);
  CHECK(regions_of({0, 0, 8, 1, 8, 0}) == -1);
  // Kinds are 0, 1, 2 and 4.
  CHECK(regions_of({2, 0, 1, 1, 1, 99}) == 1);
  CHECK(regions_of({3, 0, 1, 1, 1, 0}) == -1);
  CHECK(regions_of({4, 0, 1, 1, 1, 99}) == 1);
  CHECK(regions_of({5, 0, 1, 1, 1, 0}) == -1);
  // A filter lies within the code.
  CHECK(regions_of({1, 0, 1, 1, 1, 8}) == 1);
  CHECK(regions_of({1, 0, 1, 1, 1, 9}) == -1);

  const Body filtered = body_of(fat(8).bytes() + thin_section({1, 0, 1, 1, 1, 6}));
  CHECK(filtered.regions[0].filter == 6);
  CHECK(filtered.regions[0].type == Token());
  const Body finally = body_of(fat(8).bytes() + thin_section({2, 0, 1, 1, 1, 6}));
  CHECK(finally.regions[0].filter == 0);
  CHECK(finally.regions[0].type == Token());
}

TEST_CASE("assembly: sections follow each other on boundaries of four bytes") {
  const Clause one = {0, 0, 1, 1, 1, 7}, two = {2, 2, 1, 3, 1, 0};
  // Code of 5 bytes: three of padding.
  const std::string start = fat(8, 5).bytes() + std::string(3, '\xff');
  CHECK(body_of(start + thin_section(one)).regions.size() == 1);
  const Body both = body_of(start + thin_section(one, 0x80) + fat_section(two));
  REQUIRE(both.regions.size() == 2);
  CHECK(both.regions[1].handler_start == 3);
  CHECK(problem_of(start + thin_section(one, 0x80)) == kMalformed);
  // A section that holds no clauses is passed over by its size.
  const std::string other = Written().u8(0x82).u8(8).u16(0).u32(0).bytes();
  CHECK(body_of(start + other + thin_section(one)).regions.size() == 1);
  CHECK(problem_of(start + Written().u8(1).u8(3).u16(0).bytes()) == kMalformed);
  CHECK(body_of(start + Written().u8(1).u8(4).u16(0).bytes()).regions.empty());
  // The size of a fat section has 24 bits, that of a thin one eight.
  std::string many = Written().u8(0x41).u8((4 + 24 * 11) & 0xff).u16((4 + 24 * 11) >> 8).bytes();
  for (int i = 0; i < 11; ++i) many += fat_section(one).substr(4);
  CHECK(body_of(start + many).regions.size() == 11);
  CHECK(body_of(start + thin_section(one).replace(2, 2, "\xff\xff")).regions.size() == 1);
  CHECK(problem_of(start + fat_section(one).substr(0, 27)) == kMalformed);
}

TEST_CASE("assembly: operands, offsets and targets of instructions") {
  const auto read = [](const std::string& code) {
    std::vector<Instruction> out;
    InstructionReader reader(as_bytes(code));
    for (Instruction instruction; reader.next(instruction);) out.push_back(instruction);
    CHECK(reader.problem().empty());
    return out;
  };
  const std::string code = Written()
                               .u8(0x1f)
                               .u8(0xfe)  // 0 ldc.i4.s -2
                               .u8(0x11)
                               .u8(0xfe)  // 2 ldloc.s 254
                               .u8(0xfe)
                               .u8(0x0c)
                               .u16(0xfffe)  // 4 ldloc 65534
                               .u8(0x21)
                               .u64(0x0102030405060708)  // 8 ldc.i8
                               .u8(0x2b)
                               .u8(0xef)  // 17 br.s -17
                               .u8(0x38)
                               .u32(0xffffffe8)  // 19 br -24
                               .u8(0x45)
                               .u32(2)
                               .u32(1)
                               .u32(0xfffffffe)  // 24 switch
                               .u8(0x28)
                               .u32(0x06000012)  // 37 call
                               .u8(0x2a)         // 42 ret
                               .bytes();
  const auto all = read(code);
  REQUIRE(all.size() == 9);
  const struct {
    uint32_t offset, next;
    uint16_t code;
    uint64_t operand;
  } rows[] = {{0, 2, 0x1f, static_cast<uint64_t>(-2)},
              {2, 4, 0x11, 254},
              {4, 8, 0xfe0c, 65534},
              {8, 17, 0x21, 0x0102030405060708},
              {17, 19, 0x2b, 2},
              {19, 24, 0x38, 0},
              {24, 37, 0x45, 2},
              {37, 42, 0x28, 0x06000012},
              {42, 43, 0x2a, 0}};
  for (size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK(all[i].offset == rows[i].offset);
    CHECK(all[i].next == rows[i].next);
    CHECK(all[i].code == rows[i].code);
    CHECK(all[i].operand == rows[i].operand);
    CHECK(all[i].targets.size() == (i == 6 ? 8u : 0u));
  }
  CHECK(text_of(all[6].targets) == Written().u32(1).u32(0xfffffffe).bytes());
  // Before the code's start a branch leads to an offset of 32 bits, as the runtime counts.
  CHECK(read(Written().u8(0x2b).u8(0x80).bytes())[0].operand == 0xffffff82);
}

TEST_CASE("assembly: code that ends within an instruction or holds none says where") {
  const auto problem = [](const std::string& code) {
    InstructionReader reader(as_bytes(code));
    Instruction instruction;
    while (reader.next(instruction)) {
    }
    CHECK_FALSE(reader.next(instruction));
    return reader.problem();
  };
  const std::string nop(3, '\0');
  const std::string inside = "its IL ends inside the instruction at offset 3";
  CHECK(problem(nop + "\x1f") == inside);
  CHECK(problem(nop + Written().u8(0x20).u16(0).u8(0).bytes()) == inside);
  CHECK(problem(nop + Written().u8(0x21).u32(0).bytes()) == inside);
  CHECK(problem(nop + Written().u8(0x45).u32(0x40000001).u32(0).bytes()) == inside);
  CHECK(problem(nop + Written().u8(0x45).u32(2).u32(0).bytes()) == inside);
  CHECK(problem(nop + "\x24") == "there is no such instruction at IL offset 3");
  CHECK(problem(nop + "\xfe\x08") == "there is no such instruction at IL offset 3");
  CHECK(problem(nop + "\xfe") != "");
  CHECK(problem(nop).empty());
}

namespace {

std::string webcil_header(uint32_t major, uint32_t sections, uint32_t cli = 0x2000) {
  Written out;
  out.text("WbIL").u16(major).u16(0).u16(sections).u16(0).u32(cli).u32(1).u32(2).u32(3);
  if (major >= 1) out.u32(4);
  for (uint32_t i = 0; i < sections; ++i) out.u32(0x99).u32(0x2000 + i).u32(8 + i).u32(16 + i);
  return out.bytes();
}

std::string leb(uint64_t value, int width) {
  std::string out;
  for (int i = 0; i < width; ++i)
    out += static_cast<char>((value >> (7 * i) & 0x7f) | (i + 1 < width ? 0x80 : 0));
  return out;
}

std::string section(char id, const std::string& body, int width = 2) {
  return id + leb(body.size(), width) + body;
}

std::string segment(const std::string& body, char mode = '\1') {
  return mode + leb(body.size(), 2) + body;
}

const std::string kWasm("\0asm\1\0\0\0", 8);

}  // namespace

TEST_CASE("assembly: a webcil header's fields and bounds") {
  for (const uint32_t major : {0, 1}) {
    const std::string bytes = webcil_header(major, 2);
    Image image;
    uint32_t cli = 0;
    CHECK(read_webcil_header(as_bytes(bytes), image, cli));
    CHECK(cli == 0x2000);
    REQUIRE(image.sections.size() == 2);
    CHECK(image.sections[1].address == 0x2001);
    CHECK(image.sections[1].size == 9);
    CHECK(image.sections[1].offset == 17);
    CHECK_FALSE(image.truncated);
  }
  const auto reads = [](const std::string& bytes) {
    Image image;
    uint32_t cli = 0;
    return read_webcil_header(as_bytes(bytes), image, cli);
  };
  CHECK_FALSE(reads(webcil_header(2, 1)));
  CHECK(reads(webcil_header(0, 16)));
  CHECK_FALSE(reads(webcil_header(0, 17)));
  CHECK_FALSE(reads(webcil_header(0, 1, 0)));
  const std::string whole = webcil_header(1, 1);
  for (size_t size = 0; size < whole.size(); ++size) CHECK_FALSE(reads(whole.substr(0, size)));
}

TEST_CASE("assembly: a webcil section that reaches past the file is seen") {
  const auto is_truncated = [](uint32_t size, uint32_t offset) {
    const std::string bytes = Written()
                                  .text("WbIL")
                                  .u16(0)
                                  .u16(0)
                                  .u16(1)
                                  .u16(0)
                                  .u32(1)
                                  .u32(0)
                                  .u32(0)
                                  .u32(0)
                                  .u32(0)
                                  .u32(0x1000)
                                  .u32(size)
                                  .u32(offset)
                                  .bytes();
    Image image;
    uint32_t cli = 0;
    CHECK(read_webcil_header(as_bytes(bytes), image, cli));
    return image.truncated;
  };
  CHECK_FALSE(is_truncated(44, 0));
  CHECK(is_truncated(45, 0));
  CHECK(is_truncated(44, 1));
  CHECK(is_truncated(0xffffffff, 0xffffffff));
}

TEST_CASE("assembly: a webcil payload is found where it stands in a WebAssembly module") {
  const auto payload = [](const std::string& bytes) {
    return std::string(text_of(webcil_payload(as_bytes(bytes))));
  };
  const std::string inner = "WbIL and more";
  CHECK(payload(inner) == inner);
  CHECK(payload("WbI") == "");
  CHECK(payload(kWasm) == "");
  const std::string data = leb(2, 1) + segment("size") + segment(inner);
  CHECK(payload(kWasm + section(11, data)) == inner);
  // Behind other sections; lengths of up to five bytes.
  CHECK(payload(kWasm + section(1, "types") + section(12, "\2") + section(11, data, 5)) == inner);
  CHECK(payload(kWasm + section(1, "types", 5) + section(11, data)) == inner);
  CHECK(payload(kWasm + std::string("\1\x80\x80\x80\x80\x80\0", 7) + section(11, data)) == "");
  // The first data section counts, and its first payload.
  CHECK(payload(kWasm + section(11, leb(1, 1) + segment("x")) + section(11, data)) == "");
  CHECK(payload(kWasm + section(11, leb(2, 1) + segment("WbIL1") + segment("WbIL2"))) == "WbIL1");
  CHECK(payload(kWasm + section(11, leb(1, 1) + segment("x") + segment(inner))) == "");
  // Segments that are not passive, or lead outside.
  CHECK(payload(kWasm + section(11, leb(2, 1) + segment("x", '\0') + segment(inner))) == "");
  CHECK(payload(kWasm + section(11, leb(1, 1) + "\1" + leb(99, 1) + inner)) == "");
  CHECK(payload(kWasm + '\1' + leb(99, 1)) == "");
  CHECK(payload(std::string("\0asm\2\0\0\0", 8) + section(11, data)) == "");
}
