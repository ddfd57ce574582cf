// Readers of other programs' transcripts, beside the cases (tests/cases/agent/sessions_import*).
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "agent/foreign/foreign.h"
#include "agent/foreign/lines.h"
#include "agent/foreign/recorder.h"
#include "agent/import_sessions.h"
#include "engine/clock.h"
#include "engine/json_value.h"
#include "queries/open.h"
#include "tests/unit/places.h"
#include "tests/unit/scratch.h"

using namespace dossier;

TEST_CASE("times are read with their zones, and nothing else is a time") {
  struct Row {
    const char* text;
    const char* utc;  // "" = none
  };
  const auto [text, utc] = GENERATE(values<Row>({
      {"2025-06-14T11:00:00Z", "2025-06-14T11:00:00.000Z"},
      {"2025-06-14T11:00:00.25Z", "2025-06-14T11:00:00.250Z"},
      {"2025-01-27T22:44:56.900854", "2025-01-27T22:44:56.900Z"},
      {"2024-10-15T12:53:13-04:00", "2024-10-15T16:53:13.000Z"},
      {"2024-02-29 23:59:59+0130", "2024-02-29T22:29:59.000Z"},
      {"2000-03-01T00:00:00Z", "2000-03-01T00:00:00.000Z"},
      {"yesterday", ""},
      {"2025-13-14T11:00:00Z", ""},
      {"2025-06-14", ""},
      {"", ""},
  }));
  const auto ms = time_in(text);
  CHECK((ms ? rfc3339(*ms) : "") == utc);
}

TEST_CASE("every seed of the fuzzer is a transcript, and a shorter file is its beginning") {
  const std::filesystem::path seeds =
      std::string(test::kSource) + "/tests/fuzz/corpus/foreign_transcript";
  size_t read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(seeds)) {
    INFO(entry.path());
    std::ifstream file(entry.path());
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto whole = read_foreign(bytes, entry.path().filename().string(), 7);
    REQUIRE(std::holds_alternative<Foreign>(whole));
    ++read;
    REQUIRE_FALSE(std::get<Foreign>(whole).sessions.empty());
    const auto& all = std::get<Foreign>(whole).sessions[0].events;
    CHECK(all.size() >= 2);
    if (entry.path().extension() != ".jsonl") continue;
    // Cut anywhere: what was there is still what it was.
    for (size_t end = bytes.find('\n') + 1; end < bytes.size(); end += 97) {
      const auto part =
          read_foreign(std::string_view(bytes).substr(0, end), entry.path().filename().string(), 7);
      if (!std::holds_alternative<Foreign>(part) || std::get<Foreign>(part).sessions.empty())
        continue;
      const auto& some = std::get<Foreign>(part).sessions[0].events;
      REQUIRE(some.size() <= all.size());
      for (size_t i = 0; i < some.size(); ++i) CHECK(some[i].body == all[i].body);
    }
  }
  CHECK(read == 13);
}

TEST_CASE("a file that is not a transcript says why") {
  for (const std::string_view text : {"", "hello", "[]", "{}", "[1,2]", "{\"a\":1}\n{\"b\":2}\n"})
    CHECK(std::get<std::string>(read_foreign(text, "x.json", 1)) ==
          "not a transcript of a known format");
  CHECK(std::get<std::string>(read_foreign("PK\x03\x04zip", "x.eval", 1))
            .starts_with("a damaged packed file"));
}

