// Damaged and malicious assemblies: each is read or refused with an error, never more.
#include <catch2/catch.hpp>
#include <chrono>
#include <random>

#include "assembly_fixture.h"

using namespace dossier;

namespace {

using Clock = std::chrono::steady_clock;

/// Reads strictly and leniently, and holds what is true of every input.
void check_survives(const std::string& bytes) {
  const auto start = Clock::now();
  for (const bool lenient : {false, true}) {
    const Read read = read_bytes(bytes, lenient);
    if (read.error) {
      CHECK(read.modules.empty());
      CHECK_FALSE(read.error->message().empty());
      const ErrorCode code = read.error->code();
      const bool is_refusal =
          code == ErrorCode::corrupt || code == ErrorCode::invalid || code == ErrorCode::limit;
      CHECK(is_refusal);
      continue;
    }
    if (!lenient) CHECK(read.report.defect_count == 0);
    for (const Module& module : read.modules) {
      CHECK(module.text.size() < (size_t{80} << 20) + 40 * bytes.size());
    }
  }
  CHECK(Clock::now() - start < std::chrono::seconds(20));
}

void set(std::string& bytes, size_t at, uint32_t value) {
  for (size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
    bytes[at + i] = static_cast<char>(value >> (8 * i));
  }
}

/// One change of the kinds that find bugs: bits, bytes, interesting numbers, copies, cuts.
void mutate(std::string& bytes, std::mt19937& random, size_t from, size_t size) {
  const auto place = [&] { return from + random() % size; };
  static constexpr uint32_t kInteresting[] = {0,      1,          0x7F,       0x80,       0xFF,
                                              0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFF};
  switch (random() % 6) {
    case 0:
      bytes[place()] ^= static_cast<char>(1u << random() % 8);
      break;
    case 1:
      bytes[place()] = static_cast<char>(random());
      break;
    case 2:
      set(bytes, place(), kInteresting[random() % std::size(kInteresting)]);
      break;
    case 3:
      set(bytes, place(), static_cast<uint32_t>(random() % (2 * bytes.size())));
      break;
    case 4: {
      const size_t length = 1 + random() % 64;
      const std::string piece = bytes.substr(place(), length);
      const size_t at = place();
      bytes.replace(at, std::min(piece.size(), bytes.size() - at), piece, 0,
                    std::min(piece.size(), bytes.size() - at));
      break;
    }
    default:
      if (random() % 8 == 0)
        bytes.resize(place());
      else
        bytes[place()] = 0;
  }
}

}  // namespace

TEST_CASE("assembly: every stream of the metadata lies within it") {
  const std::string bytes = bytes_of(assembly_fixture("Shapes.dll"));
  for (const std::string name : {"#~", "#Strings", "#US", "#GUID", "#Blob"}) {
    CAPTURE(name);
    const size_t at = bytes.find(name + '\0');
    REQUIRE(at != std::string::npos);
    std::string damaged = bytes;
    set(damaged, at - 4, 0x10000000);  // the size stands before the name
    const Read read = read_bytes(damaged);
    REQUIRE(read.error);
    CHECK(read.error->message() == "the metadata stream " + name + " reaches past the end");
  }
}

TEST_CASE("assembly: the shared mutants are read or refused") {
  const auto shared = shared_folder();
  if (!shared) {
    WARN("skipped: needs shared");
    return;
  }
  size_t count = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*shared / "data/dotnet/mutants")) {
    if (entry.path().extension() != ".dll") continue;
    const std::string bytes = bytes_of(entry.path());
    INFO(entry.path().filename());
    check_survives(bytes);
    ++count;
    refused += read_bytes(bytes).error.has_value();
  }
  CHECK(count >= 39);
  CHECK(refused * 4 > count * 3);
}

TEST_CASE("assembly: thousands of fresh mutations are read or refused") {
  const std::string good = bytes_of(assembly_fixture("Shapes.dll"));
  const size_t metadata = good.find("BSJB");
  REQUIRE(metadata != std::string::npos);
  size_t refused = 0;
  constexpr unsigned kRounds = 3000;
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    std::mt19937 random(seed);
    std::string bytes = good;
    // Most aim at the metadata and the IL before it, which is where the structure is.
    const bool is_anywhere = seed % 8 == 0;
    const size_t from = is_anywhere ? 0 : seed % 4 == 0 ? 0x200 : metadata;
    for (unsigned i = 0; i <= seed % 5 && bytes.size() > from + 1; ++i) {
      mutate(bytes, random, from, bytes.size() - from);
    }
    INFO("seed " << seed);
    check_survives(bytes);
    refused += read_bytes(bytes).error.has_value();
  }
  CHECK(refused > kRounds / 3);
}

