// A chat beyond one turn: what gives way when the context fills, what is taken back, and who else
// may be asked; and that each replays and folds to the same conversation.
#include "agent/chat.h"

#include <catch2/catch.hpp>

#include "agent/ask.h"
#include "agent/confined.h"
#include "agent/prices/prices.h"
#include "agent/replay.h"
#include "agent/selection.h"
#include "agent/summary.h"
#include "engine/clock.h"
#include "queries/open.h"
#include "tests/unit/scratch.h"

using namespace dossier;

namespace {

// Answers with what a function makes of the request.
class Answering final : public Model {
 public:
  using Answer = std::function<ModelReply(const ModelRequest&)>;
  explicit Answering(Answer answer, bool native = false)
      : answer_(std::move(answer)), native_(native) {}
  std::string name() const override { return "answering"; }
  bool native_calls() const override { return native_; }
  ModelReply reply(const ModelRequest& request, const ModelListener&, std::stop_token) override {
    last = request;
    return answer_(request);
  }
  ModelRequest last;

 private:
  Answer answer_;
  bool native_;
};

ModelReply saying(std::string text) { return {{Role::assistant, std::move(text), {}, {}}, {}, {}}; }

struct Talk {
  Store store = open_in_memory();
  Toolbox tools;
  Policy policy{Policy::kLookups};
  Journal journal = [this] {
    SessionInfo info;
    info.mode = "ask";
    return Journal::begin(store, info, system_entropy());
  }();
  std::optional<Transcript> transcript;
  std::optional<Chat> chat;