TEST_CASE("what is too long is passed by while it is read, and what stands beside it is there") {
  const test::Scratch folder;
  const auto line = [](const std::string& text) {
    return R"({"type":"assistant","sessionId":"s","timestamp":"2025-06-14T11:00:00Z","message":)"
           R"({"role":"assistant","content":")" +
           text + "\"}}\n";
  };
  ForeignLimits limits;
  limits.document = 2000;
  limits.line = 500;
  const auto imported = [&](const std::string& name, const std::string& text) {
    folder.write(name, text);
    Store store = open_in_memory();
    SessionImport out;
    import_sessions(store, folder / name, system_entropy(), {}, out, limits);
    return out;
  };
  // As one piece and, beyond what a document may have, as lines.
  for (const size_t over : {size_t{600}, size_t{3'000'000}}) {
    const SessionImport out =
        imported("a.jsonl", line("before") + line(std::string(over, 'x')) + line("after"));
    CHECK(out.added == 1);
    CHECK(out.events == 3);
    CHECK(out.lost == std::map<std::string, int64_t>{{"lines over 500 bytes", 1}});
  }
  const std::string content(3000, 'x');
  CHECK(imported("a.traj",
                 R"({"trajectory":[],"history":[{"role":"user","content":")" + content + "\"}]}")
            .skipped.at(0)
            .second == "no lines of a known format; a file that is one document may have 1 KB");
  limits.document = 1 << 20;
  CHECK(imported("a.traj",
                 R"({"trajectory":[],"history":[{"role":"user","content":")" + content + "\"}]}")
            .added == 1);
  CHECK(imported("b.jsonl", line(content)).skipped.at(0).second ==
        "no lines of a known format, without its lines over 500 bytes");
}

