// A script that a limit ends: the model gets what ran, what it returned, and what stopped it.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <thread>

#include "agent/auto/auto_tools.h"
#include "agent/auto/script_run.h"
#include "agent/chat.h"
#include "engine/clock.h"
#include "engine/search/matcher.h"
#include "sandbox/frame.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::test;

namespace {

Tool looking_tool() {
  Tool out;
  out.spec = {"look", "Looks", schema_of(std::vector<SchemaField>{{"n", "integer", "Which"}})};
  out.category = "code";
  out.run = [](const Json& input, const EditListener&, ToolResult& result) {
    result.result = Json::object({{"seen", input["n"]}});
  };
  return out;
}

// A chat whose model has scripts, with a tool to call.
struct Scripts : Run {
  explicit Scripts(const AutoSettings& settings = {}) {
    tools.add(looking_tool());
    scripts.emplace(tools, settings);
    scripts->use(transcript, "/work", "c1", [this](const ScriptEvent& event) {
      told += (told.empty() ? "" : " ") + std::string(name_of(event.kind));
      told_of += event.body.dump();
    });
  }
  ToolResult run(const std::string& code) {
    return transcript.call({{}, std::string(kAutoTool), Json::object({{"code", code}})});
  }

  Journal journal = begin();
  Transcript transcript{journal, {nullptr, &tools, &policy, &clock, {}}};
  std::optional<AutoTools> scripts;
  std::string told, told_of;
};

// A worker that makes one call and then says that a limit ended its script: for limits that a
// script reaches after many seconds, or not on every machine.
std::string stopped_worker(const test::Scratch& scratch, const std::string& limit) {
  std::string frames;
  const auto add = [&](sandbox::Frame kind, const std::string& payload) {
    const auto size = static_cast<uint32_t>(payload.size());
    frames += static_cast<char>(kind);
    frames.append(reinterpret_cast<const char*>(&size), sizeof size);
    frames += payload;
  };
  add(sandbox::Frame::request, R"({"id":1,"op":"call","name":"look","params":{"n":7}})");
  add(sandbox::Frame::wait, "");
  add(sandbox::Frame::stopped, limit);
  scratch.write("frames", frames);
  scratch.write("worker",
                "#!/bin/sh\nhead -c 1 >/dev/null\nexec cat '" + scratch / "frames" + "'\n");
  ::chmod((scratch / "worker").c_str(), 0700);
  return scratch / "worker";
}

}  // namespace

TEST_CASE("a limit that a script reaches leaves what it has done until then") {
  struct Row {
    const char *stopped, *after;
  };
  const Row rows[] = {
      {"time", "for (;;);"},
      {"memory", "const all = []; for (;;) all.push(new Array(100000).fill(1));"},
      {"output", "return 'x'.repeat(2 << 20);"},
      {"output", "return callTool('look', {n: 'x'.repeat(2 << 20)});"},
      {"pending", "for (let n = 0; n < 101; ++n) callTool('look', {n}); await 1; return 2;"},
      {"requests", "for (let n = 0; n < 500; ++n) await callTool('look', {n}); return 3;"},
  };
  for (const auto& [stopped, after] : rows) {
    INFO(stopped << ": " << after);
    AutoSettings settings;
    settings.timeout_ms = std::string_view(stopped) == "time" ? 300 : 60'000;
    Scripts script(settings);
    const ToolResult result =
        script.run("await callTool('look', {n: 7}); log('looked');" + std::string(after));
    CHECK_FALSE(result.ok);
    CHECK(result.result.text("stopped") == stopped);
    CHECK_FALSE(result.result.text("error").empty());
    CHECK(result.result["result"].is_null());
    CHECK(result.result["logs"].dump() == R"(["looked"])");
    const auto called = result.result["called"].each();
    REQUIRE_FALSE(called.empty());
    CHECK(called[0].text("name") == "look");
    CHECK(called[0].flag("ok"));
    CHECK(called[0].text("returned") == R"({"seen":7})");
    CHECK(script.told.find(" log warning ") != std::string::npos);
    CHECK(script.told.ends_with(" summary"));
    CHECK(script.journal.events().back().kind == EventKind::tool_settled);
  }
}

