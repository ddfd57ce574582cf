// Changes of files as other programs' records tell them: read from calls, applied, and what a
// record tells of an edit without a repository.
#include "agent/foreign/change.h"

#include <catch2/catch.hpp>

#include "agent/foreign/recorded_edit.h"

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
}

TEST_CASE("of a shell's commands apply_patch alone tells its changes") {
  const std::string patch = R"(*** Begin Patch\n*** Delete File: d\n*** End Patch)";
  for (const std::string& input :
       {R"({"command":"apply_patch <<'EOF'\n)" + patch + R"(\nEOF"})",
        R"({"command":["apply_patch",")" + patch + R"("]})", R"({"cmd":")" + patch + R"("})",
        R"({"command":["bash","-lc","cd src; apply_patch <<'EOF'\n)" + patch + R"("]})"}) {
    INFO(input);
    CHECK(shown(changes_in(call("shell", input))) == R"(d {"kind":"remove"})");
  }
  for (const char* command : {"cat > f <<'E'\\nx\\nE", "rm -f a", "sed -i s/a/b/ f",
                              "cat <<'E'\\n*** Begin Patch\\n*** Delete File: d\\nE"}) {
    INFO(command);
    CHECK(changes_in(call("Bash", R"({"command":")" + std::string(command) + "\"}")).empty());
  }
  CHECK(changes_in(call("Bash", R"({"command":7})")).empty());
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

TEST_CASE("an edit is whole where the record holds what the file held") {
  const Change replace = of(Change::replace, "B", "b");
  RecordedEdit told = recorded_edit(replace, std::nullopt);
  CHECK(told.is_partial);
  CHECK_FALSE(told.has_images);
  CHECK(told.edit.diff == "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-b\n+B\n");
  told = recorded_edit(of(Change::lines, "2\n", "", 2, 2), std::nullopt);
  CHECK(told.edit.removed == 1);
  CHECK(told.edit.diff == "--- a/f\n+++ b/f\n@@ -2,0 +2,1 @@\n+2\n");
  const RecordedEdit whole = recorded_edit(replace, Content("a\nb\n"));
  CHECK(whole.has_images);
  CHECK(whole.edit.before == "a\nb\n");
  CHECK(whole.edit.after == "a\nB\n");
  CHECK(recorded_edit(of(Change::create, "x\n"), std::nullopt).edit.after == "x\n");
  // What contradicts what the file held is told by the call alone.
  CHECK_FALSE(recorded_edit(of(Change::replace, "x", "nowhere"), Content("a\n")).has_images);
}