TEST_CASE("the lines of a transcript share a limit on values") {
  const auto line = [](size_t values) {
    std::string text = "{\"a\":[0";
    for (size_t i = 1; i < values; ++i) text += ",0";
    return text + "]}\n";
  };
  const auto read = [](const std::string& bytes) {
    foreign::Lost lost;
    foreign::JsonLines lines(bytes.size(), SIZE_MAX, lost);
    lines.add(bytes);
    const size_t count = lines.take().size();
    return std::pair(count, lost["lines that are not JSON"]);
  };
  CHECK(read(line(90'000)) == std::pair<size_t, int64_t>(1, 0));
  CHECK(read(line(140'000)) == std::pair<size_t, int64_t>(0, 1));
  CHECK(read(line(90'000) + line(90'000)) == std::pair<size_t, int64_t>(1, 1));
  // Where the text is larger, so is what it may hold.
  const std::string words = "{\"a\":\"" + std::string(1'000'000, 'w') + "\"}\n";
  CHECK(read(words + line(90'000) + line(90'000)) == std::pair<size_t, int64_t>(3, 0));
}

TEST_CASE("a line that was cut within a character is read, without that character") {
  const auto read = [](const std::string& text) {
    foreign::Lost lost;
    foreign::JsonLines lines(text.size(), SIZE_MAX, lost);
    lines.add("{\"a\":\"" + text + "\"}\n");
    const auto all = lines.take();
    return all.empty() ? "lost" : all[0].text("a");
  };
  const std::string none = "\xEF\xBF\xBD";
  CHECK(read("fix \\ud83d it") == "fix " + none + " it");
  CHECK(read("\\udd8a\\uD83D") == none + none);
  CHECK(read("\\ud83d\\ud83e\\udd8a") == none + "\xF0\x9F\xA6\x8A");
  CHECK(read("cut \xF0\x9F \\ud83e\\udd8a") == "cut " + none + none + " \xF0\x9F\xA6\x8A");
  // What is not an escape stays what it is, and what is no JSON is lost.
  CHECK(read("\\\\ud83d \xFF") == "\\ud83d " + none);
  for (const char* text : {"\\ud83", "\\u+123", "\xFF\\", "\\ud83d\\x"})
    CHECK(read(text) == "lost");
}

TEST_CASE("a command alone is no title where something is asked") {
  const auto title = [](const std::vector<std::string>& asked) {
    std::string text;
    for (const auto& one : asked)
      text += R"({"type":"user","sessionId":"s","timestamp":"2025-06-14T11:00:00Z","message":)"
              R"({"role":"user","content":")" +
              one + "\"}}\n";
    return std::get<Foreign>(read_foreign(text, "x.jsonl", 1)).sessions.at(0).title;
  };
  const auto command = [](const std::string& name, const std::string& arguments) {
    return "<command-name>" + name + "</command-name><command-args>" + arguments +
           "</command-args>";
  };
  CHECK(title({command("/clear", ""), "Find the kiwi", "and then"}) == "Find the kiwi");
  CHECK(title({command("/review", "the kiwi"), "and then"}) == "/review the kiwi");
  CHECK(title({command("/clear", ""), command("/compact", "")}) == "/clear");
}

TEST_CASE("no bytes make a reader of transcripts throw") {
  const std::filesystem::path seeds =
      std::string(test::kSource) + "/tests/fuzz/corpus/foreign_transcript";
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(seeds)) {
    std::ifstream file(entry.path());
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  uint64_t state = 88172645463325252ull;
  const auto next = [&](size_t below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<size_t>(state % below);
  };
  size_t read = 0;
  for (int i = 0; i < 6000; ++i) {
    std::string text = texts[next(texts.size())];
    for (size_t n = next(4) + 1; n > 0 && !text.empty(); --n) {
      const size_t at = next(text.size());
      switch (next(5)) {
        case 0:
          text.erase(at, next(40));
          break;
        case 1:
          text[at] = static_cast<char>(next(256));
          break;
        case 2:
          text.insert(at, text.substr(next(text.size()), next(60)));
          break;
        case 3:  // another kind of value in the same place
          text.replace(
              at, std::min<size_t>(next(20), text.size() - at),
              std::vector<const char*>{"null", "[]", "{}", "-1", "\"x\"", "[[{}]]"}[next(6)]);
          break;
        default:
          text.resize(at);
      }
    }
    const auto result = read_foreign(text, "name.jsonl", 1);
    const auto* foreign = std::get_if<Foreign>(&result);
    if (foreign == nullptr) continue;
    ++read;
    for (const auto& session : foreign->sessions)
      for (const auto& event : session.events)
        if (std::holds_alternative<JsonFault>(parse_json(event.body))) FAIL(event.body);
  }
  CHECK(read > 1000);
}

TEST_CASE("a trajectory's session is identified by its file name and its beginning") {
  const auto read = [](const std::string& text) {
    const auto outcome = read_foreign(text, "a.traj", 7);
    const auto* foreign = std::get_if<Foreign>(&outcome);
    return foreign != nullptr && !foreign->sessions.empty() ? foreign->sessions[0]
                                                            : ForeignSession();
  };
  const auto whole = [](const std::string& task, const std::string& first,
                        const std::string& rest = "") {
    return R"({"history":[{"role":"user","content":")" + task +
           R"("}],"trajectory":[{"response":"r","action":")" + first + R"(","observation":"o"})" +
           rest + "]}";
  };
  const ForeignSession one = read(whole("fix it", "ls"));
  CHECK(one.source.starts_with("swe_agent:"));
  CHECK(one.events.size() >= 3);
  const ForeignSession grown =
      read(whole("fix it", "ls", R"(,{"response":"s","action":"pwd","observation":"/"})"));
  CHECK(grown.source == one.source);
  CHECK(grown.events.size() > one.events.size());
  CHECK(read(whole("break it", "ls")).source != one.source);
  CHECK(read(whole("fix it", "rm")).source != one.source);
  // Steps that are no list are none: what is left is the conversation.
  const ForeignSession told =
      read(R"({"history":[{"role":"user","content":"fix it"},{"role":"assistant","content":"no"}],)"
           R"("trajectory":{"a":1}})");
  CHECK(told.source.starts_with("swe_agent:"));
  CHECK(told.source != one.source);
  CHECK(told.events.size() >= 2);
  CHECK(read(R"({"history":{"a":1},"trajectory":[{"response":"r"}]})").events.size() >= 1);
}

namespace {

Foreign seed(const std::string& name) {
  std::ifstream file(std::string(test::kSource) + "/tests/fuzz/corpus/foreign_transcript/" + name);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  auto read = read_foreign(bytes, name, 7);
  REQUIRE(std::holds_alternative<Foreign>(read));
  return std::get<Foreign>(std::move(read));
}

// "path +added -removed", with ! where the contents before and after are known.
std::string edits_of(const ForeignSession& session) {
  std::string out;
  for (const auto& [index, imported] : session.edits) {
    CHECK(session.events[index].kind == EventKind::edit);
    out += (out.empty() ? "" : ", ") + imported.edit.path + " +" +
           std::to_string(imported.edit.added) + " -" + std::to_string(imported.edit.removed) +
           (imported.has_images ? "!" : "");
  }
  return out;
}

int64_t spent(const ForeignSession& session, const char* what) {
  int64_t out = 0;
  for (const auto& event : session.events)
    if (event.kind == EventKind::model_settled) out += body_of(event).number(what);
  return out;
}

}  // namespace

TEST_CASE("edits of four programs are edits, whole where the record shows the file") {
  const Foreign claude = seed("claude-edits.jsonl");
  CHECK(
      edits_of(claude.sessions[0]) ==
      "src/price.py +1 -1!, src/price.py +2 -2!, src/price.py +1 -1!, tests/test_price.py +1 -0!");
  CHECK(claude.lost.at("results of calls that were never answered") == 1);
  CHECK(spent(claude.sessions[0], "tokens_in") == 7 * 1100 + 2 + 4 + 6 + 8 + 10 + 12 + 14);
  CHECK(edits_of(seed("codex-edits.jsonl").sessions[0]) ==
        "src/price.py +1 -1, src/rates.py +2 -0!, src/rates.py +1 -1, src/tax_rates.py +0 -0, "
        "src/rates.py +0 -0");
  CHECK(spent(seed("codex-edits.jsonl").sessions[0], "tokens_out") == 90);
  CHECK(edits_of(seed("swe-edits.json").sessions[0]) ==
        "try.py +1 -0!, try.py +2 -1, src/price.py +1 -1, src/price.py +1 -1, src/price.py +2 -0");
  CHECK(spent(seed("swe-edits.json").sessions[0], "tokens_in") == 5000);
  const Foreign hands = seed("openhands-results.jsonl");
  REQUIRE(hands.sessions.size() == 2);
  CHECK(edits_of(hands.sessions[0]) == "src/price.py +1 -1!, NOTES.md +1 -0");
  CHECK(spent(hands.sessions[0], "tokens_in") == 700);
  CHECK(hands.lost.at("edits within Python code") == 1);
}

namespace {

Foreign told(const std::string& bytes, const std::string& name) {
  auto read = read_foreign(bytes, name, 7);
  REQUIRE(std::holds_alternative<Foreign>(read));
  return std::get<Foreign>(std::move(read));
}

// Each call that has a result: "ok ls" or "failed ls".
std::vector<std::string> calls_of(const ForeignSession& session) {
  std::vector<std::string> out;
  for (const auto& event : session.events)
    if (event.kind == EventKind::tool_settled) {
      const Json body = body_of(event);
      out.push_back((body.flag("ok") ? "ok " : "failed ") + body["input"].text("command"));
    }
  return out;
}

}  // namespace

TEST_CASE("a command in a reply of mini-swe-agent is a call, and the next message its result") {
  Json messages = Json::array();
  const auto say = [&](const char* role, const std::string& text) {
    messages.add(Json::object({{"role", role}, {"content", text}}));
  };
  const auto command = [](const std::string& text) {
    return "THOUGHT: so\n\n```mswea_bash_command\n" + text + "\n```";
  };
  say("system", "Answer with ```mswea_bash_command\nyour_command\n```");
  say("user", "fix it");
  say("assistant", command("cat a.py"));
  say("user", "<returncode>1</returncode>\n<output>\nno such file\n</output>");
  say("assistant", "both\n```bash\nls\n```\nand\n```bash\npwd\n```");
  say("user", "Please give EXACTLY ONE action");
  say("assistant", "```python\nprint()\n```\n```bash \ncat > a.py << 'EOF'\nx = 1\nEOF\n```\n");
  say("user", "<returncode>0</returncode>\n<output>\n</output>");
  say("assistant", command("make all"));
  say("user", "The last command <command>make all</command> timed out");
  say("assistant", command("ls"));
  say("user", "stop, and say why");
  say("assistant", command("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff"));
  say("user", "diff --git a/a.py b/a.py");
  const Foreign read = told(messages.dump(), "a.traj.json");
  REQUIRE(read.sessions.size() == 1);
  const ForeignSession& session = read.sessions[0];
  CHECK(calls_of(session) ==
        std::vector<std::string>{"failed cat a.py", "ok cat > a.py << 'EOF'\nx = 1\nEOF",
                                 "failed make all",
                                 "ok echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff"});
  CHECK(edits_of(session).empty());  // what a shell changes is not known
  CHECK(read.lost.at("results of calls that were never answered") == 1);
}

TEST_CASE("a command of OpenHands that ends with a code failed, also where nothing else says so") {
  const auto ok = [](const std::string& beside) {
    const Foreign read =
        told(R"([{"id":1,"source":"agent","action":"run","args":{"command":"make"}},)"
             R"({"id":2,"source":"agent","cause":1,"observation":"run","content":"x")" +
                 beside + "}]",
             "a.json");
    REQUIRE(read.sessions.size() == 1);
    return calls_of(read.sessions[0]) == std::vector<std::string>{"ok make"};
  };
  CHECK(ok(""));
  CHECK(ok(R"(,"extras":{"exit_code":0})"));
  CHECK_FALSE(ok(R"(,"extras":{"exit_code":1})"));
  CHECK_FALSE(ok(R"(,"extras":{"metadata":{"exit_code":2}})"));
  CHECK(ok(R"(,"success":true,"extras":{"exit_code":1})"));
}

TEST_CASE("of a transcript's end nothing is left out in silence") {
  const std::string begin = R"({"sessionId":"s","type":"user","message":{"role":"user","content":)";
  // The last line is cut.
  const Foreign cut = told(begin + "\"go\"}}\n" + begin + "\"an", "a.jsonl");
  CHECK(cut.lost.at("lines that are not JSON") == 1);
  // A turn that is an image alone.
  const Foreign image = told(begin + R"([{"type":"image","source":{}}]}})"
                                     "\n",
                             "a.jsonl");
  REQUIRE(image.sessions.size() == 1);
  REQUIRE_FALSE(image.sessions[0].events.empty());
  CHECK(body_of(image.sessions[0].events.back()).dump().find("[image]") != std::string::npos);
}

TEST_CASE("a packed log is read, whichever way it is packed") {
  const Foreign deflated = seed("packed-deflate.eval"), zstd = seed("packed-zstd.eval");
  REQUIRE(zstd.sessions.size() == 1);
  CHECK(zstd.sessions[0].source == "inspect_ai:r7/1/1");
  CHECK(edits_of(zstd.sessions[0]) == "/tmp/a.txt +1 -0!");
  CHECK(spent(zstd.sessions[0], "tokens_in") == 12);
  REQUIRE(deflated.sessions.size() == 1);
  REQUIRE(deflated.sessions[0].events.size() == zstd.sessions[0].events.size());
  for (size_t i = 0; i < zstd.sessions[0].events.size(); ++i)
    CHECK(deflated.sessions[0].events[i].body == zstd.sessions[0].events[i].body);
}

TEST_CASE("a file that holds many edits of a large text holds no more than a bound of them") {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += "line " + std::to_string(i) + " of a long file\n";
  Json line = Json::object({{"sessionId", "s"}, {"type", "user"}, {"cwd", "/r"}});
  line.set("message", Json::object({{"role", "user"}, {"content", "go"}}));
  std::string bytes;
  const auto call = [&](int number, const std::string& tool, const Json& input) {
    const std::string id = "t" + std::to_string(number);
    Json part = Json::object({{"type", "tool_use"}, {"id", id}, {"name", tool}, {"input", input}});
    line.set("type", "assistant");
    line.set("message",
             Json::object({{"role", "assistant"}, {"content", Json::array().add(part)}}));
    bytes += line.dump() + "\n";
    part = Json::object({{"type", "tool_result"}, {"tool_use_id", id}, {"content", "ok"}});
    line.set("type", "user");
    line.set("message", Json::object({{"role", "user"}, {"content", Json::array().add(part)}}));
    Json held = line;
    held.set("toolUseResult", Json::object({{"filePath", "/r/f"}, {"originalFile", text}}));
    bytes += held.dump() + "\n";
  };
  call(0, "Write", Json::object({{"file_path", "/r/f"}, {"content", text}}));
  for (int i = 1; i < 45; ++i)
    call(i, "Edit",
         Json::object({{"file_path", "/r/f"},
                       {"old_string", "line " + std::to_string(i) + " of"},
                       {"new_string", "row " + std::to_string(i) + " of"}}));
  const auto read = read_foreign(bytes, "x.jsonl", 1);
  const auto& session = std::get<Foreign>(read).sessions[0];
  CHECK(session.edits.size() == 45);
  size_t kept = 0;
  for (const auto& [index, imported] : session.edits)
    kept += (imported.edit.before ? imported.edit.before->size() : 0) +
            (imported.edit.after ? imported.edit.after->size() : 0);
  CHECK(kept > 16 << 20);
  CHECK(kept <= 64 << 20);
}

TEST_CASE("counts and costs that cannot be are left out and counted") {
  const std::string claude = R"({"sessionId":"s","uuid":"u","type":"assistant","costUSD":COST,)"
                             R"("message":{"id":"m","role":"assistant","content":"hi",)"
                             R"("usage":{"input_tokens":COUNT,"cache_read_input_tokens":7,)"
                             R"("output_tokens":COUNT}}})";
  const std::string hands =
      R"([{"action":"message","source":"agent","args":{"content":"hi"},"tool_call_metadata":)"
      R"({"model_response":{"id":"m","usage":{"prompt_tokens":COUNT,"completion_tokens":COUNT}}}}])";
  const std::string own =
      R"({"dossier_session":1,"id":"a1","mode":"import","events":1})"
      "\n"
      R"({"seq":1,"at":1,"kind":"model_settled","body":{"message":{"role":"assistant","text":"hi"},)"
      R"("tokens_in":COUNT,"tokens_out":COUNT,"cost":COST}})";
  const auto told = [](std::string text, const std::string& count, const std::string& cost) {
    for (const auto& [name, value] : {std::pair{std::string("COUNT"), count}, {"COST", cost}})
      for (size_t at = text.find(name); at != text.npos; at = text.find(name))
        text.replace(at, name.size(), value);
    auto read = std::get<Foreign>(read_foreign(text, "x", 7));
    REQUIRE(read.sessions.size() == 1);
    std::string out = std::to_string(spent(read.sessions[0], "tokens_in")) + " " +
                      std::to_string(spent(read.sessions[0], "tokens_out"));
    for (const auto& [kind, lost] : read.lost) out += "; " + kind + " " + std::to_string(lost);
    return out;
  };
  CHECK(told(claude, "5", "0.5") == "12 5");
  CHECK(told(hands, "5", "") == "5 5");
  CHECK(told(own, "5", "0.5") == "5 5");
  for (const char* count : {"-1", "9223372036854775807", "1e300", "\"5\"", "1000000000001"}) {
    INFO(count);
    CHECK(told(claude, count, "1e308") ==
          "7 0; costs that cannot be 1; counts of tokens that cannot be 2");
    CHECK(told(hands, count, "") == "0 0; counts of tokens that cannot be 2");
    CHECK(told(own, count, "-1") ==
          "0 0; costs that cannot be 1; counts of tokens that cannot be 2");
  }
}

TEST_CASE("a session of Claude Code that has no reply yet is kept") {
  const test::Scratch folder;
  Store store = open_in_memory();
  SessionImport report;
  folder.write("a.jsonl",
               R"({"type":"user","sessionId":"s","message":{"role":"user","content":"why?"}})"
               "\n");
  import_sessions(store, folder / "a.jsonl", system_entropy(), {}, report);
  CHECK(report.added == 1);
  CHECK(report.lost.empty());
}
