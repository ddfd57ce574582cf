// Changes of files as other programs' records tell them: read from calls, applied, and what is
// known of the file without a repository.
#include "agent/foreign/change.h"

#include <catch2/catch.hpp>

#include "agent/foreign/known_files.h"
#include "agent/foreign/reproduce.h"

using namespace dossier;
using namespace dossier::foreign;

namespace {

std::string applied(const Change& change, const Content& content) {
  const auto out = apply(change, content, [](const std::string&) { return Content("other\n"); });
  if (const auto* why = std::get_if<std::string>(&out)) return "! " + *why;
  return std::get<Content>(out).value_or("(none)");
}

Change of(Change::Kind kind, std::string text, std::string old = {}, int64_t first = 0,
          int64_t last = 0) {
  return {kind, "f", std::move(text), std::move(old), first, last, {}};
}

std::string shown(const std::vector<Change>& changes) {
  std::string out;
  for (const auto& change : changes) {
    Json json = to_json(change);
    CHECK(change_from(json).has_value());
    out += (out.empty() ? "" : "; ") + change.path + " " + json.dump();
  }
  return out;
}

ToolCall call(const std::string& tool, const std::string& input) {
  auto parsed = parse_json(input);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return {"1", tool, std::get<Json>(parsed)};
}

}  // namespace

TEST_CASE("a change applies to what a file held, or says why it does not") {
  const std::string abc = "a\nb\nc\n";
  CHECK(applied(of(Change::write, "x"), abc) == "x");
  CHECK(applied(of(Change::append, "x\n"), "a") == "a\nx\n");
  CHECK(applied(of(Change::remove, ""), abc) == "(none)");
  CHECK(applied(of(Change::remove, ""), std::nullopt) == "! there is no such file");
  CHECK(applied(of(Change::copy, "", "g"), std::nullopt) == "other\n");
  CHECK(applied(of(Change::replace, "B", "b"), abc) == "a\nB\nc\n");
  CHECK(applied(of(Change::replace, "B", "z"), abc) == "! the text it replaces is not there");
  CHECK(applied(of(Change::replace, "B", "a"), "a a") == "! the text it replaces is there 2 times");
  // Of a text that stands twice the one in the lines that were shown.
  CHECK(applied(of(Change::replace, "B", "x", 2, 2), "x\nx\n") == "x\nB\n");
  CHECK(applied(of(Change::replace, "B", "x", 3, 3), "x\ny\n") == "B\ny\n");
  CHECK(applied(of(Change::replace_all, "B", "x"), "x.x") == "B.B");
  CHECK(applied(of(Change::lines, "B\nb\n", "", 2, 2), abc) == "a\nB\nb\nc\n");
  CHECK(applied(of(Change::lines, "", "", 1, 3), abc) == "");
  CHECK(applied(of(Change::lines, "z", "", 3, 99), "a\nb\nc") == "a\nb\nz");
  CHECK(applied(of(Change::lines, "z", "", 7, 7), abc) == "! it has 3 lines, and not line 7");
  CHECK(applied(of(Change::insert, "n\n", "", 0), abc) == "n\na\nb\nc\n");
  CHECK(applied(of(Change::insert, "n\n", "", 3), abc) == "a\nb\nc\nn\n");
  CHECK(applied(of(Change::insert, "n\n", "", 4), abc) == "! it has 3 lines, and not line 4");
}

