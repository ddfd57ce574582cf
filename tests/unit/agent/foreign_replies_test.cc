// What other programs record of a reply and around it: in parts, with the program's own words
// beside the person's, failed, and counted again.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "agent/activity.h"
#include "agent/import_sessions.h"
#include "agent/sql.h"
#include "agent/turn.h"
#include "engine/clock.h"
#include "engine/json_value.h"
#include "queries/open.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

struct Imports {
  const test::Scratch folder;
  Store store = open_in_memory();

  SessionImport import(const std::string& name, const std::string& lines) {
    folder.write(name, lines);
    SessionImport out;
    import_sessions(store, folder / name, system_entropy(), {}, out);
    return out;
  }

  // A session of a source as an earlier version stored it.
  void stored_earlier(const std::string& format,
                      const std::vector<std::pair<EventKind, std::string>>& bodies,
                      const std::string& tool = "") {
    SessionInfo info;
    info.title = "t";
    info.mode = "import";
    info.model = "m";
    info.source = format + ":s";
    std::vector<SessionEvent> events{
        {0, 0, 1, -1, EventKind::started, "",
         R"({"version":1,"mode":"import","format":")" + format + R"(","session":"s","root":""})"}};
    for (const auto& [kind, body] : bodies) {
      const bool is_call = kind == EventKind::tool_asked || kind == EventKind::tool_settled;
      events.push_back({0, 0, 1, -1, kind, is_call ? tool : "", body});
    }
    Journal journal = Journal::begin(store, info, system_entropy());
    journal.append_imported(events, 0, {});
    journal.index_words();
  }

  // Title, model, turns, tokens, of the one session.
  std::string session() {
    auto rows = store.rows<sql::TranscriptSessions>(2);
    const auto row = rows.next();
    REQUIRE(row);
    std::string out = std::string(row->title) + "|" + std::string(row->model) + "|" +
                      std::to_string(row->turns) + "|" + std::to_string(row->tokens_in) + "|" +
                      std::to_string(row->tokens_out);
    CHECK_FALSE(rows.next());
    return out;
  }

  // Questions, replies, and those of them whose tokens nobody told.
  std::string report() {
    const Activity all = activity_in(store, 0, INT64_MAX, "").all;
    return std::to_string(all.questions) + " " + std::to_string(all.replies) + " " +
           std::to_string(all.uncounted);
  }
};

std::string asked(const std::string& content, const std::string& more = "") {
  return R"({"type":"user","sessionId":"s",)" + more +
         R"("timestamp":"2026-11-01T10:00:00Z","message":{"role":"user","content":)" +
         Json(content).dump() + "}}\n";
}

std::string answered(const std::string& id, const std::string& part, int out,
                     const std::string& model = "claude-a", const std::string& more = "") {
  return R"({"type":"assistant","sessionId":"s",)" + more +
         R"("timestamp":"2026-11-01T10:00:01Z","message":{"role":"assistant","id":")" + id +
         R"(","model":")" + model + R"(","content":[)" + part +
         R"(],"usage":{"input_tokens":10,"output_tokens":)" + std::to_string(out) + "}}}\n";
}

const std::string kThought = R"({"type":"thinking","thinking":"Hm."})";
const std::string kText = R"({"type":"text","text":"It is rounded."})";
const std::string kSearch = R"({"type":"server_tool_use","id":"w","name":"web_search","input":{}})";

std::string line(const std::string& type, const std::string& payload) {
  return R"({"timestamp":"2026-11-01T10:00:00Z","type":")" + type + R"(","payload":)" + payload +
         "}\n";
}

std::string spoken(const std::string& role, const std::string& text) {
  return line("response_item", R"({"type":"message","role":")" + role +
                                   R"(","content":[{"type":"input_text","text":)" +
                                   Json(text).dump() + "}]}");
}

std::string counted(int in, int total) {
  return line("event_msg", R"({"type":"token_count","info":{"last_token_usage":{"input_tokens":)" +
                               std::to_string(in) +
                               R"(,"output_tokens":1},"total_token_usage":{"input_tokens":)" +
                               std::to_string(total) + "}}}");
}

}  // namespace

TEST_CASE("a reply of Claude Code in parts is one, and takes what its last part tells") {
  Imports here;
  here.import("a.jsonl", asked("why?") + answered("m", kThought, 2) + answered("m", kText, 2) +
                             answered("m", kText, 250) + answered("n", kText, 4));
  CHECK(here.session() == "why?|claude-a|2|20|254");
  CHECK(here.report() == "1 2 0");
}

TEST_CASE("a part that is not kept has its tokens, and the next one begins the reply") {
  Imports here;
  here.import("a.jsonl", asked("why?") + answered("m", kSearch, 3) + answered("m", kText, 8));
  CHECK(here.session() == "why?|claude-a|1|10|8");
}