  explicit Talk(Model& model, int64_t context = 0) {
    const SchemaField fields[] = {{"q", "string", "What"}};
    tools.add({{"find", "Finds", schema_of(fields)},
               Capability::lookup,
               false,
               [](const Json& input, const EditListener&, ToolResult& result) {
                 result.result = Json::object({{"found", input.text("q")}});
               }});
    transcript.emplace(journal, Effects{&model, &tools, &policy, &system_clock(), {}});
    chat.emplace(*transcript, set_up(tools, options(model, context)), LoopLimits());
  }
  static SetupOptions options(const Model& model, int64_t context) {
    SetupOptions out;
    out.mode = "ask";
    out.native = model.native_calls();
    out.context_tokens = context;
    return out;
  }
  bool replays() const {
    const Replayed replayed = replay_strictly(journal.events(), tools, "");
    if (replayed.divergence) WARN(replayed.divergence->what());
    return !replayed.divergence && replayed.events == journal.events().size();
  }
  std::vector<Message> folded() const { return fold(journal.events(), action_lines()); }
};

bool is_summary(const ModelRequest& request) {
  return request.system.starts_with("You are shown the older part");
}

bool has_text(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("older turns give way to a summary when the context fills") {
  int summaries = 0, turns = 0;
  Answering model([&](const ModelRequest& request) {
    if (is_summary(request)) return saying("summary " + std::to_string(++summaries));
    // Some turns look something up first.
    if (is_from_person(request.messages.back()) && turns % 3 == 0)
      return saying("ACTION: FIND(q='" + std::string(300, 'x') + "')");
    return saying("answer " + std::string(800, 'y'));
  });
  Talk talk(model, 2000);
  size_t told = 0;
  LoopListener listener;
  listener.on_summary = [&](size_t messages) { told += messages > 0; };
  for (; turns < 30; ++turns) {
    const std::string question = "question " + std::to_string(turns);
    CHECK(talk.chat->turn(question, listener, {}).answered);
    CHECK(tokens_in(model.last) <= 2000 + 400);
    // The question that is answered is always told in its own words.
    bool is_there = false;
    for (const auto& message : model.last.messages) is_there |= has_text(message.text, question);
    CHECK(is_there);
    CHECK(to_json(talk.folded().back()) ==
          to_json(saying("answer " + std::string(800, 'y')).message));
  }
  CHECK(summaries > 3);
  CHECK(told == static_cast<size_t>(summaries));
  CHECK(chat_summary_in(talk.folded()) == "summary " + std::to_string(summaries));
  CHECK(talk.chat->filling().summary > 0);
  CHECK(talk.replays());
}

TEST_CASE("a summary that fails ends the turn, and the next goes on") {
  bool fails = true;
  Answering model([&](const ModelRequest& request) {
    if (is_summary(request) && fails) throw Error(ErrorCode::io, "down");
    return saying(std::string(3000, 'y'));
  });
  Talk talk(model, 2000);
  std::optional<Error> failure;
  for (int i = 0; i < 6 && !failure; ++i) failure = talk.chat->turn("more", {}, {}).failure;
  REQUIRE(failure);
  CHECK(
      failure->message().starts_with("the context is full, and summarising its older messages "
                                     "failed: down; all of them are kept"));
  fails = false;
  CHECK(talk.chat->turn("again", {}, {}).answered);
  CHECK(talk.replays());
}

TEST_CASE("what was said last is taken back with its answer") {
  int count = 0;
  Answering model([&](const ModelRequest& request) {
    if (request.messages.size() == 3) return saying("ACTION: FIND(q='x')");
    return saying("answer " + std::to_string(++count));
  });
  Talk talk(model);
  CHECK_THROWS_AS(talk.chat->rewind(), Error);
  talk.chat->turn("one", {}, {});
  talk.chat->turn("two", {}, {});
  CHECK(talk.folded().size() == 6);
  CHECK(talk.chat->rewind() == "two");
  CHECK(talk.folded().size() == 2);
  CHECK(talk.chat->turn("two", {}, {}).answered);
  CHECK(talk.chat->rewind() == "two");
  CHECK(talk.chat->rewind() == "one");
  CHECK(talk.folded().empty());
  CHECK(talk.replays());
}

TEST_CASE("a chat goes over from a model with calls to one without, and back") {
  const ToolCall call{"c1", "find", Json::object({{"q", "x"}})};
  Answering native(
      [&](const ModelRequest& request) {
        ModelReply out = saying("native");
        if (is_from_person(request.messages.back())) out.message.calls = {call};
        return out;
      },
      true);
  Answering text([](const ModelRequest&) { return saying("text"); });
  Talk talk(native);
  CHECK(talk.chat->turn("one", {}, {}).text == "native");
  talk.transcript->change_model(text);
  talk.chat->change(set_up(talk.tools, Talk::options(text, 0)), LoopLimits());
  CHECK(talk.chat->turn("two", {}, {}).text == "text");
  REQUIRE(text.last.messages.size() == 5);
  CHECK(has_text(text.last.messages[1].text, "ACTION: FIND(q='x')"));
  CHECK(has_text(text.last.messages[2].text, "\"found\":\"x\""));
  CHECK(talk.folded().size() == 6);
  for (size_t i = 0; i < 5; ++i) CHECK(talk.folded()[i] == text.last.messages[i]);
  talk.transcript->change_model(native);
  talk.chat->change(set_up(talk.tools, Talk::options(native, 0)), LoopLimits());
  CHECK(talk.chat->turn("three", {}, {}).text == "native");
  CHECK(talk.replays());
}

TEST_CASE("of a reply that was cut nothing is run, and an answer that was cut says so") {
  int asked = 0;
  Answering model([&](const ModelRequest& request) {
    ModelReply out = saying(++asked == 1 ? "ACTION: FIND(q='x')" : "An answer that is c");
    out.is_cut = asked != 2;
    if (asked == 2) CHECK(has_text(request.messages.back().text, "your reply was cut off"));
    return out;
  });
  Talk talk(model);
  const auto turn = talk.chat->turn("look", {}, {});
  CHECK(turn.answered);
  CHECK_FALSE(turn.is_cut);
  for (const auto& event : talk.journal.events()) CHECK(event.kind != EventKind::tool_settled);
  CHECK(talk.chat->turn("go on", {}, {}).is_cut);
  CHECK(talk.replays());
}

TEST_CASE("prices are of the longest name") {
  const auto table =
      read_prices("# c\ngpt-x 1 2 1000\n\ngpt-x-mini 0.5 - 2000 \nlocal: - - -\n", "t");
  CHECK(price_of("openai:gpt-x-mini-2@http://h", table).input == 0.5);
  CHECK_FALSE(price_of("openai:gpt-x-mini", table).output);
  CHECK(price_of("openai:gpt-x-large", table).context == 1000);
  CHECK(price_of("local:thing", table).name == "local:");
  CHECK(price_of("anthropic:other", table).name.empty());
  CHECK(price_of("openai:gpt-x", {}, table).output == 2);
  for (const auto* bad : {"a 1 2", "a 1 2 3 4", "a x 2 3", "a 1 -2 3", "a 1 2 3.5"}) {
    INFO(bad);
    CHECK_THROWS_AS(read_prices(bad, "t"), Error);
  }
  CHECK(price_of("openai:gpt-4o-mini").input < price_of("openai:gpt-4o").input);
  CHECK_FALSE(price_of("process:claude -p").input);
}

TEST_CASE("a question and what is selected come apart again") {
  const Selection selection{"A.b", "member", "A", {"A.c"}, {"D.e"}};
  const Asked asked = asked_in(with_selection("why?", selection));
  CHECK(asked.question == "why?");
  CHECK(asked.selection.owner == "A");
  CHECK(asked.selection.siblings == selection.siblings);
  CHECK(asked.selection.callers == selection.callers);
  CHECK(asked_in("why?\n\n# Selected in the program\n\nnothing").question.size() > 10);
}

TEST_CASE("a command is confined to its folder") {
  test::Scratch scratch;
  scratch.write("w/in.txt", "inside\n");
  scratch.write("out.txt", "outside\n");
  const std::string folder = scratch / "w", outside = scratch / "out.txt";
  // Also as on kernels that know less: Debian 12's has ABI 2, the first that has TCP is 4.
  const int abi = GENERATE(as<int>(), kNewestLandlock, 4, 3, 2, 1);
  INFO("ABI " << abi);
  const auto run = [&](const std::string& command, int64_t ms = 20'000) {
    return run_confined(command, folder, ms, {}, abi);
  };
  std::optional<CommandRun> first;
  try {
    first = run("cat in.txt; echo made > made.txt; exit 3");
  } catch (const Error& error) {
    WARN("SKIPPED: needs kernel support: " << error.what());
    return;
  }
  CHECK(first->output == "inside\n");
  CHECK(first->ended == "exit status 3");
  CHECK_FALSE(first->passed);
  CHECK(scratch.read("w/made.txt") == "made\n");
  CHECK(run("true").passed);
  const std::string python = "/usr/bin/python3 -c ";
  REQUIRE(run(python + "'import os'").passed);
  // Neither read, written, emptied, removed nor renamed outside.
  for (const std::string& command : std::vector<std::string>{
           "cat " + outside, "echo x > " + outside, "echo x >> " + outside, "rm " + outside,
           "mv " + outside + " in.txt", "ln " + outside + " link && cat link",
           "ln -s " + outside + " soft && cat soft", "truncate -s 0 " + outside,
           "cd .. && echo x > new.txt", "cp in.txt ../copy.txt",
           python + "'import os; os.truncate(\"" + outside + "\", 0)'",
           python + "'import os; os.open(\"" + outside + "\", os.O_TRUNC)'",
           python + "'import os; os.open(\"" + outside + "\", os.O_TRUNC | os.O_ACCMODE)'"}) {
    INFO(command);
    const CommandRun tried = run(command);
    CHECK_FALSE(tried.passed);
    CHECK(tried.output.find("outside") == std::string::npos);
  }
  CHECK(scratch.read("out.txt") == "outside\n");
  CHECK_FALSE(std::filesystem::exists(scratch / "new.txt"));
  CHECK_FALSE(std::filesystem::exists(scratch / "copy.txt"));
  // A temporary folder of its own, and nothing of this program's environment.
  ::setenv("SECRET_KEY", "hush", 1);
  CHECK(run("echo \"$SECRET_KEY\" && echo x > \"$TMPDIR/t\" && cat \"$TMPDIR/t\"").output ==
        "\nx\n");
  ::unsetenv("SECRET_KEY");
  CHECK(has_text(run("bash -c 'echo > /dev/tcp/127.0.0.1/1'").output, "Permission denied"));
  // No socket of any kind, of which a pair reaches nobody.
  const std::string sockets = python + "'import socket as s; s.socket";
  for (const char* kind : {"(s.AF_INET, s.SOCK_STREAM)", "(s.AF_INET6, s.SOCK_STREAM)",
                           "(s.AF_INET, s.SOCK_DGRAM)", "(s.AF_UNIX)", "(s.AF_NETLINK)"}) {
    INFO(kind);
    CHECK(has_text(run(sockets + kind + "'").output, "Permission denied"));
  }
  CHECK(run(sockets + "pair()'").passed);
  // Time and output are limited.
  CHECK(run("sleep 60", 200).ended == "stopped because its time was up");
  const CommandRun loud = run("yes | head -c 3000000; echo the end");
  CHECK(loud.output.size() < 40'000);
  CHECK(loud.output.ends_with("the end\n"));
  std::stop_source stopped;
  stopped.request_stop();
  CHECK(run_confined("sleep 60", folder, 20'000, stopped.get_token()).ended == "stopped");
}