TEST_CASE("assembly: every truncation is refused") {
  const std::string good = bytes_of(assembly_fixture("Shapes.dll"));
  for (size_t size = 0; size < good.size(); size += 37) {
    INFO("cut to " << size);
    const Read read = read_bytes(good.substr(0, size));
    CHECK(read.error.has_value());
    check_survives(good.substr(0, size));
  }
}

TEST_CASE("assembly: a lenient read keeps what is sound and lists the rest") {
  std::string bytes = bytes_of(assembly_fixture("Shapes.dll"));
  const size_t all = read_bytes(bytes).modules.at(0).references.size();
  // The tiny body "ldarg.0; call …; ret" of a constructor becomes one with a free opcode.
  const size_t body = bytes.find(std::string("\x02\x28", 2), 0x250);
  REQUIRE(body != std::string::npos);
  bytes[body] = '\x24';
  const Read strict = read_bytes(bytes);
  REQUIRE(strict.error.has_value());
  CHECK(strict.error->code() == ErrorCode::corrupt);
  CHECK(strict.error->message().find("there is no such instruction at IL offset 0") !=
        std::string::npos);
  CHECK(strict.error->message().find("--lenient") != std::string::npos);
  const Read lenient = read_bytes(bytes, true);
  REQUIRE(lenient.modules.size() == 1);
  REQUIRE(lenient.report.defects.size() == 1);
  CHECK(lenient.report.defects[0].where.substr(0, 9) == "method 0x");
  CHECK(lenient.modules[0].references.size() < all);
  CHECK(lenient.modules[0].references.size() > all - 10);
}

TEST_CASE("assembly: types nested deeper than a reader follows are named") {
  const std::string bytes = bytes_of(assembly_fixture("../bad_assemblies/Deep.dll"));
  const Read strict = read_bytes(bytes);
  REQUIRE(strict.error.has_value());
  CHECK(strict.error->message().find("nested more than 64 types deep") != std::string::npos);
  const Read lenient = read_bytes(bytes, true);
  REQUIRE(lenient.modules.size() == 1);
  // <Module>, N0 and the 64 within it.
  const auto& types = lenient.modules[0].types;
  REQUIRE(types.size() == 66);
  CHECK(types.back().name == "N64");
  CHECK(types.back().full_name.starts_with("N0+N1+"));
  CHECK(types.back().full_name.ends_with("+N63+N64"));
  REQUIRE(lenient.report.defects.size() == 1);
  CHECK(lenient.report.defects[0].what == "nested more than 64 types deep");
}

TEST_CASE("assembly: a file without an assembly is identified") {
  const std::string mz = std::string("MZ") + std::string(0x3A, '\0') + std::string("\x40\0\0\0", 4);
  const struct {
    std::string bytes;
    ErrorCode code;
    std::string_view part;
  } rows[] = {
      {"", ErrorCode::invalid, "an empty file"},
      {"MZ", ErrorCode::corrupt, "outside the file"},
      {mz + "NE\0\0", ErrorCode::corrupt, "outside the file"},
      {mz + std::string(64, 'x'), ErrorCode::invalid, "without a PE header"},
      {"\x7f"
       "ELF" +
           std::string(64, '\0'),
       ErrorCode::invalid, "native ELF"},
      {"\x7f"
       "ELF...il2cpp_init",
       ErrorCode::invalid, "IL2CPP dumper"},
      {"\xaf\x1b\xb1\xfa....", ErrorCode::invalid, "global-metadata.dat"},
      {"PK\3\4....", ErrorCode::invalid, "zip"},
      {"BSJB....", ErrorCode::invalid, "portable PDB"},
      {std::string("\0asm\1\0\0\0", 8), ErrorCode::invalid, "WebAssembly"},
      {"plain text", ErrorCode::invalid, "not a .NET assembly"},
  };
  for (const auto& row : rows) {
    const Read read = read_bytes(row.bytes);
    REQUIRE(read.error.has_value());
    INFO(read.error->what());
    CHECK(read.error->code() == row.code);
    CHECK(read.error->message().find(row.part) != std::string::npos);
  }
}
