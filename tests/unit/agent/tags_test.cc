// The tag dialogue's dialect: what models write, what it means, and what is told where it means
// nothing.
#include "agent/protocols/tags.h"

#include <catch2/catch.hpp>
#include <random>

#include "agent/protocol.h"
#include "queries/ops/ops.h"

using namespace dossier;

namespace {

Message reply_of(std::string_view text) { return {Role::assistant, std::string(text), {}, {}}; }

// tool{input}|…, or !line:fault|…; "fin" where there is neither.
std::string meaning(const Turn& turn) {
  std::string out;
  for (const auto& call : turn.calls)
    out += (out.empty() ? "" : "|") + call.tool + call.input.dump();
  for (const auto& fault : turn.faults)
    out += (out.empty() ? "!" : "|!") + std::to_string(fault.line) + ":" + fault.message;
  return out.empty() ? "fin" : out;
}
std::string meaning(std::string_view reply) { return meaning(tags().parse(reply_of(reply))); }

const std::string kThink = "%_Thought_%\nt\n%_Plan_%\np\n";
const std::string kAsk = "%_Reply Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}]\n";
const std::string kTagDiff = "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n";
const std::string kAsked = R"(read_file{"path":"a.go"})";
const std::string kApplied = R"(apply_diff{"diff":"--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n"})";

std::string with_crlf(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

std::string requests(std::string_view json) {
  return kThink + "%_Reply Required_%\n" + std::string(json);
}

}  // namespace

TEST_CASE("tags accepts what is unambiguous") {
  const std::pair<std::string, std::string> rows[] = {
      {kThink + kAsk, kAsked},
      {kThink + "%_Modified_%\n" + kTagDiff, kApplied},
      {kThink + "%_Ready_For_Final_Check_%", "final_check{}"},
      {"%%_Fin_%%", "fin"},
      {kThink + "%%_Fin_%%\n", "fin"},
      // White space, line ends, fences around everything.
      {with_crlf(kThink + kAsk), kAsked},
      {with_crlf(kThink + "%_Modified_%\n" + kTagDiff), kApplied},
      {"  %_Thought_%  \nt\n\t%_Plan_%\t\np\n \n%_Reply Required_% \n\n[{\"type\":\"FILE_CONTENT\","
       "\"path\":\"a.go\"}]\n\n",
       kAsked},
      {"```\n" + kThink + kAsk + "```", kAsked},
      {"```text\n" + kThink + "%_Modified_%\n" + kTagDiff + "```\n", kApplied},
      {"Let me look.\n\n" + kThink + kAsk, kAsked},
      // Tags in bold, as headings, as bullets, in backticks, with a colon, in another case.
      {"**%_Thought_%**\nt\n**%_Plan_%**\np\n**%_Ready_For_Final_Check_%**", "final_check{}"},
      {"## %_Thought_%\nt\n### %_Plan_%\np\n# **%_Ready_For_Final_Check_%**", "final_check{}"},
      {"- %_Thought_%\nt\n- %_Plan_%\np\n* %_Ready_For_Final_Check_%", "final_check{}"},
      {"`%_Thought_%`\nt\n> %_Plan_%\np\n`%_Ready_For_Final_Check_%`:", "final_check{}"},
      {"%_Thought_%:\nt\n**%_Plan_%:**\np\n%_READY_FOR_FINAL_CHECK_%", "final_check{}"},
      {kThink + "%_Reply_Required_%\n[{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}]", kAsked},
      {kThink + "%_Ready For Final Check_%", "final_check{}"},
      // Fenced and explained content.
      {requests("```json\n[{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}]\n```"), kAsked},
      {requests("```\n[{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}]\n```\nThank you."), kAsked},
      {requests("I need this:\n[{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}]"), kAsked},
      {requests("[{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}]\n```"), kAsked},
      {requests("{\"type\":\"FILE_CONTENT\",\"path\":\"a.go\"}"), kAsked},
      {kThink + "%_Modified_%\n```diff\n" + kTagDiff + "```\n", kApplied},
      {kThink + "%_Modified_%\nThe change:\n\n```diff\n" + kTagDiff + "```\nIt renames a.\n",
       kApplied},
      {kThink + "%_Modified_%\n" + kTagDiff + "```\n", kApplied},
      {kThink + "```\n%_Modified_%\n" + kTagDiff + "```\n", kApplied},
      {kThink + "%_Modified_%\n\n" + kTagDiff + "\n\n", kApplied},
      {kThink + "%_Comment_%\nc\n%_Modified_%\n" + kTagDiff + "%_Comment_%\nmore\n", kApplied},
      // Requests of every type, several at once.
      {requests(
           R"([{"type":"FILE_CONTENT","path":"/src/a.go"},{"type":"DIRECTORY_LISTING","path":"./src"}])"),
       R"(read_file{"path":"src/a.go"}|list_tree{"path":"src"})"},
      {requests(
           R"([{"type":"directory_listing","path":"/"},{"type":"DIRECTORY_LISTING","path":""}])"),
       R"(list_tree{"path":"."}|list_tree{"path":"."})"},
      {requests(
           R"([{"type":"FILE_CONTENT","path":"a","offset":200,"limit":50,"reason":"it is long"}])"),
       R"(read_file{"path":"a","offset":200,"limit":50})"},
      {requests(R"([{"type":"STORE","op":"find","query":"kind:method total"}])"),
       R"(find{"q":"kind:method total"})"},
      {requests(
           R"([{"type":"STORE","op":"refs","query":"a.B","limit":5},{"type":"STORE","op":"callers","query":"a.B.c"}])"),
       R"(refs{"identifier":"a.B","maxResults":5}|callers{"identifier":"a.B.c"})"},
      {requests(R"([{"type":"STORE","op":"grep","query":"a|b"}])"), R"(grep{"pattern":"a|b"})"},
      // A tag within a line is prose, and a line of a diff is a line of a diff.
      {kThink + "I use %_Plan_% here.\n" + kAsk, kAsked},
      {kThink + "%_Modified_%\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+%_Plan_%\n %_Thought_%\n",
       R"(apply_diff{"diff":"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+%_Plan_%\n %_Thought_%\n"})"},
      {kThink + "100%\n%%\n%_%\n%__%\n50 %_ of _%\n" + kAsk, kAsked},
  };
  for (const auto& [reply, expected] : rows) {
    INFO(reply);
    CHECK(meaning(reply) == expected);
  }
}

TEST_CASE("tags says what is wrong and what to write") {
  const std::string acts =
      "%_Reply Required_%, %_Modified_%, %_Ready_For_Final_Check_% and %%_Fin_%%";
  const std::string all =
      "; the tags are %_Thought_%, %_Plan_%, %_Correction_Goals_%, %_Comment_%, "
      "%_Verification_Report_%, %_Reply Required_%, %_Modified_%, %_Ready_For_Final_Check_%, "
      "%%_Fin_%%";
  const std::string think = ": write what you think and plan before you act";
  const std::pair<std::string, std::string> rows[] = {
      // Unknown tags, and ones that are nearly known.
      {kThink + "%_Done_%\n",
       "!5:unknown tag %_Done_%" + all + "|!0:the reply does nothing: it needs one of " + acts},
      {kThink + "%_Thoughts_%\n" + kAsk, "!5:unknown tag %_Thoughts_%" + all},
      {kThink + "%_Fin_%\n",
       "!5:%_Fin_% is no tag; write %%_Fin_%%|!0:the reply does nothing: it needs one of " + acts},
      {kThink + "%%_Modified_%%\n" + kTagDiff,
       "!5:%%_Modified_%% is no tag; write %_Modified_%|!0:the reply does nothing: it needs one "
       "of " +
           acts},
      // None, two, contradictions.
      {"", "!0:the reply does nothing: it needs one of " + acts},
      {kThink, "!0:the reply does nothing: it needs one of " + acts},
      {kThink + "%_Modified_% --- a/x", "!0:the reply does nothing: it needs one of " + acts +
                                            "|!5:%_Modified_% must stand alone on its line"},
      {kThink + kAsk + "%_Modified_%\n" + kTagDiff,
       "!7:%_Modified_% beside the %_Reply Required_% of line 5: do one thing in a reply"},
      {kThink + "%_Modified_%\n" + kTagDiff + "%%_Fin_%%",
       "!11:%%_Fin_%% beside the %_Modified_% of line 5: finish only after the result of what you "
       "ask for"},
      {kThink + "%%_Fin_%%\n%_Modified_%\n" + kTagDiff,
       "!6:%_Modified_% beside the %%_Fin_%% of line 5: finish only after the result of what you "
       "ask for"},
      {kThink + "%_Modified_%\n" + kTagDiff + "%_Modified_%\n" + kTagDiff,
       "!11:%_Modified_% beside the %_Modified_% of line 5: do one thing in a reply"},
      {kThink + kAsk + "%_Ready_For_Final_Check_%\n%%_Fin_%%",
       "!7:%_Ready_For_Final_Check_% beside the %_Reply Required_% of line 5: do one thing in a "
       "reply"
       "|!8:%%_Fin_%% beside the %_Reply Required_% of line 5: finish only after the result of "
       "what you ask for"},
      // Think, plan, act.
      {kAsk, "!1:%_Reply Required_% without %_Thought_%" + think +
                 "|!1:%_Reply Required_% without %_Plan_%" + think},
      {"%_Thought_%\nt\n%_Modified_%\n" + kTagDiff, "!3:%_Modified_% without %_Plan_%" + think},
      {"%_Thought_%\n\n%_Plan_%\np\n%_Ready_For_Final_Check_%",
       "!5:%_Ready_For_Final_Check_% without %_Thought_%" + think},
      {"%_Thought_%\nt\n" + kAsk + "%_Plan_%\np\n", "!5:%_Plan_% comes before %_Reply Required_%"},
      // What is below them.
      {kThink + "%_Modified_%\n\n```diff\n```\n",
       "!5:%_Modified_%: the unified diff is missing below it"},
      {requests("soon"),
       "!5:%_Reply Required_%: the requests are no JSON array: syntax error while parsing value - "
       "invalid literal; last read: 's'"},
      {requests("[]"),
       "!5:%_Reply Required_%: the requests must be a JSON array of at least one request"},
      {requests("[1]"), "!5:%_Reply Required_%: request 1 must be an object, not integer"},
      {requests(R"([{"path":"a"}])"),
       "!5:%_Reply Required_%: request 1 has no known type; the types are FILE_CONTENT, "
       "DIRECTORY_LISTING and STORE"},
      {requests(R"([{"type":"FILE_CONTENT","path":"a"},{"type":"SHELL","path":"a"}])"),
       "!5:%_Reply Required_%: request 2 has no known type (SHELL); the types are FILE_CONTENT, "
       "DIRECTORY_LISTING and STORE"},
      {requests(R"([{"type":"FILE_CONTENT"}])"),
       "!5:%_Reply Required_%: request 1: path must be a path relative to the root of the tree"},
      {requests(R"([{"type":"FILE_CONTENT","path":["a","b"]}])"),
       "!5:%_Reply Required_%: request 1: path must be a path relative to the root of the tree"},
      {requests(R"([{"type":"FILE_CONTENT","path":"a","limit":"all"}])"),
       "!5:%_Reply Required_%: request 1: limit must be a whole number"},
      {requests(R"([{"type":"DIRECTORY_LISTING","path":"a","depth":2}])"),
       "!5:%_Reply Required_%: request 1 has a field that is not its type's: depth"},
      {requests(R"([{"type":"STORE","op":"sql","query":"x"}])"),
       "!5:%_Reply Required_%: request 1: op must be find, refs, callers or grep"},
      {requests(R"([{"type":"STORE","op":"grep"}])"),
       "!5:%_Reply Required_%: request 1: query must be the text to look for"},
      // The later version holds the answer.
      {requests(R"([{"type":"STORE","op":"grep","query":"x","snapshot":"2"}])"),
       "!5:%_Reply Required_%: request 1 has a field that is not its type's: snapshot"},
  };
  for (const auto& [reply, expected] : rows) {
    INFO(reply);
    CHECK(meaning(reply) == expected);
  }
  const Turn none =
      seed_tags().parse(reply_of(requests(R"([{"type":"STORE","op":"grep","query":"x"}])")));
  CHECK(
      meaning(none) ==
      "!5:%_Reply Required_%: request 1 has no known type (STORE); the types are FILE_CONTENT and "
      "DIRECTORY_LISTING");
  const Fault faults[] = {{7, "unknown tag %_Done_%"}};
  CHECK(tags().correction(faults).text ==
        "Nothing of your last reply was done:\n- line 7: unknown tag %_Done_%\n"
        "Write it again. Each tag stands alone on its line, with its text on the lines below it:\n"
        "%_Thought_%\nwhat you found out\n%_Plan_%\nthe steps that are left\n"
        "and below them exactly one of " +
            acts + ".");
}

TEST_CASE("tags asks the store for fields that its ops have") {
  for (const std::string_view op : {"find", "refs", "callers", "grep"}) {
    INFO(op);
    const Turn turn = tags().parse(reply_of(
        requests(R"([{"type":"STORE","op":")" + std::string(op) + R"(","query":"x","limit":2}])")));
    REQUIRE(turn.calls.size() == 1);
    const Op* known = find_op(turn.calls[0].tool);
    REQUIRE(known != nullptr);
    for (const auto& [key, value] : *turn.calls[0].input.fields())
      CHECK(std::any_of(known->fields.begin(), known->fields.end(),
                        [&](const OpField& field) { return field.name == key; }));
  }
}

TEST_CASE("tags answers in blocks of text") {
  const auto call = [](std::string_view tool, Json input) {
    return ToolCall{{}, std::string(tool), std::move(input)};
  };
  const ToolResult results[] = {
      {call("read_file", Json::object({{"path", "a.go"}})),
       true,
       9,
       2,
       true,
       {},
       Json::object({{"content", "one\n```\n"}, {"note", "lines 1-2 of 9"}})},
      {call("list_tree", Json::object({{"path", "."}})),
       true,
       -1,
       2,
       false,
       {},
       Json::object({{"listing", "src/\nsrc/a.go\t3"}})},
      {call("read_file", Json::object({{"path", "b.go"}})),
       false,
       -1,
       -1,
       false,
       {},
       "there is no such file; the nearest: a.go"},
      {call("grep", Json::object({{"pattern", "x"}})),
       true,
       7,
       1,
       true,
       {},
       Json::object({{"rows", Json::array()}})}};
  CHECK(tags().render_results(results).text ==
        "FILE_CONTENT a.go (lines 1-2 of 9)\n````\none\n```\n````\n\n"
        "DIRECTORY_LISTING .\n```\nsrc/\nsrc/a.go\t3\n```\n\n"
        "FILE_CONTENT b.go: there is no such file; the nearest: a.go\n\n"
        "STORE grep \"x\" (1 of 7 or more)\n{\"rows\":[]}\n");
  const ToolResult applied[] = {
      {call("apply_diff", Json::object({{"diff", kTagDiff}})),
       true,
       -1,
       -1,
       false,
       {},
       Json::object(
           {{"edits",
             Json(Json::Array{Json::object({{"path", "x"}, {"added", 1}, {"removed", 2}})})},
            {"notes", Json(Json::Array{"x: hunk 1 applied 3 lines from where it said"})}})}};
  CHECK(tags().render_results(applied).text ==
        "Applied:\n- x (+1 −2)\nNote: x: hunk 1 applied 3 lines from where it said\n");
  const ToolResult refused[] = {{call("apply_diff", Json::object({{"diff", kTagDiff}})),
                                 false,
                                 -1,
                                 -1,
                                 false,
                                 {},
                                 "diff line 3: x: the hunk does not match"}};
  CHECK(tags().render_results(refused).text ==
        "Not applied, nothing is changed: diff line 3: x: the hunk does not match\n");
}

TEST_CASE("tags gives back every part of a reply") {
  const TaggedReply tagged = read_tags(
      "%_Correction_Goals_%\n- it builds\n\n%_Thought_%\nfirst\n%_Thought_%\nsecond\n"
      "%_Verification_Report_%\n[]\n%%_Fin_%%\n");
  REQUIRE(tagged.blocks.size() == 5);
  CHECK(tagged.find(Tag::correction_goals)->text == "- it builds\n");
  CHECK(tagged.find(Tag::thought)->text == "second\n");
  CHECK(tagged.find(Tag::verification_report)->line == 8);
  CHECK(tagged.find(Tag::plan) == nullptr);
  CHECK(tagged.prose ==
        "%_Correction_Goals_%\n- it builds\n\n%_Thought_%\nfirst\n%_Thought_%\nsecond\n"
        "%_Verification_Report_%\n[]");
}
