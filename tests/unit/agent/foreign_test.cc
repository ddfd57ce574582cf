// Readers of other programs' transcripts, beside the cases (tests/cases/agent/sessions_import*).
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "agent/foreign/foreign.h"
#include "agent/foreign/recorder.h"
#include "engine/clock.h"
#include "engine/json_value.h"

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
  const std::filesystem::path seeds = DOSSIER_SOURCE_DIR "/tests/fuzz/corpus/foreign_transcript";
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
  CHECK(read == 7);
}

TEST_CASE("a file that is not a transcript says why") {
  for (const std::string_view text : {"", "hello", "[]", "{}", "[1,2]", "{\"a\":1}\n{\"b\":2}\n"})
    CHECK(std::get<std::string>(read_foreign(text, "x.json", 1)) ==
          "not a transcript of a known format");
  CHECK(std::get<std::string>(read_foreign("PK\x03\x04zip", "x.eval", 1))
            .starts_with("a compressed"));
}

TEST_CASE("the lines of a transcript share a limit on values") {
  const auto line = [](size_t values) {
    std::string text = "{\"a\":[0";
    for (size_t i = 1; i < values; ++i) text += ",0";
    return text + "]}\n";
  };
  const auto read = [](const std::string& bytes) {
    foreign::Lost lost;
    const size_t count = foreign::lines_in(bytes, lost).size();
    return std::pair(count, lost["lines that are not JSON"]);
  };
  CHECK(read(line(90'000)) == std::pair<size_t, int64_t>(1, 0));
  CHECK(read(line(140'000)) == std::pair<size_t, int64_t>(0, 1));
  CHECK(read(line(90'000) + line(90'000)) == std::pair<size_t, int64_t>(1, 1));
  // Where the text is larger, so is what it may hold.
  const std::string words = "{\"a\":\"" + std::string(1'000'000, 'w') + "\"}\n";
  CHECK(read(words + line(90'000) + line(90'000)) == std::pair<size_t, int64_t>(3, 0));
}

TEST_CASE("no bytes make a reader of transcripts throw") {
  const std::filesystem::path seeds = DOSSIER_SOURCE_DIR "/tests/fuzz/corpus/foreign_transcript";
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
