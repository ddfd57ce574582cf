// Which sessions, events and findings are found again, among others that are not meant.
#include "agent/sessions.h"
#include "agent/sql.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "agent/journal.h"
#include "agent/workspace.h"
#include "queries/open.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using test::refusal_of;

namespace {

struct Past {
  Store store = open_in_memory();
  Entropy& entropy = system_entropy();

  Journal begin() {
    SessionInfo info;
    info.mode = "ask";
    return Journal::begin(store, info, entropy);
  }
};

}  // namespace

TEST_CASE(
    "sessions are found from the newest back, and by as much of their id as tells them apart") {
  Past run;
  const auto begin = [&](const char* uid, int64_t started_at, const char* source) {
    SessionInfo info;
    info.uid = uid;
    info.mode = "ask";
    info.started_at = started_at;
    info.source = source;
    return Journal::begin(run.store, info, run.entropy).info().id;
  };
  const int64_t newest = begin("aab000000000", 300, ""), oldest = begin("aac000000000", 100, ""),
                middle = begin("bbb000000000", 200, "");
  begin("ccc000000000", 900, "elsewhere");  // made by another program
  const int64_t last_of_two = begin("ddd000000000", 100, "");
  const std::pair<const char*, int64_t> rows[] = {
      {"last", newest}, {"", newest},    {"-1", newest},  {"-2", middle}, {"-3", last_of_two},
      {"-4", oldest},   {"aab", newest}, {"aac", oldest}, {"b", middle},  {"aac000000000", oldest},
  };
  for (const auto& [name, session] : rows) {
    CAPTURE(name);
    CHECK(find_session(run.store, name) == session);
  }
  const std::pair<const char*, const char*> errors[] = {
      {"-5", "only 4 sessions were made here"},     {"-99", "only 4 sessions were made here"},
      {"-0", "write -2 for the session before"},    {"-", "write -2 for the session before"},
      {"aa", "several session ids begin this way"}, {"e", "no session id begins this way"},
  };
  for (const auto& [name, message] : errors) {
    CAPTURE(name);
    CHECK(refusal_of([&] { find_session(run.store, name); }).find(message) != std::string::npos);
  }
}

TEST_CASE("counts that cannot be are no figures of their session, and hide no other one") {
  Past run;
  const auto record = [&](std::initializer_list<Json> counts) {
    Journal journal = run.begin();
    for (const Json& count : counts)
      journal.append(EventKind::model_settled, "", Json::object({{"tokens_in", count}}).dump());
  };
  constexpr int64_t kHuge = 9'000'000'000'000'000'000;
  record({kHuge, kHuge, 7});
  record({1e300, "many", -5, Json::array(), 3, 1'000'000'000'000});
  record({1'000'000'000'001});
  std::vector<int64_t> in;
  for (const auto& row : run.store.rows<sql::TranscriptSessions>(10)) in.push_back(row.tokens_in);
  std::sort(in.begin(), in.end());
  CHECK(in == std::vector<int64_t>{-1, 7, 1'000'000'000'003});
}

TEST_CASE("an event's kind has one name, and no other text is one") {
  for (int i = 0; i <= static_cast<int>(EventKind::summary); ++i) {
    const auto kind = static_cast<EventKind>(i);
    CHECK(event_kind_named(name_of(kind)) == kind);
  }
  for (const char* text : {"", " ", "Message", "messages", "none"})
    CHECK_FALSE(event_kind_named(text));
}

TEST_CASE("an edit that was undone and restored by hand can be undone again") {
  const test::Scratch scratch;
  const std::string folder = scratch.path();
  const auto workspace = disk_workspace(folder);
  const auto put = [&](const char* text) { scratch.write("a.txt", text); };
  Past run;
  Journal journal = run.begin();
  journal.append_edit({"a.txt", "A", "B", 1, 1, {}}, folder);
  journal.append_edit({"a.txt", "B", "C", 1, 1, {}}, folder);
  const auto undo_all = [&] { return undo_edits(run.store, journal, {}, false); };
  const auto is_refused = [&] {
    return refusal_of(undo_all).find("undone already") != std::string::npos;
  };
  put("C");
  for (const char* put_back : {"C", "C", "B"}) {
    CAPTURE(put_back);
    put(put_back);
    CHECK(undo_all().back().after == "A");
    CHECK(workspace->read("a.txt") == "A");
    CHECK(is_refused());
  }
  put("theirs");
  CHECK(is_refused());
  CHECK(workspace->read("a.txt") == "theirs");
}

TEST_CASE("if no session was made here, the message says what exists") {
  Past run;
  CHECK(refusal_of([&] { find_session(run.store, "last"); }).find("there are no sessions") !=
        std::string::npos);
  SessionInfo info;
  info.source = "elsewhere";
  Journal::begin(run.store, info, run.entropy);
  CHECK(refusal_of([&] { find_session(run.store, ""); })
            .find("no session was made here; write the beginning of an id for one of the 1 "
                  "imported") != std::string::npos);
}