TEST_CASE("the calls of well-known tools tell their changes") {
  CHECK(shown(changes_in(call("Edit", R"({"file_path":"f","old_string":"a","new_string":"b"})"))) ==
        R"(f {"kind":"replace","text":"b","old":"a"})");
  CHECK(shown(changes_in(
            call("MultiEdit", R"({"file_path":"f","edits":[{"old_string":"a","new_string":
        "b","replace_all":true},{"old_string":"","new_string":"c"}]})"))) ==
        R"(f {"kind":"replace_all","text":"b","old":"a"}; f {"kind":"write","text":"c"})");
  CHECK(shown(changes_in(call("Write", R"({"file_path":"f","content":"x"})"))) ==
        R"(f {"kind":"write","text":"x"})");
  CHECK(shown(changes_in(call(
            "text_editor", R"({"command":"insert","path":"f","insert_line":2,"new_str":"x"})"))) ==
        R"(f {"kind":"insert","text":"x\n","first":2})");
  CHECK(changes_in(call("text_editor", R"({"command":"view","path":"f"})")).empty());
  CHECK(changes_in(call("Read", R"({"file_path":"f"})")).empty());
  CHECK(shown(changes_in(call("Bash", R"({"command":"cat > f <<'E'\n$x\nE\n"})"))) ==
        R"(f {"kind":"write","text":"$x\n"})");
  CHECK(shown(changes_in(call("Bash", R"({"command":"cat <<E >> f\nx\nE"})"))) ==
        R"(f {"kind":"append","text":"x\n"})");
  // What a shell would put in is not known, nor what a pipe or a pattern does.
  for (const char* command : {"cat > f <<E\\n$x\\nE", "cat > f <<E\\nx", "cat <<E | tee f\\nx\\nE",
                              "rm -r d", "rm *.txt", "rm a; ls", "sed -i s/a/b/ f", "echo x > f"}) {
    INFO(command);
    CHECK(changes_in(call("Bash", R"({"command":")" + std::string(command) + "\"}")).empty());
  }
  CHECK(shown(changes_in(call("Bash", R"({"command":"rm -f 'a b' c"})"))) ==
        R"(a b {"kind":"remove"}; c {"kind":"remove"})");
}

TEST_CASE("a shell's command tells the files that it writes and removes, from where it stands") {
  struct Row {
    const char* command;
    const char* changes;  // "+path" written, ">path" appended, "-path" removed
    bool has_others;
  };
  const auto [command, changes, has_others] = GENERATE(values<Row>({
      {"cat > i.py <<'EOF'\nx && rm y\nEOF\nls src && rm src/i.py", "+i.py -src/i.py", false},
      {"cd src && cat > j.py <<EOF\nx\nEOF\npython j.py", "+src/j.py", false},
      {"cd src; cd ../lib\nrm -f a; ls", "-lib/a", false},
      {"cd /repo && rm /x a", "-/x -/repo/a", false},
      {"mkdir -p d && cat > d/f <<-'E' 2>/dev/null\n\tx\n\tE\n", "+d/f", false},
      {"cat <<A > f && cat >> g << B\nx\nA\ny\nB", "+f >g", false},
      {"ls # > f\nrm -f 'a # b' \\\n c", "-a # b -c", false},
      {"ls > /dev/null 2>&1; make 2>log &", "", false},
      {"grep -r 'a > b' . | head", "", false},
      // Nobody knows whether these ran, or what they named.
      {"rm a; ls", "", true},
      {"test -f a && rm a; ls", "", true},
      {"test -f a && rm a", "-a", false},
      {"ls || rm a", "", true},
      {"if true; then rm a; fi", "", true},
      {"cd $D && rm a", "", true},
      {"cd - && rm a", "", true},
      {"rm *.txt", "", true},
      {"rm \"$x\"", "", true},
      {"rm -r d", "", true},
      {"cat > f <<E\n$x\nE", "", true},
      {"cat > f <<E\nx", "", true},
      {"cat <<E | tee f\nx\nE", "", true},
      // They change files in other ways.
      {"sed -i s/a/b/ f", "", true},
      {"sed -n 1p f", "", false},
      {"sed -e s/i/j/ f", "", false},
      {"echo x &>f", "", true},
      {"mv a b", "", true},
      {"git checkout -- f", "", true},
      {"git diff", "", false},
  }));
  INFO(command);
  const ShellChanges told = shell_changes(command);
  std::string shown;
  for (const Change& change : told.changes)
    shown += (shown.empty() ? "" : " ") +
             std::string(change.kind == Change::remove   ? "-"
                         : change.kind == Change::append ? ">"
                                                         : "+") +
             change.path;
  CHECK(shown == changes);
  CHECK(told.has_others == has_others);
}

