// Undoing that is taken back.
#include <catch2/catch.hpp>

#include "agent/sessions.h"
#include "agent/workspace.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

TEST_CASE("what was undone is done again, the newest undo first") {
  const Scratch scratch;
  scratch.write("a.txt", "0\n");
  Run run;
  Journal journal = run.begin();
  const auto files = disk_workspace(scratch.path());
  const auto write = [&](const char* path, const char* text) {
    edit_file(*files, path, text,
              [&](const Edit& edit) { journal.append_edit(edit, scratch.path().string()); });
  };
  const auto text = [&] { return files->read("a.txt").value_or("(none)"); };
  const auto undo = [&](std::vector<int64_t> numbers = {}) {
    return undo_edits(run.store, journal, numbers, false).size();
  };
  const auto redo = [&](std::vector<int64_t> numbers = {}, bool force = false) {
    return redo_edits(run.store, journal, numbers, force).size();
  };
  const auto undone = [&] {
    return run.store.database().number("SELECT count(*) FROM edits WHERE undone");
  };
  CHECK(refusal_of([&] { redo(); }).find("nothing was undone") != std::string::npos);
  write("a.txt", "1\n");  // event 1
  write("a.txt", "2\n");  // event 2
  write("b.txt", "b\n");  // event 3
  CHECK(undo() == 3);
  CHECK(text() == "0\n");
  CHECK(redo() == 3);
  CHECK(text() == "2\n");
  CHECK(files->read("b.txt") == "b\n");
  CHECK(undone() == 3);  // the undos
  CHECK(refusal_of([&] { redo(); }).find("nothing was undone") != std::string::npos);

  // Undone and done again once more, one of them.
  CHECK(undo({2}) == 1);
  CHECK(text() == "1\n");
  CHECK(redo({2}) == 1);
  CHECK(text() == "2\n");
  CHECK(undo() == 3);
  CHECK(redo() == 3);
  CHECK(text() == "2\n");

  // Somebody else's text is not overwritten, and nothing else of it is done.
  CHECK(undo() == 3);
  scratch.write("b.txt", "theirs\n");
  CHECK(refusal_of([&] { redo(); }).find("has changed since") != std::string::npos);
  CHECK(text() == "0\n");
  CHECK(redo({}, true) == 3);
  CHECK(files->read("b.txt") == "b\n");

  // An edit that followed ends what can be done again.
  CHECK(undo({2}) == 1);
  write("a.txt", "3\n");
  CHECK(refusal_of([&] { redo(); }).find("nothing was undone") != std::string::npos);
  CHECK(text() == "3\n");
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("an edit whose contents are not known is neither undone nor done again") {
  Run run;
  Journal journal = run.begin();
  SessionEvent event;
  event.at = 1;
  event.kind = EventKind::edit;
  event.body = R"({"path":"a.txt","added":1,"removed":0,"diff":""})";
  ImportedRows rows;
  rows.edits[0] = {"/nowhere", Edit{"a.txt", {}, {}, 1, 0, {}}, false, 0};
  journal.append_imported({event}, 0, rows);
  CHECK(refusal_of([&] {
          undo_edits(run.store, journal, {}, true);
        }).find("does not say what the file held") != std::string::npos);
  CHECK(run.store.database().number("SELECT count(*) FROM edits WHERE NOT undone") == 1);
  CHECK(verify_sessions(run.store).empty());
}