TEST_CASE("replies without an id are replies of their own") {
  Imports here;
  here.import("a.jsonl", asked("why?") + answered("", kText, 3) + answered("", kText, 3));
  CHECK(here.session() == "why?|claude-a|2|20|6");
}

TEST_CASE("a call that failed is no reply, and its stand-in no model") {
  Imports here;
  here.import("a.jsonl",
              asked("why?") + answered("e", R"({"type":"text","text":"API Error: 529"})", 0,
                                       "<synthetic>", R"("isApiErrorMessage":true,)"));
  CHECK(here.session() == "why?||0|-1|-1");
  CHECK(here.report() == "1 0 0");
}

TEST_CASE("a session that was imported before its first reply has its model with that") {
  Imports here;
  here.import("a.jsonl", asked("why?"));
  CHECK(here.session() == "why?||0|-1|-1");
  const SessionImport grown =
      here.import("a.jsonl", asked("why?") + answered("m", kText, 3) +
                                 answered("n", kText, 3, "claude-b") + answered("o", kText, 3));
  CHECK(grown.extended == 1);
  CHECK(here.session() == "why?|claude-a|3|30|9");
}

TEST_CASE("what Claude Code says in the user's role is no question and no title") {
  Imports here;
  here.import("a.jsonl",
              asked("Caveat: the messages below", R"("isMeta":true,)") +
                  asked("<local-command-stdout></local-command-stdout>") +
                  asked("This session is being continued", R"("isCompactSummary":true,)") +
                  asked("<command-message>review</command-message>\n"
                        "<command-name>/review</command-name>\n"
                        "<command-args>price.py</command-args>") +
                  asked("[Request interrupted by user]") + answered("m", kText, 3));
  CHECK(here.session() == "/review price.py|claude-a|1|10|3");
  CHECK(here.report() == "1 1 0");
}

TEST_CASE("a title that a person gave a session of Claude Code is its title") {
  Imports here;
  const SessionImport read = here.import(
      "a.jsonl",
      asked("why?") + R"({"type":"custom-title","customTitle":"Prices","sessionId":"s"})" + "\n");
  CHECK(here.session() == "Prices||0|-1|-1");
  CHECK(read.lost.empty());
}

TEST_CASE("a reply of Codex in items is one, and a count that is told again counts once") {
  Imports here;
  const std::string call =
      line("response_item", R"({"type":"function_call","name":"shell","call_id":"c",)"
                            R"("arguments":"{}"})");
  const std::string result =
      line("response_item", R"({"type":"function_call_output","call_id":"c","output":"x"})");
  here.import("b.jsonl",
              line("session_meta", R"({"id":"c"})") + line("turn_context", R"({"model":"gpt-a"})") +
                  spoken("user", "# AGENTS.md instructions for /shop\n\nBe brief.") +
                  spoken("user", "<environment_context>\n</environment_context>") +
                  spoken("user", "why?") +
                  line("response_item",
                       R"({"type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}]})") +
                  call + counted(100, 100) + counted(100, 100) + result +
                  spoken("assistant", "It is rounded.") + counted(100, 200) +
                  spoken("assistant", "Is it?"));
  CHECK(here.session() == "why?|gpt-a|3|200|2");
  CHECK(here.report() == "1 3 1");
}

TEST_CASE("a task that Codex began is a child of the session that began it") {
  for (const std::string from :
       {R"("forked_from_id":"a")",
        R"("source":{"subagent":{"thread_spawn":{"parent_thread_id":"a"}}})"}) {
    Imports here;
    here.import("a.jsonl", line("session_meta", R"({"id":"a"})") + spoken("user", "why?"));
    std::string first;
    for (const auto& row : here.store.rows<sql::TranscriptSessions>(1)) first = row.id;
    here.import("b.jsonl", line("session_meta", R"({"id":"b",)" + from + "}") +
                               line("session_meta", R"({"id":"a"})") + spoken("user", "task"));
    bool is_child = false;
    for (const auto& row : here.store.rows<sql::TranscriptSessions>(3))
      is_child = is_child || (row.title == "task" && row.parent == first);
    CHECK(is_child);
  }
}

