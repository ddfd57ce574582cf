// The figures of `grpc score`, computed by hand.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "agent/evaluation/result.h"
#include "agent/evaluation/table.h"
#include "engine/regular_file.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::evaluation;
using test::failure_of;
using test::Scratch;

namespace {

FileChange of(std::optional<std::string> before, std::optional<std::string> after) {
  return {std::move(before), std::move(after)};
}

std::string shown(const Overlap& overlap) {
  return std::to_string(overlap.both) + " of " + std::to_string(overlap.truth) + " and " +
         std::to_string(overlap.fix);
}

// A case with a .proto, generated code, a document and two files of code.
DatasetCase small_case(const Scratch& place) {
  const auto both = [&](std::string_view path, std::string_view before, std::string_view after) {
    place.write("d/p/issue/n/premerge_1/" + std::string(path), before);
    place.write("d/p/issue/n/merge_1/" + std::string(path), after);
  };
  both("a.proto", "syntax = \"proto3\";\n", "syntax = \"proto3\";\npackage a;\n");
  both("a.pb.go", "package a\n", "package b\n");
  both("made.py", "# Code generated. DO NOT EDIT.\n", "# Code generated. DO NOT EDIT.\nx = 1\n");
  both("README.md", "one\n", "two\n");
  both("vendor/lib.go", "package lib\n", "package bil\n");
  both("use.py", "a = 1\nb = 2\nc = 3\n", "a = 1\nb = 3\nc = 3\n");
  both("same.py", "d = 1\n", "d = 1\n");
  return cases_of(place / "d").at(0);
}

}  // namespace

TEST_CASE("runs of changed lines say where they are") {
  const struct {
    std::optional<std::string> before, after;
    std::string expected;
  } rows[] = {
      {"a\nb\nc\n", "a\nB\nc\n", "2 -b +B"},
      {"a\nb\nc\n", "a\nb\nx\ny\nc\n", "3 +x +y"},
      {"a\nb\nc\n", "b\nc\nd\n", "1 -a;4 +d"},
      {std::nullopt, "a\nb\n", "1 +a +b"},
      {"a\n", std::nullopt, "1 -a"},
      {"a", "a\n", "1 -a\\ +a"},  // the end of the last line is a change of it
      {"a\n", "a\n", ""},
  };
  for (const auto& row : rows) {
    std::string made;
    for (const auto& run : changed_runs(of(row.before, row.after))) {
      made += (made.empty() ? "" : ";") + std::to_string(run.line);
      for (const auto& line : run.removed) made += " -" + line;
      for (const auto& line : run.added) made += " +" + line;
    }
    CHECK(made == row.expected);
  }
}

TEST_CASE("a fix is scored by files, hunks and lines that it has in common with the truth") {
  // Two hunks: line 2 replaced, two lines added at the end. A second file, one line replaced.
  const std::string before = "one\ntwo\nthree\nfour\n";
  const Changes truth = {{"a.py", of(before, "one\nTWO\nthree\nfour\nfive\nsix\n")},
                         {"b.py", of("x = 1\n", "x = 2\n")}};
  // The first hunk as it is; of the second one line; a file that nobody touched; b.py missed.
  const Changes fix = {{"a.py", of(before, "one\nTWO\nthree\nfour\nfive\n")},
                       {"c.py", of("y = 1\n", "y = 2\n")}};
  const Score made = score(truth, fix);
  CHECK(shown(made.files) == "1 of 2 and 2");
  CHECK(shown(made.hunks) == "1 of 3 and 3");
  // -two, +TWO and +five of -two, +TWO, +five, +six, -x = 1, +x = 2.
  CHECK(shown(made.lines) == "3 of 6 and 5");
  CHECK(made.exact_files == 0);
  CHECK(made.files.precision() == 0.5);
  CHECK(made.files.recall() == 0.5);

  const Score perfect = score(truth, truth);
  CHECK(shown(perfect.files) == "2 of 2 and 2");
  CHECK(shown(perfect.hunks) == "3 of 3 and 3");
  CHECK(perfect.exact_files == 2);

  const Score none = score(truth, {});
  CHECK(shown(none.lines) == "0 of 6 and 0");
  CHECK_FALSE(none.files.precision().has_value());
  CHECK(none.files.recall() == 0.0);
}

