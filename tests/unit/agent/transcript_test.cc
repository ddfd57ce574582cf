#include "agent/transcript.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "agent/ask.h"
#include "agent/chat.h"
#include "agent/redact.h"
#include "agent/replay.h"
#include "agent/resolve.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "engine/error.h"
#include "queries/open.h"

using namespace dossier;
namespace fs = std::filesystem;

namespace {
class FixedClock final : public Clock {
 public:
  int64_t now_ms() override { return now_ += 10; }

 private:
  int64_t now_ = 1'700'000'000'000;
};

class FixedEntropy final : public Entropy {
 public:
  uint64_t next() override { return next_ += 0x0101010101010101; }

 private:
  uint64_t next_ = 0;
};

// Replies in order, whatever it is asked.
class Replies final : public Model {
 public:
  explicit Replies(std::vector<Message> replies) : replies_(std::move(replies)) {}
  std::string name() const override { return "replies"; }
  bool native_calls() const override { return false; }
  ModelReply reply(const ModelRequest& request, const ModelListener&, std::stop_token) override {
    last = request;
    if (next_ == replies_.size()) throw Error(ErrorCode::io, "no more replies");
    return {replies_[next_++], {5, 7}, {}};
  }
  ModelRequest last;

 private:
  std::vector<Message> replies_;
  size_t next_ = 0;
};

std::vector<Message> said(std::initializer_list<std::string> texts) {
  std::vector<Message> out;
  for (const auto& text : texts) out.push_back({Role::assistant, text, {}, {}});
  return out;
}

Tool echo_tool(int& runs) {
  return {{"echo", "Says it again",
           schema_of(std::vector<SchemaField>{{"text", "string", "What to say"}})},
          Capability::lookup,
          false,
          [&runs](const Json& input, const EditListener&, ToolResult& result) {
            ++runs;
            result.result = Json::object({{"said", input.text("text")}});
          }};
}

const std::string kCall = R"({"tool_calls":[{"tool":"echo","input":{"text":"hello"}}]})";
const std::string kEmpty =
    R"({"version":1,"question":"?","summary":"nothing","steps":[],"findings":[]})";

struct Run {
  FixedClock clock;
  FixedEntropy entropy;
  Store store = open_in_memory(clock);
  Toolbox tools;
  int runs = 0;
  Policy policy{Policy::kLookups};

  Run() { tools.add(echo_tool(runs)); }

  Journal begin() {
    SessionInfo info;
    info.title = "t";
    info.mode = "automation";
    info.model = "replies";
    return Journal::begin(store, info, entropy);
  }
  AskResult ask(Journal& journal, Model& model, const std::string& question = "why?") {
    Transcript transcript(journal, {&model, &tools, &policy, &clock, {}});
    SetupOptions options;
    options.mode = "automation";
    options.model = "replies";
    return run_ask(transcript, set_up(tools, options), question, {}, {}, {});
  }
};

template <typename F>
std::string error_of(F action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool is_identical(const Journal& journal, const Toolbox& tools) {
  const Replayed replayed = replay_strictly(journal.events(), tools, "");
  return !replayed.divergence && replayed.events == journal.events().size();
}

std::string kinds(const Journal& journal) {
  std::string out;
  for (const auto& event : journal.events())
    out += (out.empty() ? "" : " ") + std::string(name_of(event.kind));
  return out;
}

}  // namespace

TEST_CASE("a session is its events, and reads back as it was written") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, "prose", kEmpty}));
  const AskResult result = run.ask(journal, model);
  CHECK(result.answered);
  CHECK(result.report.question == "why?");
  CHECK(result.usage.out == 21);
  CHECK(run.runs == 1);
  CHECK(kinds(journal) ==
        "started setup message model_asked model_settled tool_asked tool_settled model_asked "
        "model_settled message model_asked model_settled answer ended");
  const Journal again = Journal::open(run.store, journal.info().id);
  REQUIRE(again.events().size() == journal.events().size());
  for (size_t i = 0; i < again.events().size(); ++i) {
    CHECK(again.events()[i].body == journal.events()[i].body);
    CHECK(again.events()[i].at == journal.events()[i].at);
  }
  // What the record amounts to is what the model was shown last, and its last reply.
  const auto folded = fold(again.events(), json_calls());
  REQUIRE(folded.size() == model.last.messages.size() + 1);
  for (size_t i = 0; i < model.last.messages.size(); ++i)
    CHECK(folded[i] == model.last.messages[i]);
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("a strict replay runs nothing and names the first difference") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, kEmpty}));
  run.ask(journal, model);
  CHECK(is_identical(journal, run.tools));
  CHECK(run.runs == 1);

  auto record = journal.events();
  // A recorded reply that calls something else: the loop asks for it where "hello" was asked for.
  const size_t at = record[4].body.find("hello");
  record[4].body.replace(at, 5, "other");
  const Replayed other = replay_strictly(record, run.tools, "");
  REQUIRE(other.divergence);
  CHECK(other.events == 5);
  CHECK(other.divergence->step() == 6);
  CHECK(other.divergence->expected().starts_with("tool_asked echo"));
  CHECK(other.divergence->got() ==
        "tool_asked echo {\"tool\":\"echo\",\"input\":{\"text\":\"other\"}}");
  CHECK(std::string(other.divergence->what()).starts_with("step 6: diverges from the record"));

  // A record that stops inside an effect is not run on.
  record = journal.events();
  record.resize(6);
  const Replayed cut_off = replay_strictly(record, run.tools, "");
  REQUIRE(cut_off.divergence);
  CHECK(cut_off.divergence->expected().find("does not say how") != std::string::npos);
  CHECK(run.runs == 1);
}