TEST_CASE("the shorter of a script's time and its turn's ends the script and what it looks up") {
  const auto never_ends = [] {
    Tool out = looking_tool();
    out.run = [](const Json&, const EditListener&, ToolResult&) {
      for (;;) search::pause_between();
    };
    return out;
  };
  SECTION("a lookup ends with its script") {
    AutoSettings settings;
    settings.timeout_ms = 200;
    Scripts script(settings);
    Tool endless = never_ends();
    endless.spec.name = "endless";
    script.tools.add(endless);
    const ToolResult result =
        script.run("await callTool('endless', {n: 1}).catch(() => {}); for (;;);");
    CHECK(result.result.text("stopped") == "time");
    REQUIRE(result.result["called"].each().size() == 1);
    CHECK(result.result["called"].each()[0].text("returned").find("time is up") !=
          std::string::npos);
  }
  SECTION("a script ends with its turn") {
    AutoSettings settings;
    settings.timeout_ms = 60'000;
    Scripts script(settings);
    script.transcript.set_calls_end(steady_ms() + 200);
    CHECK(script.run("for (;;);").result.text("stopped") == "time");
  }
}

TEST_CASE("fuel and stack that are used up leave what was done until then, too") {
  const std::pair<std::string, std::string> rows[] = {{"fuel", "without an end in sight"},
                                                      {"stack", "calls itself too deeply"}};
  for (const auto& [limit, sentence] : rows) {
    INFO(limit);
    const test::Scratch scratch;
    Run run;
    run.tools.add(looking_tool());
    Journal journal = run.begin();
    Transcript transcript(journal, {nullptr, &run.tools, &run.policy, &run.clock, {}});
    const AutoSettings settings;
    const ToolIndex index(run.tools, {});
    std::string told;
    const ScriptListener listener = [&](const ScriptEvent& event) {
      told += std::string(name_of(event.kind)) + " ";
      if (event.kind == ScriptEvent::warning) told += "(" + event.body.text("text") + ") ";
    };
    sandbox::Sandbox worker(stopped_worker(scratch, limit), 0);
    ToolResult result;
    ScriptRun(index, settings, transcript, listener)(worker, {"…", {}, {}, {}}, {}, result);
    CHECK_FALSE(result.ok);
    CHECK(result.result.text("stopped") == limit);
    CHECK(result.result.text("error").find(sentence) != std::string::npos);
    CHECK(result.result["result"].is_null());
    REQUIRE(result.result["called"].each().size() == 1);
    CHECK(result.result["called"].each()[0].flag("ok"));
    CHECK(result.result["called"].each()[0].text("returned") == R"({"seen":7})");
    CHECK(told.starts_with("begun call warning (stopped by a limit, " + limit + ": "));
    CHECK(told.ends_with(" summary "));
    CHECK(body_of(journal.events().back()).text("stopped") == limit);
  }
}

TEST_CASE("a script that fails leaves what it has done until then, too") {
  Scripts script;
  const ToolResult result =
      script.run("await callTool('look', {n: 7}); const down = () => 1 + down(); return down();");
  CHECK_FALSE(result.ok);
  CHECK(result.result.find("stopped") == nullptr);
  CHECK(result.result.text("error").find("stack") != std::string::npos);
  CHECK(result.result["called"].each()[0].text("returned") == R"({"seen":7})");
  CHECK(script.told == "begun call summary");
}

TEST_CASE("a script's time stands still while a person is asked") {
  AutoSettings settings;
  settings.timeout_ms = 1500;
  Scripts script(settings);
  Tool write = looking_tool();
  write.spec.name = "write";
  write.capability = Capability::write;
  script.tools.add(write);
  int asked = 0;
  script.policy = Policy(Policy::kAgent, [&](const PermissionRequest&) {
    ++asked;
    std::this_thread::sleep_for(std::chrono::milliseconds(1600));
    return Consent{true, Consent::call};
  });
  script.policy.set_within(permissions_in("write=ask", Policy::kAgent));
  const ToolResult result = script.run("return await callTool('write', {n: 7});");
  CHECK(asked == 1);
  CHECK(result.ok);
  CHECK(result.result["result"].dump() == R"({"seen":7})");
}