TEST_CASE("equal lines count as often as both sides have them, and removed ones by their place") {
  const Changes truth = {{"a", of("k\n", "k\n}\n}\n}\n")}};
  const Changes fix = {{"a", of("k\n", "k\n}\n")}};
  CHECK(shown(score(truth, fix).lines) == "1 of 3 and 1");
  // The same text removed elsewhere is another line.
  const Changes first = {{"a", of("x\ny\nx\n", "y\nx\n")}};
  const Changes last = {{"a", of("x\ny\nx\n", "x\ny\n")}};
  CHECK(shown(score(first, last).lines) == "0 of 1 and 1");
}

TEST_CASE("a score says which files no longer parse") {
  const Changes truth = {{"a.py", of("def f():\n  return 1\n", "def f():\n  return 2\n")},
                         {"b.py", of("def g(:\n", "def g():\n  pass\n")},
                         {"c.yaml", of("a: 1\n", "a: 2\n")}};
  const Changes fix = {{"a.py", of("def f():\n  return 1\n", "def f(:\n  return ((\n")}};
  const Score made = score(truth, fix);
  CHECK(made.parsed == 2);  // a language without a grammar is not counted
  CHECK(made.broken_before == 1);
  CHECK(made.broken_after == 2);  // b.py as it was, and a.py
  CHECK(score(truth, truth).broken_after == 0);
}

TEST_CASE("the truth is what people wrote by hand, and a fix is seen through the same rules") {
  const Scratch place;
  const DatasetCase one = small_case(place);
  const Changes truth = truth_of(one).changes;
  REQUIRE(truth.size() == 1);
  CHECK(truth.begin()->first == "use.py");

  const std::string diff =
      "--- a/use.py\n+++ b/use.py\n@@ -2,1 +2,1 @@\n-b = 2\n+b = 3\n"
      "--- a/README.md\n+++ b/README.md\n@@ -1,1 +1,1 @@\n-one\n+three\n"
      "--- a/a.proto\n+++ b/a.proto\n@@ -1,1 +1,2 @@\n syntax = \"proto3\";\n+package a;\n"
      "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,1 @@\n+n = 1\n";
  const AppliedFix fix = apply_fix(one, diff);
  CHECK(fix.fault.empty());
  CHECK(fix.changes.size() == 2);
  CHECK(fix.changes.at("use.py").after == truth.at("use.py").after);
  CHECK(shown(score(truth, fix.changes).files) == "1 of 1 and 2");
}

TEST_CASE("a diff that does not apply, or leads out of the tree, is told and changes nothing") {
  const Scratch place;
  const DatasetCase one = small_case(place);
  place.write("d/p/issue/n/secret.py", "s = 1\n");
  const AppliedFix wrong =
      apply_fix(one, "--- a/use.py\n+++ b/use.py\n@@ -1,1 +1,1 @@\n-z = 9\n+z = 8\n");
  CHECK(wrong.changes.empty());
  CHECK(wrong.fault.starts_with("line 3: "));
  const AppliedFix out =
      apply_fix(one, "--- a/../secret.py\n+++ b/../secret.py\n@@ -1,1 +1,1 @@\n-s = 1\n+s = 2\n");
  CHECK(out.changes.empty());
  CHECK_FALSE(out.fault.empty());
}

TEST_CASE("a case that is laid out otherwise has a fault, and stops no other") {
  const Scratch place;
  place.write("d/p/pullrequest/good/premerge_a/x", "");
  place.write("d/p/pullrequest/good/merge_a/x", "");
  place.write("d/p/pullrequest/bare/premerge_a/x", "");
  place.write("d/p/issue/twice/premerge_a/x", "");
  place.write("d/p/issue/twice/premerge_b/x", "");
  place.write("d/p/issue/twice/merge_b/x", "");
  place.write("d/p/other/none/premerge_a/x", "");
  std::string all;
  for (const auto& one : cases_of(place / "d")) all += one.id + ": " + one.fault + "\n";
  CHECK(all ==
        "p/issue/twice: there are 2 folders premerge_*\n"
        "p/pullrequest/bare: there is no folder merge_*\n"
        "p/pullrequest/good: \n");
  CHECK(failure_of([&] { cases_of(place / "d/p"); }).starts_with("invalid: no cases here"));
  CHECK(failure_of([&] { cases_of(place / "nowhere"); }) == "not_found: there is no such folder");
}