TEST_CASE("a shell's command has bounds, and what lies beyond them is said to be there") {
  std::string many = "cd d";
  for (size_t i = 0; i < 2 * kMostChanges; ++i) many += "\nrm -f a";
  CHECK(shell_changes(many).changes.size() == kMostChanges);
  CHECK(shell_changes(many).has_others);
  std::string words = "rm -f";
  for (int i = 0; i < 100'000; ++i) words += " a";
  CHECK(shell_changes(words).changes.empty());
  CHECK(shell_changes(words).has_others);
  std::string documents = "cat";
  for (int i = 0; i < 1000; ++i) documents += " <<A";
  documents += " > f\n";
  for (int i = 0; i < 1000; ++i) documents += "x\nA\n";
  CHECK(shell_changes(documents).changes.empty());
  CHECK(shell_changes(documents).has_others);
}

TEST_CASE("a command as a list of words means what its words say") {
  CHECK(shown(changes_in(call("shell", R"({"command":["rm","-f","a b","it's"]})"))) ==
        R"(a b {"kind":"remove"}; it's {"kind":"remove"})");
  CHECK(changes_in(call("shell", R"({"command":["echo","x;","rm -f a"]})")).empty());
}

TEST_CASE("a patch of Codex' own form adds, changes, moves and deletes files") {
  const auto changes = changes_in_patch(
      "*** Begin Patch\n*** Add File: n\n+x\n+y\n*** Delete File: d\n*** Update File: f\n"
      "@@ def g():\n a\n-b\n+B\n@@\n c\n+C\n*** Update File: m\n*** Move to: m2\n-q\n+r\n"
      "*** End Patch\nrest");
  REQUIRE(changes.size() == 6);
  CHECK(shown({changes[0], changes[1]}) ==
        R"(n {"kind":"create","text":"x\ny\n"}; d {"kind":"remove"})");
  CHECK(applied(changes[2], "def g():\na\nb\nc\n") == "def g():\na\nB\nc\nC\n");
  CHECK(applied(changes[2], "def g():\na\nz\nc\n") == "! the lines of a hunk are not there: a");
  CHECK(shown({changes[4], changes[5]}) == R"(m2 {"kind":"copy","old":"m"}; m {"kind":"remove"})");
  CHECK(changes_in_patch("no patch").empty());
}

TEST_CASE("what a record shows of a file makes its edits whole") {
  KnownFiles files;
  // Never shown: told by the call alone.
  KnownEdit told = files.make(of(Change::replace, "B", "b"));
  CHECK(told.is_partial);
  CHECK_FALSE(told.has_images);
  CHECK(told.edit.diff == "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-b\n+B\n");
  // Lines that were listed: what a change of lines removes is known.
  files.saw("f", windows_in("[File: f (4 lines total)]\n2:two\n3:three\n")[0]);
  told = files.make(of(Change::lines, "2\n", "", 2, 2));
  CHECK(told.edit.diff == "--- a/f\n+++ b/f\n@@ -2,1 +2,1 @@\n-two\n+2\n");
  told = files.make(of(Change::lines, "3\n", "", 3, 3));
  CHECK(told.edit.removed == 1);
  CHECK(told.edit.diff.find("-three\n+3\n") != std::string::npos);
  // The whole: contents before and after.
  files.saw("f", "a\nb\n");
  const KnownEdit known = files.make(of(Change::replace, "B", "b"));
  CHECK(known.has_images);
  CHECK(known.edit.before == "a\nb\n");
  CHECK(known.edit.after == "a\nB\n");
  CHECK(files.make(of(Change::lines, "A\n", "", 1, 1)).edit.before == "a\nB\n");
  // What contradicts the record makes the file unknown again.
  CHECK_FALSE(files.make(of(Change::replace, "x", "nowhere")).has_images);
  CHECK_FALSE(files.make(of(Change::replace, "x", "A")).has_images);
}

TEST_CASE("lines that tools list are read with their numbers") {
  const auto cat =
      windows_in("Here's the result of running `cat -n` on f:\n     2\ttwo\n     3\t\n");
  REQUIRE(cat.size() == 1);
  CHECK(cat[0].first == 2);
  CHECK(cat[0].lines == std::vector<std::string>{"two", ""});
  const auto arrows = windows_in("     1→one\n     2→two\n\n<system>\n");
  REQUIRE(arrows.size() == 1);
  CHECK(arrows[0].lines.size() == 2);
  const auto marked = windows_in(
      "[File: /r/f (9 lines total)]\n(3 more lines above)\n4:a\n<<<<< START CURSOR "
      ">>>>>\n5:b\n7:c\n");
  REQUIRE(marked.size() == 2);
  CHECK(marked[0].path == "/r/f");
  CHECK(marked[0].lines.size() == 2);
  CHECK(marked[1].first == 7);
  CHECK(windows_in("12:30 is a time\nno: text\n").empty());
}