TEST_CASE("a script that is too long is not run, and one that is stopped says so") {
  Scripts script;
  const ToolResult result = script.run(std::string(1 << 20, ' ') + "return 1;");
  CHECK(result.result.text("stopped") == "code");
  CHECK(result.result["called"].each().empty());
  std::stop_source stop;
  stop.request_stop();
  script.scripts->stop_with(stop.get_token());
  CHECK(script.run("await callTool('look', {n: 1}); for (;;);").result.text("stopped") ==
        "interrupted");
  script.scripts->turn(false);
  const ToolResult refused = script.run("return 1;");
  CHECK_FALSE(refused.ok);
  CHECK(refused.result.dump().find("no auto-tools") != std::string::npos);
}

TEST_CASE("what a script tells is in order, and what it searches and warns of is recorded") {
  Scripts script;
  const ToolResult result = script.run(
      "await searchTools('look', {limit: 1}); await callTool('look', {n: 1}); await "
      "callTool('none', {}).catch(() => {}); log('x'); return Math.random() < 1;");
  CHECK(result.ok);
  CHECK(result.result["searched"].dump() == R"([{"query":"look","found":["look"]}])");
  CHECK(script.told == "begun search call call log summary");
  std::string recorded;
  for (const auto& event : script.journal.events())
    if (event.kind == EventKind::progress) recorded += body_of(event).text("event") + " ";
  CHECK(recorded == "search summary ");
  const Json summary = body_of(*(script.journal.events().end() - 2));
  CHECK(summary.number("calls") == 2);
  CHECK(summary.number("failed") == 1);
  CHECK(summary.text("entropy").size() == 16);
}

TEST_CASE("what leaves a script has no secrets, and is cut to what a model reads") {
  const std::string key = "ghp_" + std::string(18, 'a') + std::string(18, '7');
  Scripts script;
  Tool leak = looking_tool();
  leak.spec.name = "leak";
  leak.run = [&](const Json&, const EditListener&, ToolResult& result) {
    result.result = Json::object({{"token", key}});
  };
  script.tools.add(leak);
  const ToolResult result = script.run(
      "const key = ['ghp', 'aaaaaaaaaaaaaaaaaa777777777777777777'].join('_'); log('is', key); "
      "await "
      "callTool('leak', {n: 1}); return {[key]: 1, inside: [key], long: 'x'.repeat(5000), many: "
      "Array.from({length: 300}, (_, i) => i)};");
  REQUIRE(result.ok);
  CHECK(result.truncated);
  CHECK(result.result.flag("truncated"));
  CHECK(result.result["result"].text("long").ends_with("… (1000 bytes more)"));
  CHECK(result.result["result"]["many"].each().size() == 201);
  CHECK(result.result["logs"].each().size() == 1);
  CHECK(result.result.dump().find(key) == std::string::npos);
  CHECK(script.told_of.find(key) == std::string::npos);
  for (const auto& event : script.journal.events())
    if (event.kind != EventKind::tool_asked) CHECK(event.body.find(key) == std::string::npos);
  // Failures, too.
  const ToolResult failed =
      script.run("throw new Error('no access with ghp_' + '" + key.substr(4) + "');");
  CHECK_FALSE(failed.ok);
  CHECK(failed.result.dump().find(key) == std::string::npos);
}

TEST_CASE("what a script calls and edits counts as the turn's, live and in a replay") {
  AutoSettings settings;
  Run run;
  run.tools.add(looking_tool());
  Tool edit;
  edit.spec = {"edit_file", "Edits", schema_of({})};
  edit.run = [](const Json&, const EditListener&, ToolResult& result) {
    result.result = Json::object({{"path", "a.txt"}, {"diff", std::string(5000, 'x')}});
  };
  run.tools.add(edit);
  AutoTools scripts(run.tools, settings);
  Replies model(said({R"({"tool_calls":[{"tool":"run_auto_tool","input":{"code":)"
                      R"("await callTool('look',{n:1});return callTool('edit_file',{});"}}]})",
                      "a.txt is edited"}));
  Journal journal = run.begin();
  Transcript transcript(journal, {&model, &run.tools, &run.policy, &run.clock, {}});
  scripts.use(transcript, "/", "c1");
  SetupOptions options;
  options.mode = "agent";
  options.model = model.name();
  options.automatic = &scripts;
  Chat chat(transcript, set_up(run.tools, options), options.limits);
  const auto turn = chat.turn("edit it", {}, {});
  CHECK(turn.answered);
  CHECK(turn.edited == std::vector<std::string>{"a.txt"});
  const Replayed again = replay_strictly(journal.events(), run.tools, {});
  CHECK_FALSE(again.divergence.has_value());
}
