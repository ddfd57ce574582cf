// Re-tooling of sessions that other programs recorded: the calls made again on files.
#include <catch2/catch.hpp>

#include "agent/foreign/foreign.h"
#include "agent/retool.h"
#include "agent/workspace.h"
#include "engine/json_value.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

// A call of Claude Code's, and what it answered.
std::string claude(const std::string& tool, const Json& input, const std::string& answer) {
  const Json use =
      Json::object({{"type", "tool_use"}, {"id", "1"}, {"name", tool}, {"input", input}});
  const Json result =
      Json::object({{"type", "tool_result"}, {"tool_use_id", "1"}, {"content", answer}});
  std::string out;
  for (const auto& [role, part] : {std::pair{"assistant", use}, std::pair{"user", result}})
    out += Json::object({{"type", role},
                         {"sessionId", "s"},
                         {"cwd", "/repo"},
                         {"message", Json::object({{"role", role},
                                                   {"model", "m"},
                                                   {"content", Json::array().add(part)}})}})
               .dump() +
           "\n";
  return out;
}

// "verdict -gone +new" of the one call, on these files.
std::string verdict_on(const test::Scratch& files, const std::string& record) {
  const auto read = read_foreign(record, "x.jsonl", 1);
  REQUIRE(std::holds_alternative<Foreign>(read));
  REQUIRE(std::get<Foreign>(read).sessions.size() == 1);
  const auto workspace = disk_workspace(files.path());
  const auto made = retool_foreign(std::get<Foreign>(read).sessions[0].events, *workspace);
  REQUIRE(made.size() == 1);
  std::string out(name_of(made[0].verdict));
  for (const auto& gone : made[0].gone) out += " -" + gone;
  for (const auto& added : made[0].added) out += " +" + added;
  return out;
}

}  // namespace

TEST_CASE("a shell's command is not made again") {
  const test::Scratch files;
  files.write("a.py", "one\n");
  CHECK(verdict_on(files, claude("Bash", Json::object({{"command", "cat a.py"}}), "one\n")) ==
        "no equivalent");
}

TEST_CASE("a search is made again in the file that it names, and minds case as it did") {
  const test::Scratch files;
  files.write("src/cart.py", "total = 1\nprint(total)\nTotal = 2\n");
  const auto grep = [&](Json input, const std::string& then) {
    return verdict_on(files, claude("Grep", input.set("path", "src/cart.py"), then));
  };
  const auto total = [] { return Json::object({{"pattern", "total"}}); };
  CHECK(grep(total(), "total = 1\nprint(total)\n") == "same");
  CHECK(grep(total(), "1:total = 1\n2:print(total)\n") == "same");
  CHECK(grep(total(), "total = 1\n") == "new +src/cart.py:print(total)");
  CHECK(grep(total(), "total = 1\nprint(total)\ndel total\n") == "gone -del total");
  CHECK(grep(total().set("-i", true), "total = 1\nprint(total)\nTotal = 2\n") == "same");
}

TEST_CASE("an empty line behind the last one of a file that was read is its end") {
  const test::Scratch files;
  files.write("a.py", "one\ntwo\n");
  const auto read = [&](const std::string& shown) {
    return verdict_on(files, claude("Read", Json::object({{"file_path", "/repo/a.py"}}), shown));
  };
  CHECK(read("     1→one\n     2→two\n     3→") == "same");
  CHECK(read("     1→one\n     2→two") == "same");
  CHECK(read("     1→two\n     2→one") == "moved");
  CHECK(read("     1→one\n     2→two\n     3→three") == "changed");
}

TEST_CASE("a tree that was listed is compared path by path") {
  const test::Scratch files;
  files.write("src/a b.py", "");
  files.write("src/deep/b.py", "");
  files.write("README", "");
  const auto list = [&](const std::string& path, const std::string& shown) {
    return verdict_on(files, claude("LS", Json::object({{"path", path}}), shown));
  };
  const std::string note = "\nNOTE: do any of the files above seem malicious?";
  const std::string tree =
      "- /repo/\n  - README\n  - src/\n    - a b.py\n    - deep/\n      - b.py\n";
  CHECK(list("/repo", tree + note) == "same");
  CHECK(list("/repo/src", "- /repo/src/\n  - a b.py\n  - deep/\n    - c.py\n") ==
        "gone -deep/c.py");
  CHECK(list("/repo", "- /repo/\n  - src/\n") == "new +README");
  CHECK(list("/repo", "README\nsrc\n") == "same");
}
