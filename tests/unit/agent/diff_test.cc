#include "agent/workspace/diff.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "engine/unicode.h"

using namespace dossier;

namespace {

using Text = std::optional<std::string>;

// The content after the diff, or "line N: why".
std::string applied(std::string_view before, std::string_view diff) {
  const auto parsed = parse_diff(diff);
  const auto failed = [](const DiffFault& fault) {
    return "line " + std::to_string(fault.line) + ": " + fault.message;
  };
  if (const auto* fault = std::get_if<DiffFault>(&parsed)) return failed(*fault);
  const auto& file = std::get<std::vector<FileDiff>>(parsed).at(0);
  const auto out = apply_hunks(before, file);
  if (const auto* fault = std::get_if<DiffFault>(&out)) return failed(*fault);
  std::string text = std::get<Applied>(out).content;
  for (const auto offset : std::get<Applied>(out).offsets)
    if (offset != 0) text += "(offset " + std::to_string(offset) + ")";
  return text;
}

const std::string kTen = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

}  // namespace

TEST_CASE("diffs are unified, with three lines of context") {
  const struct {
    Text before, after;
    std::string_view expected;
  } rows[] = {
      {"a\n", "a\n", ""},
      {std::nullopt, "a\nb\n", "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n"},
      {"a\n", std::nullopt, "--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n"},
      {kTen, "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n",
       "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
      {"a", "a\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
      {"a\n", "a\nb", "--- a/f\n+++ b/f\n@@ -1,1 +1,2 @@\n a\n+b\n\\ No newline at end of file\n"},
      {kTen, "0\n" + kTen + "11\n",
       "--- a/f\n+++ b/f\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -8,3 +9,4 @@\n 8\n 9\n 10\n+11\n"},
  };
  for (const auto& row : rows) CHECK(unified_diff("f", row.before, row.after) == row.expected);
  CHECK(unified_diff("f", std::nullopt, "") == "--- /dev/null\n+++ b/f\n");
}

TEST_CASE("a diff applied to its before gives its after") {
  std::mt19937 random(3);
  const auto pick = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  for (int round = 0; round < 2000; ++round) {
    std::string before, after;
    for (size_t n = pick(30); n > 0; --n) {
      const std::string line = std::string(1, "ab-+ \\@"[pick(7)]) + (pick(3) ? "" : "x") + "\n";
      if (pick(6)) before += line;
      if (pick(6)) after += line;
    }
    if (!before.empty() && pick(3) == 0) before.pop_back();
    if (!after.empty() && pick(3) == 0) after.pop_back();
    if (before == after) continue;
    INFO(unified_diff("f", before, after));
    CHECK(applied(before, unified_diff("f", before, after)) == after);
    const LineCounts counts = counts_of(unified_diff("f", before, after));
    CHECK(counts.added + counts.removed > 0);
  }
}

TEST_CASE("a path that would end its line is quoted as git does, and read back") {
  const std::string paths[] = {"a b",          "x\ny.proto",  "tab\there",
                               "\"quoted\"",   "back\\slash", "\x01\x1B\x7F",
                               "na\xC3\xAFve", "\r",          "a/b"};
  for (const auto& path : paths) {
    const std::string diff = unified_diff(path, "1\n", "2\n");
    INFO(diff);
    CHECK(std::count(diff.begin(), diff.end(), '\n') == 5);
    const auto files = std::get<std::vector<FileDiff>>(parse_diff(diff));
    REQUIRE(files.size() == 1);
    CHECK(files[0].old_path == path);
    CHECK(files[0].new_path == path);
  }
  CHECK(diff_path("a/", "x\ny\x7F") == R"("a/x\ny\177")");
  CHECK(diff_path("a/", "na\xC3\xAFve b") == "a/na\xC3\xAFve b");
  CHECK(diff_path("a/", "na\xC3\xAFve \xFF") == "\"a/na\xC3\xAFve \\377\"");
}

TEST_CASE("a path as JSON has it leads back to the path, and no two are one") {
  // Any bytes of a path may stand in a text of three of them.
  const std::string_view bytes[] = {"a",    "\"",   "\\", "3",    "\xFF",
                                    "\xC3", "\xAF", "\n", "\x01", "7"};
  std::map<std::string, std::string> known;
  for (const auto one : bytes)
    for (const auto two : bytes)
      for (const auto three : bytes) {
        const std::string path = std::string(one) + std::string(two) + std::string(three);
        const std::string text = path_text(path);
        CAPTURE(path, text);
        CHECK(is_utf8(text));
        CHECK(path_meant(text) == path);
        CHECK(known.emplace(text, path).second);
      }
  CHECK(path_text("src/a\xFF.go") == R"("src/a\377.go")");
  CHECK(path_text("src/a\n\"b\".go") == "src/a\n\"b\".go");
  CHECK(path_text("\"a\"") == R"("\"a\"")");
  // What is no such text means itself.
  for (const char* text : {"\"a\"", "\"a\\377", "a\\377\"", "\"", "\"\\141\"", ""})
    CHECK(path_meant(text) == text);
}

TEST_CASE("hunks apply where they match and nowhere else") {
  const std::string head = "--- a/f\n+++ b/f\n";
  const struct {
    std::string before, diff, expected;
  } rows[] = {
      {kTen, head + "@@ -5,1 +5,1 @@\n-5\n+five\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n"},
      {kTen, head + "@@ -2,1 +2,1 @@\n-5\n+five\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n(offset 3)"},
      {kTen, head + "@@ -1,9 +1,1 @@\n-5\n+five\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n(offset 4)"},
      {"a\n\nb\n", head + "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", "a\n\nc\n"},
      {"a\nx\na\n", head + "@@ -2,1 +2,1 @@\n-a\n+b\n",
       "line 3: the hunk does not match at line 2 and matches at 2 other places; add context"},
      {"a\nb\n", head + "@@ -1,2 +1,2 @@\n a\n-c\n+d\n",
       "line 3: the hunk does not match\n  expected line 2: c\n  found    line 2: b"},
      {"a\n", head + "@@ -1,2 +1,2 @@\n a\n-c\n+d\n",
       "line 3: the hunk does not match\n  expected line 2: c\n  found    line 2: (end of file)"},
      {"a\n", head + "@@ -1,0 +2,1 @@\n+b\n", "a\nb\n"},
      {"a\n", head + "@@ -9,0 +9,1 @@\n+b\n", "line 3: the file has only 1 lines"},
      {"a\n", head + "@@ nonsense @@\n",
       "line 3: the hunk header is not '@@ -line,count +line,count @@'"},
      {"a\n", "@@ -1,1 +1,1 @@\n-a\n+b\n", "line 1: a hunk before the file's --- and +++ lines"},
      {"a\n", "just words\n", "line 0: no file in the diff: expected '--- a/path'"},
      {"a\n", head + "@@ -1,1 +1,1 @@\n-a\nb\n",
       "line 5: a line of a hunk must begin with ' ', '+' or '-'"},
      {"a\n", head + "Binary files a/f and b/f differ\n",
       "line 3: binary changes cannot be applied"},
      {"-- x\n", head + "@@ -1,1 +0,0 @@\n--- x\n", ""},
      {"a\n", "diff --git a/f b/f\nindex 1..2 100644\n" + head + "@@ -1 +1 @@ void f()\n-a\n+b\n",
       "b\n"},
      {"a\n", "--- a/f\t2020-01-01\n+++ b/f\t2020-01-02\n@@ -1 +1 @@\n-a\n+b\n", "b\n"},
  };
  for (const auto& row : rows) {
    INFO(row.diff);
    CHECK(applied(row.before, row.diff) == row.expected);
  }
}

TEST_CASE("a large rewrite is one replacement") {
  std::string before, after;
  for (int i = 0; i < 8000; ++i) {
    before += std::to_string(i * 7) + "\n";
    after += std::to_string(i * 5 + 1) + "\n";
  }
  const std::string diff = unified_diff("f", before, after);
  CHECK(counts_of(diff).added == 8000);
  CHECK(applied(before, diff) == after);
}

TEST_CASE("a diff in LF applies to a file in CRLF, and leaves one of mixed ends alone") {
  const std::string_view diff = "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n 1\n-2\n+two\n+2b\n";
  CHECK(applied("1\r\n2\r\n", diff) == "1\r\ntwo\r\n2b\r\n");
  CHECK(applied("1\r\n2\r\n3", diff) == "1\r\ntwo\r\n2b\r\n3");
  CHECK(applied("1\r\n2\n", diff).find("does not match") != std::string::npos);
  CHECK(applied("1\n2\n", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\r\n") == "1\ntwo\r\n");
}