TEST_CASE("a session stays replayable when tools and prompts have become others") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, "prose", kEmpty}));
  run.ask(journal, model);

  // A program with one more tool, one with a tool of another schema, one without any; each with
  // another prompt.
  Toolbox more = run.tools, others, none;
  int runs = 0;
  Tool newer = echo_tool(runs);
  newer.spec.name = "newer";
  more.add(newer);
  newer.spec.name = "echo";
  newer.spec.schema = schema_of(std::vector<SchemaField>{{"words", "string", "What to say"}});
  others.add(newer);
  const fs::path prompts = fs::temp_directory_path() / "dossier-other-prompts";
  fs::create_directories(prompts);
  std::ofstream(prompts / "automation.md") << "Be brief.";
  for (const Toolbox* now : {&more, &others, &none}) {
    const Replayed replayed = replay_strictly(journal.events(), *now, prompts.string());
    CHECK_FALSE(replayed.divergence);
    CHECK(replayed.events == journal.events().size());
  }
  fs::remove_all(prompts);

  // What was recorded decides: another prompt in the record is another request.
  auto record = journal.events();
  const size_t at = record[1].body.find("echo");
  REQUIRE(at != std::string::npos);
  record[1].body.replace(at, 4, "ocho");
  const Replayed altered = replay_strictly(record, run.tools, "");
  REQUIRE(altered.divergence);
  CHECK(altered.divergence->step() == record[3].seq);

  // A record that was made before they were kept needs the prompt and the tools of then.
  record = journal.events();
  record.erase(record.begin() + 1);
  CHECK_FALSE(replay_strictly(record, run.tools, "").divergence);
  CHECK(error_of([&] {
          replay_strictly(record, none, "");
        }).starts_with("recorded under another version: its prompt"));
}

TEST_CASE("sessions that begin alike share one stored prompt") {
  Run run;
  for (int i = 0; i < 3; ++i) {
    Journal journal = run.begin();
    Replies model(said({kEmpty}));
    run.ask(journal, model);
  }
  Statement bodies(run.store.database(),
                   "SELECT count(*), count(DISTINCT e.body) FROM _event e WHERE e.kind = 'setup'");
  REQUIRE(bodies.step());
  CHECK(bodies.integer(0) == 3);
  CHECK(bodies.integer(1) == 1);
}

