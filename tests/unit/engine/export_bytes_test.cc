#include "engine/readers/bytes.h"

#include <zlib.h>

#include <catch2/catch.hpp>

#include "engine/error.h"
#include "engine/readers/open_type.h"
#include "engine/readers/path_map.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

std::string gzipped(std::string_view text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(text.size() + 1024, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string read_all(ByteInput& input, size_t step) {
  std::string text, buffer(step, '\0');
  while (const size_t got = input.read(buffer.data(), step)) text.append(buffer, 0, got);
  return text;
}

}  // namespace

TEST_CASE("Bytes come as they are, or inflated when they are gzip") {
  std::string long_text;
  for (int i = 0; i < 40000; ++i) long_text += "line " + std::to_string(i) + '\n';
  const struct {
    const char* what;
    std::string bytes, text;
  } rows[] = {
      {"nothing", "", ""},
      {"one byte", "\x1f", "\x1f"},
      {"plain", long_text, long_text},
      {"gzip", gzipped(long_text), long_text},
      {"gzip of nothing", gzipped(""), ""},
      {"two members", gzipped("a") + gzipped("b"), "ab"},
      {"an empty member between", gzipped("a") + gzipped("") + gzipped("b"), "ab"},
      {"zero padding", gzipped("a") + std::string(700, '\0'), "a"},
  };
  for (const auto& row : rows) {
    for (const size_t step : {size_t{1}, size_t{3}, size_t{1000}, size_t{1} << 20}) {
      INFO(row.what << " by " << step);
      const auto input = memory_bytes(row.bytes, "x");
      CHECK((read_all(*input, step) == row.text));
      CHECK(input->consumed() == row.bytes.size());
      CHECK(input->total() == row.bytes.size());
    }
  }
}

TEST_CASE("Gzip that expands without measure is refused, at any step") {
  const auto read = [](const std::string& bytes, size_t step) {
    const auto input = memory_bytes(bytes, "x.gz");
    std::string buffer(step, '\0');
    size_t size = 0;
    while (const size_t got = input->read(buffer.data(), step)) size += got;
    return size;
  };
  const size_t free = size_t{64} << 20;
  for (const size_t step : {size_t{4096}, size_t{1} << 20}) {
    CHECK(read(gzipped(std::string(free, 'x')), step) == free);
    CHECK_THROWS_WITH(read(gzipped(std::string(free + (1 << 20), 'x')), step),
                      "x.gz: the gzip stream expands over 100 times; give its contents unpacked if "
                      "they are wanted");
  }
  // Members count together; text that compresses as exports do is read, however much it is.
  const std::string half = gzipped(std::string(free / 2, 'x'));
  CHECK_THROWS_AS(read(half + half + half, 4096), Error);
  std::string lines;
  for (int i = 0; lines.size() < free + (4 << 20); ++i)
    lines += "{\"Name\":\"Method" + std::to_string(int64_t{i} * 7919) +
             "\",\"Signature\":\"System.Void\"},";
  const std::string packed = gzipped(lines);
  CHECK(lines.size() / packed.size() > 5);
  CHECK(read(packed, 4096) == lines.size());
}

TEST_CASE("Damaged gzip is refused") {
  const std::string good = gzipped("some text that is long enough to be cut");
  const struct {
    std::string bytes, error;
  } rows[] = {
      {good.substr(0, good.size() - 1), "x.gz: the gzip stream is truncated"},
      {good.substr(0, 2), "x.gz: the gzip stream is truncated"},
      {good + "tail", "x.gz: the gzip stream is damaged"},
      {"\x1f\x8bnot gzip at all", "x.gz: the gzip stream is damaged"},
  };
  for (const auto& row : rows) {
    const auto input = memory_bytes(row.bytes, "x.gz");
    CHECK_THROWS_WITH(read_all(*input, 100), row.error);
  }
}

TEST_CASE("Files are opened by path, and failures name it") {
  const dossier::test::Scratch folder;
  const std::string path = folder / "a.json.gz";
  folder.write("a.json.gz", gzipped("hello"));
  const auto input = open_bytes(path);
  CHECK(input->name() == path);
  CHECK(read_all(*input, 100) == "hello");
  CHECK_THROWS_WITH(open_bytes(folder / "none"),
                    (folder / "none") + ": cannot open: No such file or directory");
  CHECK_THROWS_WITH(open_bytes(folder.path()),
                    folder.path().string() + ": cannot read: Is a directory");
}

TEST_CASE("Paths are rewritten by whole components") {
  const struct {
    const char *from, *to, *path, *result;
  } rows[] = {
      {"/mnt/c", "C:\\", "/mnt/c/Games/A.dll", "C:\\Games\\A.dll"},
      {"/mnt/c/", "C:\\", "/mnt/c/Games/A.dll", "C:\\Games\\A.dll"},
      {"/mnt/c", "C:", "/mnt/c/Games/A.dll", "C:/Games/A.dll"},
      {"/mnt/c", "C:\\", "/mnt/cd/A.dll", "/mnt/cd/A.dll"},
      {"/mnt/c", "C:\\", "/mnt/c", "C:\\"},
      {"C:\\", "/mnt/c", "C:\\Games\\A.dll", "/mnt/c/Games/A.dll"},
      {"C:\\Games", "D:\\", "C:\\Games\\A.dll", "D:\\A.dll"},
      {"/a", "/b", "/a/x\\y", "/b/x\\y"},
      {"/a/", "", "/a/x", "x"},
      {"/a", "/b", "", ""},
      {"/a", "/b", "b/a", "b/a"},
  };
  for (const auto& row : rows) {
    INFO(row.from << '=' << row.to << ' ' << row.path);
    CHECK(rewrite_path(row.path, {{row.from, row.to}}) == row.result);
  }
  CHECK(rewrite_path("/a/x", {{"/b", "1"}, {"/a", "/2"}, {"/a/x", "/3"}}) == "/2/x");
  CHECK(parse_path_map("/mnt/c=C:\\a=b") ==
        std::pair<std::string, std::string>("/mnt/c", "C:\\a=b"));
  CHECK_THROWS_WITH(parse_path_map("x"), "--path-map: expected FROM=TO, found 'x'");
  CHECK_THROWS_WITH(parse_path_map("=x"), "--path-map: expected FROM=TO, found '=x'");
}

TEST_CASE("Open types drop generic arguments and nothing else") {
  const struct {
    std::string_view text, open;
  } rows[] = {
      {"System.Object", "System.Object"},
      {"Foo`1<System.Int32>", "Foo`1"},
      {"A.Foo`2<System.String,A.Bar`1<T>>", "A.Foo`2"},
      {"Outer`1+Inner<T>", "Outer`1+Inner"},
      {"<Module>", "<Module>"},
      {"A+<Run>d__0", "A+<Run>d__0"},
      {"A+<Run>d__0`1<T>", "A+<Run>d__0`1"},
      {">", ">"},
      {"", ""},
  };
  for (const auto& row : rows) CHECK(open_type(row.text) == row.open);
}
