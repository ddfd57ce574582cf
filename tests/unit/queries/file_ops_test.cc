// Ops on files: how many lines grep gives, which binary files diff says changed, which files are
// stale.
#include <fcntl.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/json_value.h"
#include "engine/readers/snapshot/blob_id.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "queries/ops/search_time.h"
#include "queries/ops/tree_sink.h"
#include "store/freshness.h"
#include "store/import/import.h"
#include "store/import/load.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

File text_file(const std::string& path, const std::string& contents, int64_t lines) {
  File file;
  file.path = path;
  file.contents = contents;
  file.lines = lines;
  file.size = static_cast<int64_t>(contents.size());
  return file;
}

File binary_file(const std::string& path, int64_t size, const std::string& object) {
  File file;
  file.path = path;
  file.size = size;
  file.is_binary = true;
  file.object_id = object;
  return file;
}

void import_files(Store& store, const std::string& label, std::vector<File> files) {
  LoadOptions options;
  options.project = "P";
  options.project_given = true;
  options.label = label;
  options.kind = "revision";
  options.source = "here";
  Load load(store, options);
  for (File& file : files) load.add(std::move(file));
  load.finish();
}

// path -> change, as the op diff says it.
std::string changes(Store& store) {
  const JsonAnswer answer = run_to_json(store, kDiff, {{"before", "old"}, {"after", "new"}});
  std::string out;
  const Json body = read_json(answer.body);
  for (const auto& row : body["hits"].each())
    out += std::string(*row["name"].string()) + " " + std::string(*row["change"].string()) + "\n";
  return out;
}

// How often the clock of searches may be asked until it is past every limit.
int64_t asked_left = 0;

struct RunningOut {
  explicit RunningOut(int64_t asked) {
    asked_left = asked;
    set_search_clock([] { return asked_left-- > 0 ? int64_t{0} : INT64_MAX / 2; });
  }
  ~RunningOut() { set_search_clock(nullptr); }
};

}  // namespace

TEST_CASE("grep returns as many lines as requested, at most 500") {
  Store store = open_in_memory();
  std::string contents;
  for (int line = 0; line < 600; ++line) contents += "needle " + std::to_string(line) + "\n";
  import_files(store, "old", {text_file("a.txt", contents, 600)});
  const auto ask = [&](Arguments arguments) {
    arguments.set("pattern", arguments.has("pattern") ? arguments.text("pattern") : "needle");
    const JsonAnswer answer = run_to_json(store, kGrep, arguments);
    const Json body = read_json(answer.body);
    CHECK(static_cast<int64_t>(body.each().size()) == answer.complete.returned);
    return std::to_string(answer.complete.returned) + " of " + answer.complete.total_text() +
           (answer.complete.truncated ? ", cut" : "");
  };
  CHECK(ask({}) == "500 of >=500, cut");
  CHECK(ask({{"maxResults", "0"}}) == "500 of >=500, cut");
  CHECK(ask({{"maxResults", "501"}}) == "500 of >=500, cut");
  CHECK(ask({{"maxResults", "3"}}) == "3 of >=3, cut");
  CHECK(ask({{"pattern", "needle 5[0-4]$"}, {"maxResults", "5"}}) == "5 of 5");
  CHECK(ask({{"pattern", "needle 5[0-5]$"}, {"maxResults", "5"}}) == "5 of >=5, cut");
  Arguments all;
  all.unlimited = true;
  CHECK(ask(all) == "600 of 600");
  CHECK(run_to_json(store, kGrep, {{"pattern", "x"}, {"maxResults", "many"}}).status() == 400);
}