TEST_CASE("whatever a case is called, and wherever a link leads, the others are there") {
  const Scratch place;
  for (const char* name : {"good", "two\nlines", "esc\x1b[2J", "bytes\xff", "two%0Alines"}) {
    place.write("d/p/issue/" + std::string(name) + "/premerge_a/x", "");
    place.write("d/p/issue/" + std::string(name) + "/merge_a/x", "");
  }
  place.write("outside/b/premerge_a/x", "");
  place.write("outside/b/merge_a/x", "");
  namespace fs = std::filesystem;
  fs::create_directories(place.path() / "d/q/issue/linked");
  fs::create_directory_symlink(place.path() / "outside", place.path() / "d/q/pullrequest");
  fs::create_directory_symlink(place.path() / "outside/b", place.path() / "d/q/issue/b");
  for (const char* side : {"premerge_a", "merge_a"})
    fs::create_directory_symlink(place.path() / "outside/b" / side,
                                 place.path() / "d/q/issue/linked" / side);
  std::string all;
  for (const auto& one : cases_of(place / "d")) all += one.id + ": " + one.fault + "\n";
  const std::string fault = ": its name has control characters, or is no UTF-8\n";
  CHECK(all == "p/issue/bytes%FF" + fault + "p/issue/esc%1B%5B2J" + fault + "p/issue/good: \n" +
                   "p/issue/two%0Alines" + fault + "p/issue/two%0Alines%: \n" +
                   "q/issue/linked: there is no folder premerge_*\n");
}

TEST_CASE("a project with an odd name is told, and two of them are two") {
  const Scratch place;
  for (const char* name : {"good", "bytes\xff", "bytes\xfe", "bytes%FE"}) {
    place.write("d/" + std::string(name) + "/issue/a/premerge_a/x", "");
    place.write("d/" + std::string(name) + "/issue/a/merge_a/x", "");
  }
  std::string all;
  for (const auto& one : cases_of(place / "d")) all += one.id + ": " + one.fault + "\n";
  const std::string fault = ": the name of its project has control characters, or is no UTF-8\n";
  CHECK(all == "bytes%FE%/issue/a" + fault + "bytes%FE/issue/a: \nbytes%FF/issue/a" + fault +
                   "good/issue/a: \n");
}

TEST_CASE("what stands where a file should is told, and never waited for") {
  const Scratch place;
  place.write("file", "text");
  std::filesystem::create_directory(place.path() / "folder");
  std::filesystem::create_symlink("nowhere", place.path() / "link");
  std::filesystem::create_symlink("file", place.path() / "good_link");
  REQUIRE(::mkfifo((place / "pipe").c_str(), 0600) == 0);
  CHECK(why_unreadable(place / "file").empty());
  CHECK(why_unreadable(place / "good_link").empty());
  CHECK(why_unreadable(place / "folder") == "is a folder");
  CHECK(why_unreadable(place / "pipe") == "is a pipe, a socket or a device");
  CHECK(why_unreadable(place / "link") == "is a link that leads nowhere");
  CHECK(why_unreadable(place / "none") == "No such file or directory");
  CHECK(is_anything_at(place / "link"));
  CHECK_FALSE(is_anything_at(place / "none"));
  CHECK(read_regular(place / "good_link", 3) == "tex");
  CHECK(failure_of([&] { read_regular(place / "pipe", 9); }) ==
        "io: is a pipe, a socket or a device");
  CHECK(failure_of([&] { read_regular(place / "none", 9); }) ==
        "not_found: No such file or directory");
}

TEST_CASE("means are of the cases that have a share") {
  CHECK(mean_of({0.5, std::nullopt, 1.0}) == 0.75);
  CHECK_FALSE(mean_of({std::nullopt}).has_value());
  CHECK(share_text(std::nullopt) == "–");
  CHECK(share_text(0.666) == "0.67");
}
