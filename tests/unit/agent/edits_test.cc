// Edits of a chat: made, recorded, shown, replayed and undone.
#include <catch2/catch.hpp>

#include "agent/chat.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "agent/workspace.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

TEST_CASE("an edit is made, reported, shown, replayed and undone") {
  const Scratch scratch;
  const std::string folder = scratch.path();
  scratch.write("a.txt", "one\ntwo\n");
  const auto content = [&] { return scratch.read("a.txt"); };
  Run run;
  const auto workspace = disk_workspace(folder);
  Toolbox tools;
  add_file_tools(tools, *workspace);
  Journal journal = run.begin();
  Replies model(said({"ACTION: READ_FILE(path='a.txt')",
                      "ACTION: EDIT_FILE(path='a.txt')\nCONTENT_START\none\n2\nCONTENT_END\n",
                      "Done.", "I changed a.txt: two is 2 now."}));
  Policy policy(Policy::kAgent);
  Transcript transcript(journal, {&model, &tools, &policy, &run.clock, folder});
  SetupOptions options;
  options.mode = "agent";
  Chat chat(transcript, set_up(tools, options), {});
  const auto turn = chat.turn("make two a digit", {}, {});
  CHECK(turn.answered);
  CHECK(turn.text == "I changed a.txt: two is 2 now.");
  CHECK(turn.edited == std::vector<std::string>{"a.txt"});
  CHECK(content() == "one\n2\n");
  CHECK(kinds(journal).find("tool_asked edit tool_settled") != std::string::npos);
  CHECK(is_identical(journal, tools));
  CHECK(content() == "one\n2\n");

  scratch.write("a.txt", "theirs\n");
  CHECK(refusal_of([&] { undo_edits(run.store, journal, {}, false); }).find("has changed since") !=
        std::string::npos);
  CHECK(content() == "theirs\n");
  CHECK(undo_edits(run.store, journal, {}, true).size() == 1);
  CHECK(content() == "one\ntwo\n");
  CHECK(refusal_of([&] { undo_edits(run.store, journal, {}, false); }).find("undone") !=
        std::string::npos);
  CHECK(is_identical(journal, tools));
  CHECK(verify_sessions(run.store).empty());

  drop_session(run.store, journal.info().id);
  for (const char* table : {"_event", "_body", "_image", "_edit", "_session", "_dropping"}) {
    INFO(table);
    CHECK(run.store.database().number(("SELECT count(*) FROM " + std::string(table)).c_str()) == 0);
  }
}

TEST_CASE("the file shows whether a program stopped between recording and writing") {
  const Scratch scratch;
  const std::string folder = scratch.path();
  const auto workspace = disk_workspace(folder);
  const auto put = [&](const std::string& text) { scratch.write("a.txt", text); };
  const auto text = [&] { return workspace->read("a.txt").value_or("(none)"); };
  Run run;
  Journal journal = run.begin();
  const auto record = [&](std::string before, std::string after, std::optional<int64_t> of = {}) {
    journal.append_edit({"a.txt", std::move(before), std::move(after), 1, 1, {}}, folder, of);
    return run.store.database().number("SELECT max(id) FROM _edit");
  };
  const auto undo_all = [&] { return undo_edits(run.store, journal, {}, false); };
  const auto refused = [&] { return refusal_of(undo_all).find("undone") != std::string::npos; };

  // The second edit is in the record alone.
  put("B");
  record("A", "B");
  record("B", "C");
  const auto undone = undo_all();
  REQUIRE(undone.size() == 2);
  CHECK(undone[0].before == undone[0].after);
  CHECK(text() == "A");
  CHECK(refused());

  // Its undo is in the record alone: done again, once.
  put("C");
  const int64_t edit = record("A", "C");
  record("C", "A", edit);
  CHECK(undo_all().size() == 1);
  CHECK(text() == "A");
  CHECK(refused());

  // What another edit left in the meantime is not taken for it.
  const int64_t first = record("A", "C");
  record("C", "A", first);
  put("C");
  record("A", "C");
  const int64_t number = run.store.database().number(
      ("SELECT seq FROM _event e JOIN _edit d ON d.event = e.id WHERE d.id = " +
       std::to_string(first))
          .c_str());
  CHECK(refusal_of([&] { undo_edits(run.store, journal, {number}, false); }).find("undone") !=
        std::string::npos);
  CHECK(text() == "C");
  CHECK(undo_all().size() == 1);
  CHECK(text() == "A");

  // Somebody else's text is still somebody else's.
  record("A", "B");
  put("theirs");
  CHECK(refusal_of(undo_all).find("has changed since") != std::string::npos);
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("Ask mode runs no action and says so") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({"ACTION: LIST_DIR(path='.')", "I cannot look."}));
  run.tools.add({{"list_dir", "", schema_of({})}, Capability::read, false, nullptr});
  Policy policy(permissions_of("ask", ""), nullptr, "actions are disabled in Ask mode");
  Transcript transcript(journal, {&model, &run.tools, &policy, &run.clock, {}});
  SetupOptions options;
  options.mode = "ask";
  Chat chat(transcript, set_up(run.tools, options), {});
  CHECK(chat.turn("list the files", {}, {}).text == "I cannot look.");
  CHECK(model.last.messages.back().text ==
        "ACTION_RESULT: LIST_DIR(path='.')\nSTATUS: ERROR: actions are disabled in Ask mode\n");
}