TEST_CASE("grep finds lines in more files than are looked up at a time") {
  Store store = open_in_memory();
  std::vector<File> files;
  std::string rare, all;
  for (int i = 1000; i < 2300; ++i) {
    const std::string path = std::to_string(i) + ".txt";
    const bool is_rare = i == 1000 || i == 1511 || i == 1512 || i == 2024 || i == 2299;
    files.push_back(text_file(path, "file " + path + (is_rare ? "\nneedle\n" : "\nother\n"), 2));
    all += path + " ";
    if (is_rare) rare += path + " ";
  }
  import_files(store, "many", files);
  const auto found = [&](const char* pattern) {
    Arguments arguments{{"pattern", pattern}};
    arguments.unlimited = true;
    const Json body = read_json(run_to_json(store, kGrep, arguments).body);
    std::string paths;
    for (const auto& row : body.each()) paths += std::string(*row["path"].string()) + " ";
    return paths;
  };
  CHECK(found("needle") == rare);
  CHECK(found("^file") == all);
  CHECK(found("needles").empty());
}

TEST_CASE("grep answers what it found until its time is up, and says where it stopped") {
  Store store = open_in_memory();
  std::vector<File> files;
  for (const char* path : {"a.txt", "b.txt", "c.txt"})
    files.push_back(text_file(path, "needle\nand thread\n", 2));
  import_files(store, "old", files);
  for (const char* pattern : {"needle", "needle\\nand", "(?<!x)needle"}) {
    const Arguments arguments{{"pattern", pattern}};
    const JsonAnswer whole = run_to_json(store, kGrep, arguments);
    CHECK(whole.complete.returned == 3);
    CHECK(whole.note_beside.empty());
    size_t parts = 0;
    for (int64_t asked = 1;; ++asked) {
      INFO(pattern << ", " << asked);
      const RunningOut clock(asked);
      const JsonAnswer answer = run_to_json(store, kGrep, arguments);
      CHECK(answer.status() == 200);
      CHECK(whole.body.starts_with(answer.body.substr(0, answer.body.size() - 1)));
      if (answer.note_beside.empty()) {
        CHECK(answer.body == whole.body);
        CHECK_FALSE(answer.complete.truncated);
        break;
      }
      CHECK(answer.complete.truncated);
      CHECK(answer.complete.total_text() == ">=" + std::to_string(answer.complete.returned));
      CHECK(answer.note_beside.starts_with("stopped at the time limit"));
      if (answer.complete.returned > 0) {
        ++parts;
        CHECK(answer.note_beside.find(".txt: what follows is not searched") != std::string::npos);
      }
    }
    CHECK(parts >= 2);
  }
  SECTION("a tool says so beside the rows, and a caller's deadline ends it likewise") {
    int left = 2;
    store.database().set_checkpoint([&] {
      if (left-- <= 0) throw Error(ErrorCode::limit, "deadline");
    });
    TreeSink tree;
    run(store, kGrep, {{"pattern", "needle"}}, tree);
    store.database().set_checkpoint({});
    const Json value = tree.take();
    CHECK(value["rows"].each().size() < 3);
    CHECK(value.text("note").starts_with("stopped at the time limit"));
    CHECK(value.text("note").find("(timeout)") == std::string::npos);
  }
}