TEST_CASE("nothing recorded can be changed, and a change past the triggers shows") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kEmpty}));
  run.ask(journal, model);
  Database& db = run.store.database();
  for (const char* sql :
       {"UPDATE _event SET at = 1", "DELETE FROM _event", "UPDATE _body SET text = ''",
        "DELETE FROM _session", "INSERT OR REPLACE INTO _body SELECT id, hash, '' FROM _body",
        "INSERT OR REPLACE INTO _event SELECT * FROM _event", "DELETE FROM _body"}) {
    INFO(sql);
    CHECK(error_of([&] { db.execute(sql); }).find("append-only") != std::string::npos);
  }
  db.execute("DROP TRIGGER _body_fixed");
  db.execute("UPDATE _body SET text = replace(text, 'why', 'who')");
  CHECK_FALSE(verify_sessions(run.store).empty());
  CHECK(error_of([&] {
          Journal::open(run.store, journal.info().id).events();
        }).find("was changed") != std::string::npos);
}

TEST_CASE("secrets reach neither the model nor the record") {
  Run run;
  Journal journal = run.begin();
  const std::string secret =
      "sk-"
      "ant-abcdefghijklmnopqrstuvwxyz";
  // In the question, in a call and its result, in the answer's summary and in a finding's notes.
  const std::string report =
      R"({"version":1,"question":"?","summary":"it is )" + secret +
      R"(; password: \"correct-horse\"","steps":[],"findings":[{"kind":"other","name":"n",)"
      R"("fullName":"n","moduleName":"","assemblyPath":"","sourcePath":"","importance":"high",)"
      R"("notes":"see )" +
      secret + R"("}]})";
  // Twice: a finding that names no symbol is sent back once.
  Replies model(said({R"({"tool_calls":[{"tool":"echo","input":{"text":")" + secret + R"("}}]})",
                      report, report}));
  const AskResult result = run.ask(journal, model, "is " + secret + " a key?");
  INFO(result.problem);
  CHECK(model.last.messages[0].text == "is [redacted:anthropic-key] a key?");
  CHECK(model.last.messages[2].text.find(R"("said":"[redacted:anthropic-key]")") !=
        std::string::npos);
  REQUIRE(result.answered);
  CHECK(result.report.summary ==
        "it is [redacted:anthropic-key]; password: \"[redacted:assigned-secret]\"");
  for (const auto& event : journal.events()) {
    CHECK(event.body.find(secret) == std::string::npos);
    CHECK(event.body.find("correct-horse") == std::string::npos);
    CHECK(redact(event.body) == event.body);
  }
  CHECK(is_identical(journal, run.tools));
}

TEST_CASE("a record that holds what newer rules hide replays, and hides it from then on") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, kEmpty}));
  run.ask(journal, model, "what is so secret about it?");
  auto record = journal.events();
  // As a version before the rule has recorded it.
  for (auto& event : record) {
    const size_t at = event.body.find("what is so secret about it?");
    if (at != std::string::npos) event.body.replace(at, 27, "my password=horse77, is it?");
  }
  const auto asked = std::find_if(record.begin(), record.end(), [](const SessionEvent& event) {
    return event.kind == EventKind::model_asked;
  });
  REQUIRE(asked != record.end());
  const Replayed replayed = replay_strictly(record, run.tools, "");
  REQUIRE(replayed.divergence);  // the digest of another question, and nothing before it
  CHECK(replayed.divergence->step() == asked->seq);
}

