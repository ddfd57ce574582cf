// A hundred sessions, each made by another mixture of what happens to sessions: action lines, JSON
// and native calls, scripts that call tools, tools that fail, calls that are denied, replies that
// are cut off, programs that are killed and go on, forks. Each replays to its end, or the replay
// names what stands in the way. Dialogues in tags are generated_dialogues_test.cc.
#include <catch2/catch.hpp>

#include "agent/auto/auto_tools.h"
#include "agent/chat.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "agent/workspace.h"
#include "tests/unit/agent/random.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

namespace {

// A model of one of three dialects that calls tools at random, and sometimes breaks off.
class Wild final : public Model {
 public:
  Wild(Random& random, bool native) : random_(random), native_(native) {}
  std::string name() const override { return "wild"; }
  bool native_calls() const override { return native_; }
  ModelReply reply(const ModelRequest&, const ModelListener&, std::stop_token) override {
    ++asked;
    Message out{Role::assistant, {}, {}, {}};
    switch (random_.below(7)) {
      case 0:
        throw Error(ErrorCode::io, "the connection broke");
      case 1:  // cut off
        out.text = is_json() ? R"({"tool_calls":[{"tool":"list_dir","in)"
                             : "ACTION: EDIT_FILE(path='a.txt')\nCONTENT_START\nhalf";
        break;
      case 2:
      case 3:
      case 4:
        call(out, 1 + random_.below(3));
        break;
      default:
        out.text = is_automation ? kEmpty : "I changed a.txt and b.txt.";
    }
    return {out, {7, 3}, {}};
  }
  bool is_automation = false;
  bool has_scripts = false;
  int asked = 0;

 private:
  bool is_json() const { return is_automation || has_scripts; }
  // What a script may do: call, write, call at once, fail, draw lots, name no tool, be no script.
  std::string script() {
    const char* const scripts[] = {
        "return await callTool('read_file', {path: 'a.txt'});",
        "await callTool('edit_file', {path: 'b.txt', content: 'by a script\\n'}); return 'done';",
        "return batchCall([{name: 'read_file', params: {path: 'a.txt'}},"
        " {name: 'read_file', params: {path: 'b.txt'}}]);",
        "log('about to fail'); throw new Error('no');",
        "return Math.random();",
        "return callTool('nothing', {});",
        "return (;",
    };
    return scripts[random_.below(std::size(scripts))];
  }

  void call(Message& out, size_t count) {
    Json calls = Json::array();
    for (size_t i = 0; i < count; ++i) {
      const std::string file = random_.below(2) == 0 ? "a.txt" : "b.txt";
      const bool edits = !is_automation && random_.below(2) == 0;
      const std::string tool = has_scripts     ? std::string(kAutoTool)
                               : is_automation ? "echo"
                               : edits         ? "edit_file"
                                               : "read_file";
      const std::string text = "line " + std::to_string(random_.below(1000));
      Json input = Json::object();
      if (has_scripts)
        input.set("code", script());
      else if (is_automation)
        input.set("text", text);
      else
        input.set("path", file);
      if (edits && !has_scripts) input.set("content", text + "\n");
      if (native_)
        out.calls.push_back({"c" + std::to_string(++number_), tool, std::move(input)});
      else if (is_json())
        calls.add(Json::object({{"tool", tool}, {"input", std::move(input)}}));
      else
        out.text += edits ? "ACTION: EDIT_FILE(path='" + file + "')\nCONTENT_START\n" + text +
                                "\nCONTENT_END\n"
                          : "ACTION: READ_FILE(path='" + file + "')\n";
    }
    if (is_json() && !native_) out.text = Json::object({{"tool_calls", std::move(calls)}}).dump();
  }

  Random& random_;
  bool native_;
  int number_ = 0;
};

// The session as a program leaves it that was killed after so many of its events.
Journal killed(Run& run, const Journal& whole, size_t events) {
  SessionInfo info = whole.info();
  info.uid.clear();
  Journal out = Journal::begin(run.store, info, run.entropy);
  const auto& all = whole.events();
  for (size_t i = 0; i < events; ++i) out.append(all[i].kind, all[i].tool, all[i].body, all[i].ms);
  return out;
}

struct Generated {
  Run run;
  Scratch scratch;
  Random random;
  std::unique_ptr<Workspace> files;
  Toolbox tools;
  Policy policy{Policy::kLookups};
  std::optional<AutoTools> scripts;
  std::string said;  // what was done, for a failure's message

  explicit Generated(uint64_t seed) : random(seed) {
    scratch.write("a.txt", "a\n");
    scratch.write("b.txt", "b\n");
    files = disk_workspace(scratch.path());
    add_file_tools(tools, *files);
    tools.add(echo_tool(run.runs));
  }

  SetupOptions options(const std::string& mode, bool native) const {
    SetupOptions out;
    out.mode = mode;
    out.model = "wild";
    out.native = native;
    out.root = scratch.path();
    out.limits.calls = 6;
    out.automatic = scripts ? &*scripts : nullptr;
    return out;
  }