TEST_CASE("time in which results are handed over is no part of a search's") {
  static int64_t now = 0;
  set_search_clock([] { return now; });
  SearchTime time(1);
  now = 999;
  CHECK_NOTHROW(time.check());
  time.leave_out([] { now = 50'000; });
  CHECK_NOTHROW(time.check());
  now += 1;
  CHECK_THROWS_AS(time.check(), Error);
  set_search_clock(nullptr);
}

TEST_CASE("a binary file has changed when its size or its object did") {
  Store store = open_in_memory();
  const std::string one(40, '1'), two(40, '2');
  import_files(
      store, "old",
      {binary_file("grown", 10, one), binary_file("kept", 10, one), binary_file("other", 10, one),
       text_file("text", "a\n", 1), binary_file("unknown", 10, "")});
  import_files(
      store, "new",
      {binary_file("grown", 11, one), binary_file("kept", 10, one), binary_file("other", 10, two),
       text_file("text", "a\n", 1), binary_file("unknown", 10, "")});
  CHECK(changes(store) == "grown changed\nother changed\n");
}

TEST_CASE("a file of a folder is the same, touched, changed or gone") {
  const test::Scratch scratch;
  const std::string folder = scratch.path(), path = scratch / "a.txt";
  const auto write = [&](const std::string& text, int64_t mtime_ns) {
    scratch.write("a.txt", text);
    const timespec time{mtime_ns / 1'000'000'000, mtime_ns % 1'000'000'000};
    const timespec times[2] = {time, time};
    REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
  };
  constexpr int64_t kThen = 1'700'000'000'123'456'789;
  FileName file;
  file.path = "a.txt";
  file.size = 3;
  file.mtime_ns = kThen;
  const Folder looked(folder);
  write("one", kThen);
  CHECK(looked.state_of(file) == Folder::State::same);
  write("two", kThen + 1);  // other content of the same size
  CHECK(looked.state_of(file) == Folder::State::touched);
  write("two", kThen - 1'000'000'000);
  CHECK(looked.state_of(file) == Folder::State::touched);
  write("three", kThen);
  CHECK(looked.state_of(file) == Folder::State::changed);
  std::filesystem::remove(path);
  CHECK(looked.state_of(file) == Folder::State::missing);
  CHECK(Folder(folder + "/none").state_of(file) == Folder::State::missing);
}

TEST_CASE("a touched file is stale when its contents differ, or would take too long to read") {
  const test::Scratch scratch;
  const std::string utf16("\xff\xfeh\0i\0", 6), binary("a\0b", 3);
  const auto write = [&](const char* name, const std::string& text, int64_t second) {
    scratch.write(name, text);
    const timespec times[2] = {{second, 0}, {second, 0}};
    REQUIRE(::utimensat(AT_FDCWD, (scratch / name).c_str(), times, 0) == 0);
  };
  const auto write_all = [&](int64_t second) {
    write("empty", "", second);
    write("text", "one\n", second);
    write("wide", utf16, second);
    write("zero", binary, second);
  };
  write_all(1'700'000'000);
  Store store = open_in_memory();
  ImportOptions options;
  options.path = scratch.path();
  options.project = "P";
  import(store, options);
  const Scope heads = resolve_scope(store.statements(), {}, {});
  const auto stale = [&](std::string_view path, int64_t most = 100) {
    const auto files = files_at(store.statements(), heads, path);
    REQUIRE(files.size() == 1);
    return Freshness(store, heads, most).is_stale(files.front());
  };
  write_all(1'700'000'005);
  for (const char* path : {"empty", "text", "wide", "zero"}) CHECK_FALSE(stale(path));
  CHECK(stale_trees(store).empty());
  CHECK_FALSE(stale("text", 4));
  CHECK(stale("text", 3));  // more bytes than may be read

  write("text", "two\n", 1'700'000'005);
  write("wide", std::string("\xff\xfeh\0o\0", 6), 1'700'000'005);
  write("zero", std::string("a\0c", 3), 1'700'000'005);
  for (const char* path : {"text", "wide", "zero"}) CHECK(stale(path));
  CHECK(stale_trees(store).front().changed == 3);

  // The bytes of one answer are counted together.
  write_all(1'700'000'009);
  Freshness both(store, heads, 5);
  CHECK_FALSE(both.is_stale(files_at(store.statements(), heads, "text").front()));
  CHECK(both.is_stale(files_at(store.statements(), heads, "zero").front()));
}

TEST_CASE("a binary of a folder has changed when its bytes did, at the same size too") {
  const test::Scratch scratch;
  Store store = open_in_memory();
  const auto import_as = [&](const char* label) {
    ImportOptions options;
    options.path = scratch.path();
    options.project = "P";
    options.label = label;
    return import(store, options);
  };
  // Behind the text that is searched stands what makes it a binary, and what differs.
  const std::string text(100'000, '\n');
  scratch.write("a.bin", std::string("a\0b", 3));
  scratch.write("kept.bin", std::string("k\0", 2));
  scratch.write("long", text + std::string("\0a", 2));
  import_as("old");
  scratch.write("a.bin", std::string("a\0c", 3));
  scratch.write("kept.bin", std::string("k\0", 2));
  scratch.write("long", text + std::string("\0b", 2));
  import_as("new");
  CHECK(changes(store) == "a.bin changed\nlong changed\n");
  // Their ids are git's.
  CHECK(snapshot::blob_id("hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a");
}