TEST_CASE("what the model hands a tool reaches it as it is") {
  Run run;
  std::string got;
  run.tools.add({{"store", "", schema_of(std::vector<SchemaField>{{"text", "string", ""}})},
                 Capability::lookup,
                 false,
                 [&](const Json& input, const EditListener&, ToolResult& result) {
                   got = input.text("text");
                   result.result = "done";
                 }});
  Journal journal = run.begin();
  Replies model(said(
      {R"({"tool_calls":[{"tool":"store","input":{"text":"postgres://u:hunter22@h"}}]})", kEmpty}));
  run.ask(journal, model);
  CHECK(got == "postgres://u:hunter22@h");
  for (const auto& event : journal.events())
    CHECK(event.body.find("hunter22") == std::string::npos);
}

TEST_CASE("a journal that another got ahead of fails once and goes on behind it") {
  Run run;
  Journal one = run.begin();
  one.append(EventKind::message, {}, R"({"text":"first"})");
  Journal other = Journal::open(run.store, one.info().id);
  other.append(EventKind::message, {}, R"({"text":"second"})");
  CHECK(one.events().size() == 1);
  CHECK_FALSE(error_of([&] { one.append(EventKind::message, {}, R"({"text":"lost"})"); }).empty());
  one.append(EventKind::message, {}, R"({"text":"third"})");
  one.index_words();
  std::string texts;
  for (const auto& event : one.events()) texts += event.body;
  CHECK(texts == R"({"text":"first"}{"text":"second"}{"text":"third"})");
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("a side session shares nothing with the one that began it") {
  Run run;
  Journal parent = run.begin();
  parent.append(EventKind::message, {}, R"({"text":"of the parent"})");
  SessionInfo info;
  info.mode = "import";
  info.parent = parent.info().id;
  Journal side = Journal::begin(run.store, info, run.entropy);
  side.append(EventKind::message, {}, R"({"text":"of the side"})");
  const Journal again = Journal::open(run.store, side.info().id);
  REQUIRE(again.events().size() == 1);
  CHECK(again.events()[0].body == R"({"text":"of the side"})");
  CHECK(verify_sessions(run.store).empty());
}

TEST_CASE("answers are corrected at most three times, and the session is kept") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({"a", "b", "c", "d", kEmpty}));
  const AskResult result = run.ask(journal, model);
  CHECK_FALSE(result.answered);
  CHECK(result.problem.find("$: is not exactly one JSON object") != std::string::npos);
  CHECK(journal.events().back().body.find("\"failed\"") != std::string::npos);
  CHECK(is_identical(journal, run.tools));
}

TEST_CASE("a step without its call is sent back, and counts are the record's") {
  Run run;
  run.tools.add(
      {{"broad_lookup", "", schema_of(std::vector<SchemaField>{{"pattern", "string", ""}})},
       Capability::lookup,
       false,
       [](const Json&, const EditListener&, ToolResult& result) {
         result.total = 42;
         result.result = Json::array();
       }});
  Journal journal = run.begin();
  const auto report = [](std::string_view input) {
    return R"({"version":1,"question":"?","summary":"s","steps":[{"description":"d","tool":)"
           R"("broad_lookup","tool_input":")" +
           std::string(input) + R"(","tool_output_count":7}],"findings":[]})";
  };
  Replies model(said({R"({"tool_calls":[{"tool":"broad_lookup","input":{"pattern":"a"}}]})",
                      report("b"), report("a")}));
  const AskResult result = run.ask(journal, model);
  REQUIRE(result.answered);
  CHECK(result.report.steps[0].tool_output_count == 42);
  CHECK(model.last.messages.back().text.find("$.steps[0].tool_input: no such broad_lookup call") !=
        std::string::npos);
}

TEST_CASE("a model's failure is recorded and ends the session") {
  Run run;
  Journal journal = run.begin();
  Replies model({});
  const AskResult result = run.ask(journal, model);
  CHECK_FALSE(result.answered);
  CHECK(result.problem == "no more replies");
  REQUIRE(result.failure);
  CHECK(result.failure->code() == ErrorCode::io);
  CHECK(kinds(journal) == "started setup message model_asked model_settled ended");
  CHECK(is_identical(journal, run.tools));
}

TEST_CASE("one hundred turns cost what is new in them") {
  Run run;
  Journal journal = run.begin();
  std::vector<std::string> texts;
  std::vector<Message> replies;
  for (int i = 0; i < 100; ++i)
    replies.push_back(
        {Role::assistant, "reply " + std::to_string(i) + std::string(500, 'x'), {}, {}});
  Replies model(replies);
  Transcript transcript(journal, {&model, &run.tools, &run.policy, &run.clock, {}});
  SetupOptions options;
  options.mode = "ask";
  Chat chat(transcript, set_up(run.tools, options), {});
  size_t naive = 0;
  const int64_t empty = run.store.database().number("PRAGMA page_count");
  for (int i = 0; i < 100; ++i) {
    chat.turn("turn " + std::to_string(i) + std::string(200, 'y'), {}, {});
    for (const auto& message : model.last.messages) naive += message.text.size();
  }
  // Everything counts: rows, hashes, indexes, the words that search finds.
  const auto stored =
      static_cast<size_t>(run.store.database().number("PRAGMA page_count") - empty) *
      static_cast<size_t>(run.store.database().number("PRAGMA page_size"));
  INFO(naive << " bytes naively, " << stored << " stored");
  CHECK(naive >= 5 * stored);
  CHECK(is_identical(journal, run.tools));
}

