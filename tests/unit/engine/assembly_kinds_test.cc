// The kinds of file that hold managed code: modules without an assembly, Windows metadata,
// ready-to-run and mixed images, single-file bundles.
#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "assembly_fixture.h"
#include "engine/readers/assembly/bundle.h"
#include "tests/tools/assembly_rows.h"

using namespace dossier;
using namespace dossier::assembly;

namespace {

const std::string& shapes_image() {
  static const std::string bytes = bytes_of(assembly_fixture("Shapes.dll"));
  return bytes;
}

uint32_t number_at(const std::string& bytes, size_t at) {
  return Cursor(as_bytes(bytes), at).u32();
}

void set_number(std::string& bytes, size_t at, uint64_t value, size_t size = 4) {
  for (size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
}

std::string little(uint64_t value, size_t size) {
  std::string text(size, '\0');
  set_number(text, 0, value, size);
  return text;
}

/// Where the CLI header of Shapes.dll stands.
size_t cli_header() {
  const size_t metadata = shapes_image().find("BSJB");
  const size_t first_section = shapes_image().find(".text");
  const uint32_t address = number_at(shapes_image(), first_section + 12);
  const uint32_t offset = number_at(shapes_image(), first_section + 20);
  const auto metadata_address = static_cast<uint32_t>(metadata - offset + address);
  // cb, two halves of a version, then the metadata's address.
  const size_t at = shapes_image().find(little(metadata_address, 4));
  REQUIRE(at != std::string::npos);
  return at - 8;
}

/// Shapes.dll with another version in its metadata, which moves to the end of the last section.
std::string with_version(const std::string& version) {
  std::string bytes = shapes_image();
  const size_t metadata = bytes.find("BSJB");
  const size_t size = number_at(bytes, cli_header() + 12);
  const uint32_t old_length = number_at(bytes, metadata + 12);
  const auto length = static_cast<uint32_t>((version.size() + 4) / 4 * 4);
  std::string moved = bytes.substr(metadata, 12) + little(length, 4) + version;
  moved.resize(16 + length, '\0');
  const size_t streams = moved.size() + 4;
  moved += bytes.substr(metadata + 16 + old_length, size - 16 - old_length);
  size_t at = streams;
  for (int left = static_cast<unsigned char>(moved[streams - 2]); left > 0; --left) {
    set_number(moved, at, number_at(moved, at) + length - old_length);
    at += 8;
    at += (std::char_traits<char>::length(moved.c_str() + at) + 4) / 4 * 4;
  }
  const size_t reloc = bytes.find(".reloc");
  const uint32_t address = number_at(bytes, reloc + 12) + number_at(bytes, reloc + 16);
  set_number(bytes, reloc + 16, number_at(bytes, reloc + 16) + moved.size());
  set_number(bytes, cli_header() + 8, address);
  set_number(bytes, cli_header() + 12, moved.size());
  return bytes + moved;
}

std::string deflated(const std::string& bytes) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(compressBound(bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

constexpr std::string_view kMarker(
    "\x8b\x12\x02\xb9\x6a\x61\x20\x38\x72\x7b\x93\x02\x14\xd7\xa0\x32"
    "\x13\xf5\xb9\xe6\xef\xae\x33\x18\xee\x3b\x2d\xce\x24\xb3\x6a\xae",
    32);

/// A host with Shapes.dll, Part.netmodule and a configuration file behind it, as the SDK lays them.
std::string bundle(uint32_t version, bool is_compressed = false) {
  std::string bytes =
      "\x7f"
      "ELF" +
      std::string(100, 'h') + little(0, 8) + std::string(kMarker) + std::string(50, 'h');
  std::string entries;
  const auto add = [&](const std::string& path, const std::string& contents, char type) {
    const std::string stored = is_compressed && type == 1 ? deflated(contents) : contents;
    entries += little(bytes.size(), 8) + little(contents.size(), 8);
    if (version >= 6) entries += little(is_compressed && type == 1 ? stored.size() : 0, 8);
    entries += std::string(1, type) + static_cast<char>(path.size()) + path;
    bytes += stored;
  };
  add("Shapes.dll", shapes_image(), 1);
  add("App.runtimeconfig.json", "{}", 4);
  add("lib/Part.netmodule", bytes_of(assembly_fixture("Part.netmodule")), 1);
  const size_t manifest = bytes.size();
  bytes += little(version, 4) + little(0, 4) + little(3, 4) + "\x04game";
  if (version >= 2) bytes += std::string(40, '\0');
  set_number(bytes, bytes.find(kMarker) - 8, manifest, 8);
  return bytes + entries;
}

}  // namespace

TEST_CASE("assembly: a module without an assembly") {
  const Read read = read_bytes(bytes_of(assembly_fixture("Part.netmodule")));
  REQUIRE(read.modules.size() == 1);
  const Module& module = read.modules[0];
  CHECK(module.name == "Part.netmodule");
  CHECK(module.full_name == "");
  const auto wheel = std::find_if(module.types.begin(), module.types.end(),
                                  [](const Type& type) { return type.full_name == "Parts.Wheel"; });
  REQUIRE(wheel != module.types.end());
  CHECK(wheel->members.back().full_name == "Parts.Wheel.Spokes");
  CHECK(module.literals.size() == 1);
}

TEST_CASE("assembly: Windows metadata holds the same facts under its own version") {
  const Read read = read_bytes(with_version("WindowsRuntime 1.4;CLR v4.0.30319"));
  REQUIRE_FALSE(read.error);
  CHECK(rows::of(read.modules.at(0)) == rows::of(read_bytes(shapes_image()).modules.at(0)));
}

TEST_CASE("assembly: of mixed and ready-to-run images the managed part is read") {
  const size_t cli = cli_header();
  std::string mixed = shapes_image();
  set_number(mixed, cli + 16, number_at(mixed, cli + 16) & ~1u);
  CHECK(rows::of(read_bytes(mixed).modules.at(0)) ==
        rows::of(read_bytes(shapes_image()).modules.at(0)));
  // A ready-to-run header, "RTR", in the padding behind the section table.
  std::string ready = shapes_image();
  const size_t reloc = ready.find(".reloc");
  const uint32_t address = number_at(ready, reloc + 12) + number_at(ready, reloc + 16);
  set_number(ready, reloc + 16, number_at(ready, reloc + 16) + 8);
  set_number(ready, cli + 64, address);
  ready += std::string("RTR\0\0\0\0\0", 8);
  CHECK(read_bytes(ready).modules.size() == 1);
}

TEST_CASE("assembly: the assemblies of a single-file bundle") {
  const std::string golden = rows::of(read_bytes(shapes_image()).modules.at(0));
  for (const uint32_t version : {1u, 2u, 6u}) {
    for (const bool is_compressed : {false, true}) {
      if (is_compressed && version < 6) continue;
      INFO("version " << version << (is_compressed ? ", compressed" : ""));
      const Read read = read_bytes(bundle(version, is_compressed));
      REQUIRE_FALSE(read.error);
      REQUIRE(read.modules.size() == 2);
      CHECK(rows::of(read.modules[0]) == golden);
      CHECK(read.modules[0].path == "Test.dll!Shapes.dll");
      CHECK(read.modules[1].path == "Test.dll!lib/Part.netmodule");
    }
  }
}

TEST_CASE("assembly: a damaged bundle is refused, whatever is damaged") {
  const std::string good = bundle(6, true);
  const size_t manifest = Cursor(as_bytes(good), good.find(kMarker) - 8).u32();
  size_t refused = 0;
  for (size_t at = manifest; at < good.size(); ++at) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(~bytes[at]);
    const Read read = read_bytes(bytes);
    refused += read.error.has_value();
    if (read.error) CHECK_FALSE(read.error->message().empty());
  }
  CHECK(refused > 40);
  for (size_t size = manifest; size < good.size(); ++size) {
    CHECK(read_bytes(good.substr(0, size)).error.has_value());
  }
  // The first file's place and size, at the end and one byte past it.
  const std::string plain = bundle(6);
  const size_t first = Cursor(as_bytes(plain), plain.find(kMarker) - 8).u32() + 4 + 4 + 4 + 5 + 40;
  for (const size_t past : {0, 1}) {
    std::string bytes = plain;
    set_number(bytes, first, bytes.size() - 100 + past, 8);
    set_number(bytes, first + 8, 100, 8);
    CHECK(read_bundle(as_bytes(bytes)).has_value() == (past == 0));
  }
  std::string huge = good;  // an unpacked size that deflate could not reach
  set_number(huge, manifest + 4 + 4 + 4 + 5 + 40 + 8, uint64_t{1} << 40, 8);
  CHECK_FALSE(read_bundle(as_bytes(huge)).has_value());
}

TEST_CASE("assembly: files of a bundle that lie over each other are refused") {
  const auto is_read = [](bool is_whole) {
    std::string bytes = bundle(6);
    const size_t entries =
        Cursor(as_bytes(bytes), bytes.find(kMarker) - 8).u32() + 4 + 4 + 4 + 5 + 40;
    set_number(bytes, entries, 0, 8);
    set_number(bytes, entries + 8, is_whole ? bytes.size() : 100, 8);
    return read_bundle(as_bytes(bytes)).has_value();
  };
  CHECK(is_read(false));
  CHECK_FALSE(is_read(true));
}

TEST_CASE("assembly: the decompressed size of a bundle is limited, per file and in total") {
  constexpr uint64_t kFree = uint64_t{64} << 20;  // beyond that 100 times what is stored
  const auto with_sizes = [](uint64_t first, uint64_t third) {
    std::string bytes = bundle(6, true);
    const size_t manifest = Cursor(as_bytes(bytes), bytes.find(kMarker) - 8).u32();
    const size_t entries = manifest + 4 + 4 + 4 + 5 + 40;
    const size_t entry = 8 + 8 + 8 + 1 + 1;
    const size_t last =
        entries + 2 * entry + std::string("Shapes.dllApp.runtimeconfig.json").size();
    set_number(bytes, entries + 8, first, 8);
    set_number(bytes, last + 8, third, 8);
    return read_bundle(as_bytes(bytes));
  };
  CHECK(with_sizes(kFree - 1000, 10).has_value());
  CHECK_FALSE(with_sizes(kFree + 1, 10).has_value());
  CHECK(with_sizes(kFree / 2, kFree / 2 - 1000).has_value());
  CHECK_FALSE(with_sizes(kFree / 2, kFree / 2 + 1).has_value());
}

TEST_CASE("assembly: a host without a bundle says where its code is") {
  std::string host = bundle(6);
  set_number(host, host.find(kMarker) - 8, 0, 8);
  const Read read = read_bytes(host);
  REQUIRE(read.error);
  CHECK(read.error->message().find("the .dll of the same name beside it") != std::string::npos);
}