TEST_CASE("a session of Claude Code that an earlier version stored is the one of its file") {
  Imports here;
  const EventKind message = EventKind::message, reply = EventKind::model_settled;
  // With the program's words as the user's, a command as it is marked up, the tokens of the first
  // part, a failure as a reply, and nothing of the part that is not kept.
  const std::string command =
      "<command-name>/review</command-name>\n<command-args>a.py</command-args>";
  here.stored_earlier(
      "claude_code",
      {{message, R"({"role":"user","text":"Caveat: the messages below"})"},
       {message, Json::object({{"role", "user"}, {"text", command}}).dump()},
       {reply,
        R"({"message":{"role":"assistant","text":""},"reasoning":"Hm.","tokens_in":10,"tokens_out":2})"},
       {reply, R"({"message":{"role":"assistant","text":"It is rounded."}})"},
       {reply,
        R"({"message":{"role":"assistant","text":"API Error: 529"},"tokens_in":10,"tokens_out":0})"}});
  const std::string lines = asked("Caveat: the messages below", R"("isMeta":true,)") +
                            asked(command) + answered("m", kThought, 2) +
                            answered("m", kText, 250) + answered("n", kSearch, 3) +
                            answered("e", R"({"type":"text","text":"API Error: 529"})", 0,
                                     "<synthetic>", R"("isApiErrorMessage":true,)");
  CHECK(here.import("a.jsonl", lines).unchanged == 1);
  const std::string grown = lines + answered("o", kText, 4);
  const SessionImport more = here.import("a.jsonl", grown);
  CHECK(more.extended == 1);
  CHECK(more.events == 1);
  CHECK(here.import("a.jsonl", grown).unchanged == 1);
  CHECK(here.session() == "t|m|4|30|6");
  // Other words are another story.
  CHECK(here.import("a.jsonl", lines + asked("and?")).forked == 1);
}

TEST_CASE("a session of Codex that an earlier version stored is the one of its file") {
  Imports here;
  const EventKind message = EventKind::message, reply = EventKind::model_settled;
  const std::string count = R"({"usage":true,"tokens_in":100,"tokens_out":1})";
  const ToolCall call{"c", "shell", Json::object()};
  // With the program's words as the user's, and a count each time it was told.
  here.stored_earlier(
      "codex",
      {{message, R"({"role":"user","text":"<environment_context>"})"},
       {message, R"({"role":"user","text":"why?"})"},
       {reply, R"({"message":{"role":"assistant","text":""},"reasoning":"Hm."})"},
       {reply,
        Json::object({{"message", to_json(Message{Role::assistant, "", {call}, {}})}}).dump()},
       {reply, count},
       {reply, count},
       {EventKind::tool_asked, to_json(call).dump()},
       {EventKind::tool_settled,
        to_json(ToolResult{call, true, -1, -1, false, {}, Json("x")}).dump()},
       {reply, R"({"message":{"role":"assistant","text":"It is rounded."}})"},
       {reply, count}},
      "shell");
  const std::string lines =
      line("session_meta", R"({"id":"s"})") + line("turn_context", R"({"model":"gpt-a"})") +
      spoken("user", "<environment_context>") + spoken("user", "why?") +
      line("response_item",
           R"({"type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}]})") +
      line("response_item",
           R"({"type":"function_call","name":"shell","call_id":"c","arguments":"{}"})") +
      counted(100, 100) + counted(100, 100) +
      line("response_item", R"({"type":"function_call_output","call_id":"c","output":"x"})") +
      spoken("assistant", "It is rounded.") + counted(100, 200);
  CHECK(here.import("b.jsonl", lines).unchanged == 1);
  const std::string grown = lines + spoken("assistant", "Is it?") + counted(100, 300);
  const SessionImport more = here.import("b.jsonl", grown);
  CHECK(more.extended == 1);
  CHECK(more.events == 2);
  CHECK(here.import("b.jsonl", grown).unchanged == 1);
  CHECK(here.session().starts_with("t|m|"));
}

TEST_CASE("a secret in the name of a tool does not make another session of the next import") {
  const std::string token = "ghp_" + std::string("A1b2C3d4") + std::string(28, 'k');
  const std::string lines =
      line("session_meta", R"({"id":"c"})") + spoken("user", "why?") +
      line("response_item",
           R"({"type":"function_call","name":")" + token + R"(","call_id":"c","arguments":"{}"})") +
      line("response_item", R"({"type":"function_call_output","call_id":"c","output":"x"})");
  Imports here;
  here.import("b.jsonl", lines);
  const SessionImport again = here.import("b.jsonl", lines + spoken("user", "and?"));
  CHECK(again.forked == 0);
  CHECK(again.extended == 1);
}

TEST_CASE("a secret that is a part of its own is taken out, whatever stands before it") {
  const std::string token = "ghp_" + std::string("A1b2C3d4") + std::string(28, 'k');
  Imports here;
  here.import("a.jsonl",
              R"({"type":"user","sessionId":"s","message":{"role":"user","content":["key",")" +
                  token + "\"]}}\n");
  CHECK(here.session() == "key||0|-1|-1");
  const Journal journal = Journal::open(here.store, 1);
  CHECK(journal.events().at(1).body == R"({"role":"user","text":"key\n[redacted:github-token]"})");
}

TEST_CASE("replies that failed are no turns of a session") {
  Imports here;
  SessionInfo info;
  info.mode = "ask";
  Journal journal = Journal::begin(here.store, info, system_entropy());
  journal.append(EventKind::model_settled, "", R"({"error":"no answer","code":"io"})");
  journal.append(EventKind::model_settled, "", R"({"message":{"role":"assistant","text":"a"}})");
  CHECK(here.session() == "||1|-1|-1");
}