TEST_CASE("an edit is made, reported, shown, replayed and undone") {
  std::string folder = (fs::temp_directory_path() / "dossier-chat-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  std::ofstream(folder + "/a.txt") << "one\ntwo\n";
  const auto content = [&] {
    std::stringstream out;
    out << std::ifstream(folder + "/a.txt").rdbuf();
    return out.str();
  };
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

  std::ofstream(folder + "/a.txt") << "theirs\n";
  CHECK(error_of([&] { undo_edits(run.store, journal, {}, false); }).find("has changed since") !=
        std::string::npos);
  CHECK(content() == "theirs\n");
  CHECK(undo_edits(run.store, journal, {}, true).size() == 1);
  CHECK(content() == "one\ntwo\n");
  CHECK(error_of([&] { undo_edits(run.store, journal, {}, false); }).find("undone") !=
        std::string::npos);
  CHECK(is_identical(journal, tools));
  CHECK(verify_sessions(run.store).empty());

  drop_session(run.store, journal.info().id);
  for (const char* table : {"_event", "_body", "_image", "_edit", "_session", "_dropping"}) {
    INFO(table);
    CHECK(run.store.database().number(("SELECT count(*) FROM " + std::string(table)).c_str()) == 0);
  }
  fs::remove_all(folder);
}

TEST_CASE("a program that stopped between recording and writing is told by the file") {
  std::string folder = (fs::temp_directory_path() / "dossier-undo-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const auto workspace = disk_workspace(folder);
  const auto put = [&](const std::string& text) { std::ofstream(folder + "/a.txt") << text; };
  const auto text = [&] { return workspace->read("a.txt").value_or("(none)"); };
  Run run;
  Journal journal = run.begin();
  const auto record = [&](std::string before, std::string after, std::optional<int64_t> of = {}) {
    journal.append_edit({"a.txt", std::move(before), std::move(after), 1, 1, {}}, folder, of);
    return run.store.database().number("SELECT max(id) FROM _edit");
  };
  const auto undo_all = [&] { return undo_edits(run.store, journal, {}, false); };
  const auto refused = [&] { return error_of(undo_all).find("undone") != std::string::npos; };

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
  CHECK(error_of([&] { undo_edits(run.store, journal, {number}, false); }).find("undone") !=
        std::string::npos);
  CHECK(text() == "C");
  CHECK(undo_all().size() == 1);
  CHECK(text() == "A");

  // Somebody else's text is still somebody else's.
  record("A", "B");
  put("theirs");
  CHECK(error_of(undo_all).find("has changed since") != std::string::npos);
  CHECK(verify_sessions(run.store).empty());
  fs::remove_all(folder);
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

TEST_CASE("results are cut with a cursor to the rest") {
  ToolResult result;
  result.result = Json::array();
  for (int i = 0; i < 100; ++i) result.result.add(std::string(50, 'a') + std::to_string(i));
  ToolResult first = result;
  cut(first, "", 1000);
  CHECK(first.truncated);
  std::string cursor = first.cursor;
  size_t rows = first.result.items()->size();
  while (!cursor.empty()) {
    ToolResult next = result;
    cut(next, cursor, 1000);
    rows += next.result.items()->size();
    cursor = next.cursor;
  }
  CHECK(rows == 100);
}

TEST_CASE("another tool and another body are each another event than the record's") {
  Run run;
  Journal journal = run.begin();
  Replies model(said({kCall, kEmpty}));
  run.ask(journal, model);
  const auto& events = journal.events();
  const size_t at = 5;
  REQUIRE(events[at].kind == EventKind::tool_asked);
  const std::function<void(SessionEvent&)> changes[] = {
      [](SessionEvent& event) { event.tool = "other"; },
      [](SessionEvent& event) { event.body.insert(event.body.size() - 1, R"(,"id":"x")"); },
  };
  for (const auto& change : changes) {
    auto record = events;
    change(record[at]);
    const Replayed replayed = replay_strictly(record, run.tools, "");
    REQUIRE(replayed.divergence);
    CHECK(replayed.divergence->step() == events[at].seq);
  }
}