  Journal chat(bool native) {
    Journal journal = run.begin();
    Wild model(random, native);
    model.has_scripts = random.below(4) == 0;
    if (model.has_scripts) scripts.emplace(tools, AutoSettings());
    said += model.has_scripts ? " scripts" : "";
    // Some writes are denied: nobody is there to be asked.
    const bool denies = random.below(2) == 0;
    policy = Policy(permissions_of("agent", denies ? "write=ask" : ""));
    said += denies ? " denied" : "";
    const std::string first = random.below(3) == 0 ? "ask" : "agent";
    const SetupOptions begun = options(first, native);
    {
      Transcript transcript(journal, {&model, &tools, &policy, &run.clock, scratch.path()});
      if (scripts) scripts->use(transcript, scratch.path(), "c1");
      Chat chat(transcript, set_up(tools, begun), begun.limits);
      for (size_t turns = 1 + random.below(3); turns > 0; --turns)
        chat.turn("turn " + std::to_string(turns), {}, {});
    }
    if (random.below(3) == 0) return journal;
    // Killed anywhere, within an effect or between two, and gone on with by another run.
    const size_t at = 3 + random.below(journal.events().size() - 3);
    said += " killed after " + std::to_string(at);
    Journal stopped = killed(run, journal, at);
    if (random.below(4) == 0) return stopped;
    said += " went on";
    const auto& record = stopped.events();
    Setup again = set_up_again(tools, record, 0, "");
    std::vector<Message> messages = fold(record, *again.protocol);
    Transcript transcript(stopped, {&model, &tools, &policy, &run.clock, scratch.path()});
    if (scripts) scripts->use(transcript, scratch.path(), "c1");
    Chat chat(transcript, std::move(again), begun.limits, std::move(messages));
    for (size_t turns = 1 + random.below(2); turns > 0; --turns) chat.turn("go on", {}, {});
    return stopped;
  }

  Journal automation(bool native) {
    Journal journal = run.begin();
    Wild model(random, native);
    model.is_automation = true;
    policy = Policy(Policy::kLookups);
    const SetupOptions begun = options("automation", native);
    {
      Transcript transcript(journal, {&model, &tools, &policy, &run.clock, {}});
      run_ask(transcript, set_up(tools, begun), "why?", begun.limits, {}, {});
    }
    const size_t way = random.below(3);
    if (way == 0) return journal;
    const size_t at = 3 + random.below(journal.events().size() - 3);
    if (way == 1) {
      said += " killed after " + std::to_string(at);
      return killed(run, journal, at);
    }
    return fork(journal, model, begun);
  }

  // Goes on live from an event after which the model was asked.
  Journal fork(const Journal& journal, Wild& model, const SetupOptions& begun) {
    const auto& all = journal.events();
    std::vector<size_t> places;
    for (size_t i = 1; i < all.size(); ++i)
      if (all[i].kind == EventKind::model_asked) places.push_back(i);
    const size_t place = places[random.below(places.size())];
    said += " forked after " + std::to_string(place);
    SessionInfo info = journal.info();
    info.uid.clear();
    info.parent = journal.info().id;
    info.parent_event = all[place - 1].id;
    Journal own = Journal::begin(run.store, info, run.entropy);
    const std::vector<SessionEvent> prefix(all.begin(),
                                           all.begin() + static_cast<std::ptrdiff_t>(place));
    Transcript transcript(own, {&model, &tools, &policy, &run.clock, {}}, prefix);
    go_on(transcript, prefix, tools, begun.prompts, {}, {});
    return own;
  }
};

}  // namespace

TEST_CASE("a hundred generated sessions replay, or name what stands in the way") {
  size_t identical = 0, named = 0, stopped = 0, events = 0, scripts = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    Generated made(seed);
    const bool native = made.random.below(2) == 0;
    const bool is_chat = made.random.below(3) != 0;
    const Journal journal = is_chat ? made.chat(native) : made.automation(native);
    INFO("seed " << seed << (native ? " native" : " text") << (is_chat ? " chat" : " automation")
                 << made.said);
    const int runs = made.run.runs;
    const Replayed replayed = replay_strictly(journal.events(), made.tools, "");
    if (replayed.divergence) {
      // Killed between a reply of no use and what sends it back: nothing tells that from a program
      // that sends it back no more, so it is named.
      UNSCOPED_INFO(replayed.divergence->what());
      CHECK(replayed.divergence->expected().find("go on") != std::string::npos);
      CHECK(replayed.divergence->got().find("Nothing of") != std::string::npos);
      ++named;
      continue;
    }
    CHECK(replayed.events == journal.events().size());
    CHECK(made.run.runs == runs);
    for (const auto& stop : replayed.stopped) {
      CHECK(stop.seq > 0);
      CHECK_FALSE(stop.step.empty());
    }
    // One that was killed within an effect says where.
    bool open = false, cut = false;
    for (const auto& event : journal.events()) {
      const bool asks = event.kind == EventKind::model_asked || event.kind == EventKind::tool_asked;
      const bool settles =
          event.kind == EventKind::model_settled || event.kind == EventKind::tool_settled;
      if (open && event.kind == EventKind::message) cut = true;
      if (asks || settles || event.kind == EventKind::message) open = asks;
    }
    if (open || cut) CHECK_FALSE(replayed.stopped.empty());
    CHECK(verify_sessions(made.run.store).empty());
    ++identical;
    stopped += replayed.stopped.empty() ? 0 : 1;
    events += journal.events().size();
    scripts +=
        std::count_if(journal.events().begin(), journal.events().end(), [](const auto& event) {
          return event.kind == EventKind::tool_settled && event.tool == kAutoTool;
        });
  }
  CHECK(identical + named == 100);
  CHECK(named < 5);
  // The mixture holds what it is there for.
  CHECK(stopped > 15);
  CHECK(stopped < 80);
  CHECK(events > 1000);
  CHECK(scripts > 10);
}