TEST_CASE("the newest events of a fork are its own and, before them, the parent's up to the fork") {
  Past run;
  Journal parent = run.begin();
  for (const char* text : {"1", "2", "3"}) parent.append(EventKind::message, {}, text);
  SessionInfo info;
  info.mode = "ask";
  info.parent = parent.info().id;
  info.parent_event = parent.events()[1].id;
  Journal fork = Journal::begin(run.store, info, run.entropy);
  fork.append(EventKind::message, {}, "4");
  fork.append(EventKind::message, {}, "5");
  const auto newest = [](const Journal& journal, size_t count) {
    std::string out;
    for (const auto& event : journal.newest(count)) out += event.body;
    return out;
  };
  const std::pair<size_t, const char*> rows[] = {{0, ""},    {1, "5"},    {2, "45"},
                                                 {3, "245"}, {4, "1245"}, {9, "1245"}};
  for (const auto& [count, bodies] : rows) {
    CAPTURE(count);
    CHECK(newest(fork, count) == bodies);
  }
  CHECK(newest(parent, 2) == "23");
  CHECK(newest(Journal::open(run.store, fork.info().id), 9) == "1245");
}

TEST_CASE("a fork's tree holds what its parents' edits left up to the fork, and its own") {
  // A folder in which nothing is.
  class Nothing final : public Workspace {
   public:
    std::optional<std::string> read(std::string_view) override { return std::nullopt; }
    std::optional<std::vector<Entry>> list(std::string_view) override { return {}; }
    void write(std::string_view, const std::optional<std::string>&,
               const std::optional<std::string>&) override {}
    void vet(std::span<const std::string>, const Holds&) override {}
  } nothing;
  Past run;
  const auto begin = [&](const Journal* parent) {
    SessionInfo info;
    info.mode = "ask";
    if (parent != nullptr) {
      info.parent = parent->info().id;
      info.parent_event = parent->events().back().id;
    }
    return Journal::begin(run.store, info, run.entropy);
  };
  const auto edit = [](Journal& journal, const char* path, std::optional<std::string> before,
                       std::optional<std::string> after) {
    Edit one;
    one.path = path;
    one.before = std::move(before);
    one.after = std::move(after);
    journal.append_edit(one, "snapshot");
  };
  Journal first = begin(nullptr);
  edit(first, "a", std::nullopt, "1");
  edit(first, "b", std::nullopt, "1");
  Journal second = begin(&first);
  edit(first, "a", "1", "behind the fork");
  edit(second, "b", "1", "2");
  Journal third = begin(&second);
  edit(third, "c", std::nullopt, "3");
  edit(third, "a", "1", std::nullopt);
  const auto tree_at = [&](const Journal& journal, int64_t seq) {
    OverlayWorkspace tree(nothing);
    restore_edits(run.store, journal, seq, tree);
    std::string out;
    for (const char* path : {"a", "b", "c"}) out += tree.read(path).value_or("-") + " ";
    return out;
  };
  CHECK(tree_at(first, 9) == "behind the fork 1 - ");
  CHECK(tree_at(second, 9) == "1 2 - ");
  CHECK(tree_at(third, 9) == "- 2 3 ");
  CHECK(tree_at(third, third.size() - 1) == "1 2 3 ");
  CHECK(tree_at(third, 1) == "1 - - ");
}

TEST_CASE(
    "a session that forks from a later one, or from itself, is damaged, and ends every walk") {
  Past run;
  Journal first = run.begin(), second = run.begin();
  const std::string one = std::to_string(first.info().id), two = std::to_string(second.info().id);
  const std::string event = std::to_string(first.append(EventKind::message, "", "{}").id);
  Database& db = run.store.database();
  db.execute("DROP TRIGGER _session_fixed");
  const auto fork = [&](const std::string& session, const std::string& from) {
    db.execute(("UPDATE _session SET parent = " + from + ", parent_event = " + event +
                " WHERE id = " + session)
                   .c_str());
  };
  for (const std::string& from : {two, one}) {
    INFO("1 from " << from);
    fork(one, from);
    fork(two, one);
    // What the event that it forks after belongs to decides.
    CHECK(refusal_of([&] {
            Journal::open(run.store, first.info().id).events();
          }).find("the session forks from one that came after it") != std::string::npos);
    std::vector<int64_t> parents;
    for (const auto& row : run.store.rows<sql::TranscriptTree>()) parents.push_back(row.parent);
    std::sort(parents.begin(), parents.end());
    CHECK(parents == std::vector<int64_t>{0, first.info().id});
    for (const int64_t id : {first.info().id, second.info().id})
      CHECK_FALSE(run.store.rows<sql::TranscriptChainEdits>(id, INT64_MAX).next());
  }
}

TEST_CASE("a symbol is cited by the sessions that reported it, and by no other") {
  Past run;
  std::string uids[2];
  for (int i = 0; i < 2; ++i) {
    Journal journal = run.begin();
    uids[i] = journal.info().uid;
    std::vector<StoredFinding> findings(2);
    findings[0].finding.full_name = "G.Both";
    findings[0].finding.importance = "high";
    findings[1].finding.full_name = i == 0 ? "G.First" : "G.Second";
    findings[1].finding.importance = i == 0 ? "low" : "medium";
    findings[1].verified = i == 0;
    journal.append(EventKind::message, {}, R"({"text":"before"})");
    journal.append_answer("{}", findings);
  }
  const auto cited = [&](std::string_view name) {
    std::string out;
    for (const auto& row : run.store.rows<sql::TranscriptCited>(name))
      out += std::string(row.session) + " " + std::to_string(row.seq) + " " +
             std::string(row.importance) + (row.verified != 0 ? " verified;" : ";");
    return out;
  };
  CHECK(cited("G.First") == uids[0] + " 2 low verified;");
  CHECK(cited("G.Second") == uids[1] + " 2 medium;");
  CHECK(cited("G.Both") == uids[0] + " 2 high;" + uids[1] + " 2 high;");
  CHECK(cited("G") == "");
}
