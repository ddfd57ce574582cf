#include "agent/protocol.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <random>

#include "agent/protocols/action_filter.h"

using namespace dossier;

namespace {

Message said(std::string_view text) { return {Role::assistant, std::string(text), {}, {}}; }

// One line a turn: text|tool{input}|…|!line:fault
std::string dump(const Turn& turn) {
  std::string out = turn.text;
  for (const auto& call : turn.calls) out += "|" + call.tool + call.input.dump();
  for (const auto& fault : turn.faults)
    out += "|!" + std::to_string(fault.line) + ":" + fault.message;
  return out;
}

struct Row {
  std::string_view reply, expected;
};

}  // namespace

TEST_CASE("json_calls reads tool calls") {
  const Row rows[] = {
      {R"({"tool_calls":[{"tool":"broad_lookup","input":{"pattern":"a|b"}}]})",
       R"(|broad_lookup{"pattern":"a|b"})"},
      {"\n  {\"tool_calls\": [{\"input\":{}, \"tool\":\"x\"},{\"tool\":\"y\",\"input\":{}}]}\r\n",
       "|x{}|y{}"},
      {"```json\n{\"tool_calls\":[{\"tool\":\"x\",\"input\":{}}]}\n```", "|x{}"},
      {"```\n{\"tool_calls\":[{\"tool\":\"x\",\"input\":{}}]}\n```\n", "|x{}"},
      {"plain prose", "plain prose"},
      {R"({"version":1})", R"({"version":1})"},
      {R"({"note":"say \"tool_calls\""})", R"({"note":"say \"tool_calls\""})"},
      {R"({"note":"tool_calls","x":{"tool_calls":1}})",
       R"({"note":"tool_calls","x":{"tool_calls":1}})"},
      {"", ""},
  };
  for (const auto& row : rows) CHECK(dump(json_calls().parse(said(row.reply))) == row.expected);
}

TEST_CASE("json_calls turns malformed calls into faults") {
  const Row rows[] = {
      {R"({"tool_calls":[]})", "|!0:tool_calls must be a list of at least one call"},
      {R"({"tool_calls":{"tool":"x"}})", "|!0:tool_calls must be a list of at least one call"},
      {R"({"tool_calls":["x"]})", "|!0:tool_calls[0] must be an object, not string"},
      {R"({"tool_calls":[{"input":{}}]})", "|!0:tool_calls[0].tool must be the name of a tool"},
      {R"({"tool_calls":[{"tool":"x","input":"p"}]})", "|!0:tool_calls[0].input must be an object"},
      {R"({"tool_calls":[{"tool":"x","input":{},"why":"?"}]})",
       "|!0:tool_calls[0].why is not a field of a tool call"},
      {R"({"tool_calls":[{"tool":"x","input":{}}],"summary":"s"})",
       "|x{}|!0:summary cannot stand beside tool_calls"},
  };
  for (const auto& row : rows) CHECK(dump(json_calls().parse(said(row.reply))) == row.expected);

  const Turn prose = json_calls().parse(said("Let me look.\n{\"tool_calls\":[]}"));
  REQUIRE(prose.faults.size() == 1);
  CHECK(prose.faults[0].line == 1);
  const Turn cut = json_calls().parse(said("{\"tool_calls\":[\n{\"tool\":\"x\",\n"));
  REQUIRE(cut.faults.size() == 1);
  CHECK(cut.faults[0].line == 2);
  CHECK(json_calls().correction(cut.faults).text.find("- line 2: the tool call is not one JSON") !=
        std::string::npos);
}

TEST_CASE("json_calls answers with tool_results") {
  const ToolResult results[] = {
      {{{}, "broad_lookup", Json::object({{"pattern", "x"}})}, true, 2, 1, true, {}, Json::array()},
      {{{}, "nope", Json::object()}, false, -1, -1, false, {}, "unknown tool"}};
  CHECK(json_calls().render_results(results).text ==
        R"({"tool_results":[{"tool":"broad_lookup","input":{"pattern":"x"},"ok":true,"total":2,)"
        R"("returned":1,"truncated":true,"result":[]},{"tool":"nope","input":{},"ok":false,)"
        R"("total":null,"returned":null,"truncated":false,"result":"unknown tool"}]})");
}

TEST_CASE("the seed's action lines accept every documented spelling") {
  const Row rows[] = {
      {"ACTION: READ_FILE(path='a/b.c')", R"(|read_file{"path":"a/b.c"})"},
      {"ACTION: READ_FILE(path=\"a b.c\")", R"(|read_file{"path":"a b.c"})"},
      {"ACTION: READ_FILE(path=a/b.c)", R"(|read_file{"path":"a/b.c"})"},
      {"ACTION: READ_FILE(path=a(1).c)", R"(|read_file{"path":"a(1).c"})"},
      {R"(ACTION: READ_FILE(path='it\'s, (odd).c'))", R"(|read_file{"path":"it's, (odd).c"})"},
      {R"(ACTION: READ_FILE(path="C:\new\\x"))", R"(|read_file{"path":"C:\\new\\x"})"},
      {"  ACTION :  read_file ( path = 'x' )  ", R"(|read_file{"path":"x"})"},
      {"action: Read_File(Path: 'x')", R"(|read_file{"path":"x"})"},
      {"ACTION: READ_FILE(path='x', offset=10, limit='5')",
       R"(|read_file{"path":"x","offset":10,"limit":5})"},
      {"ACTION: READ_FILE(path='x',)", R"(|read_file{"path":"x"})"},
      {"- ACTION: LIST_DIR(path='.')", R"(|list_dir{"path":"."})"},
      {"* ACTION: LIST_DIR(path='.')", R"(|list_dir{"path":"."})"},
      {"1. ACTION: LIST_DIR(path='.')", R"(|list_dir{"path":"."})"},
      {"```\nACTION: LIST_DIR(path='.')\n```", R"(|list_dir{"path":"."})"},
      {"```text\nACTION: LIST_DIR(path='.')\nACTION: READ_FILE(path='x')\n```\nDone.",
       R"(Done.|list_dir{"path":"."}|read_file{"path":"x"})"},
      {"`ACTION: LIST_DIR(path='.')`", R"(|list_dir{"path":"."})"},
      {"First.\r\nACTION: LIST_DIR(path='.')\r\nLast.\r\n",
       "First.\r\nLast.|list_dir{\"path\":\".\"}"},
      {"ACTION: EDIT_FILE(path='x')\nCONTENT_START\nCONTENT_END",
       R"(|edit_file{"path":"x","content":""})"},
      {"ACTION: EDIT_FILE(path='x')\nCONTENT_START\n\n  a\n\nCONTENT_END\n",
       R"(|edit_file{"path":"x","content":"\n  a\n\n"})"},
      {"ACTION: EDIT_FILE(path='x')\n\n  CONTENT_START  \na\n  CONTENT_END  \nok",
       R"(ok|edit_file{"path":"x","content":"a\n"})"},
      // The mark of a missing newline takes its own line's end with it, and no more.
      {"ACTION: EDIT_FILE(path='x')\r\nCONTENT_START\r\na\r\n\\ No newline at end of "
       "file\r\nCONTENT_END\r\n",
       R"(|edit_file{"path":"x","content":"a"})"},
      {"ACTION: EDIT_FILE(path='x')\nCONTENT_START\na\r\n\\ No newline at end of "
       "file\nCONTENT_END\n",
       R"(|edit_file{"path":"x","content":"a\r"})"},
      {"ACTION: EDIT_FILE(path='x')\r\nCONTENT_START\r\na\n\\ No newline at end of "
       "file\r\nCONTENT_END\r\n",
       R"(|edit_file{"path":"x","content":"a"})"},
      {"```\r\nACTION: LIST_DIR(path='.')\r\n```\r\n", R"(|list_dir{"path":"."})"},
      {"ACTION: EDIT_FILE(path='x')\r\nCONTENT_START\r\na\r\nCONTENT_END\r\n",
       R"(|edit_file{"path":"x","content":"a\r\n"})"},
      {"ACTION: EDIT_FILE(path='x')\nCONTENT_START\na\n\\ No newline at end of file\nCONTENT_END",
       R"(|edit_file{"path":"x","content":"a"})"},
      {"ACTION: EDIT_FILE(path='x')\n```c\nCONTENT_START\nint a;\nCONTENT_END\n```\n",
       R"(|edit_file{"path":"x","content":"int a;\n"})"},
      {"```\nACTION: EDIT_FILE(path='x')\nCONTENT_START\n```\nACTION: LIST_DIR(path='y')\n"
       "CONTENT_END\n```",
       R"(|edit_file{"path":"x","content":"```\nACTION: LIST_DIR(path='y')\n"})"},
      {"I will use ACTION: READ_FILE(path='x') now.",
       "I will use ACTION: READ_FILE(path='x') now."},
      {"Action: think about it (hard)", "Action: think about it (hard)"},
      {"", ""},
  };
  for (const auto& row : rows) {
    INFO(row.reply);
    CHECK(dump(seed_action_lines().parse(said(row.reply))) == row.expected);
  }
}

TEST_CASE("the seed's action lines turn malformed actions into faults") {
  const Row rows[] = {
      {"ACTION: DELETE_FILE(path='x')",
       "|!1:unknown action 'DELETE_FILE'; the actions are READ_FILE, LIST_DIR and EDIT_FILE"},
      {"x\nACTION: READ_FILE",
       "x|!2:READ_FILE: the parameters are missing; write ACTION: READ_FILE(path='…')"},
      {"ACTION: READ_FILE()", "|!1:READ_FILE: path is missing; write ACTION: READ_FILE(path='…')"},
      {"ACTION: READ_FILE('x')",
       "|!1:READ_FILE: expected name='value'; write ACTION: READ_FILE(path='…')"},
      {"ACTION: READ_FILE(path='x)",
       "|!1:READ_FILE: a quote is not closed; write ACTION: READ_FILE(path='…')"},
      {"ACTION: READ_FILE(path='x'",
       "|!1:READ_FILE: expected ',' or ')' after path; write ACTION: READ_FILE(path='…')"},
      {"ACTION: READ_FILE(path='x') please",
       "|!1:READ_FILE: text after the closing parenthesis; write ACTION: READ_FILE(path='…')"},
      {"ACTION: READ_FILE(path='x', path='y')", "|!1:READ_FILE: path is given twice"},
      {"ACTION: READ_FILE(path='x', mode='r')",
       "|!1:READ_FILE: unknown parameter 'mode'; write READ_FILE(path='…')"},
      {"ACTION: READ_FILE(path='x', limit=few)", "|!1:READ_FILE: limit must be a whole number"},
      {"ACTION: EDIT_FILE(path='x')\nhello",
       "hello|!1:EDIT_FILE: CONTENT_START must stand on the line after the action"},
      {"ACTION: EDIT_FILE(path='x')\nCONTENT_START\nhello",
       "|!1:EDIT_FILE: CONTENT_END is missing"},
      {"ACTION: EDIT_FILE(path='x')\nCONTENT_START\na\nCONTENT_START\nb\nCONTENT_END\nend",
       "end|!4:EDIT_FILE: CONTENT_START inside the content; end the first with CONTENT_END"},
      {"ACTION: EDIT_FILE(file='x')\nCONTENT_START\na\nCONTENT_END\nend",
       "end|!1:EDIT_FILE: unknown parameter 'file'; write EDIT_FILE(path='…')"},
  };
  for (const auto& row : rows) {
    INFO(row.reply);
    CHECK(dump(seed_action_lines().parse(said(row.reply))) == row.expected);
  }
  const Fault faults[] = {{4, "CONTENT_END is missing"}};
  CHECK(seed_action_lines().correction(faults).text ==
        "ACTION_RESULT: INVALID\nSTATUS: ERROR: line 4: CONTENT_END is missing\n"
        "Nothing of that reply was run. Send the corrected actions.\n");
}

TEST_CASE("the seed's action lines render results like the seed") {
  const auto call = [](std::string_view tool) {
    return ToolCall{{}, std::string(tool), Json::object({{"path", "a'b.c"}})};
  };
  const ToolResult results[] = {
      {call("read_file"), true, -1, -1, false, {}, Json::object({{"content", "one\ntwo"}})},
      {call("list_dir"), true, -1, -1, false, {}, Json::object({{"listing", "src/\na.c\n"}})},
      {call("edit_file"), true, -1, -1, false, {}, Json::object({{"diff", "--- a/x\n+++ b/x\n"}})},
      {call("read_file"), false, -1, -1, false, {}, "no such\nfile"}};
  CHECK(seed_action_lines().render_results(results).text ==
        "ACTION_RESULT: READ_FILE(path='a\\'b.c')\nSTATUS: SUCCESS\nCONTENT_START\none\ntwo\n"
        "\\ No newline at end of file\nCONTENT_END\n\n"
        "ACTION_RESULT: LIST_DIR(path='a\\'b.c')\nSTATUS: SUCCESS\nCONTENT_START\nsrc/\na.c\n"
        "CONTENT_END\n\n"
        "ACTION_RESULT: EDIT_FILE(path='a\\'b.c')\nSTATUS: SUCCESS\nDIFF_START\n--- a/x\n+++ b/x\n"
        "DIFF_END\n\n"
        "ACTION_RESULT: READ_FILE(path='a\\'b.c')\nSTATUS: ERROR: no such file\n");
}

TEST_CASE("action lines are read where models write them") {
  const std::string_view read = R"(|read_file{"path":"a.c"})";
  const std::string_view variants[] = {
      "ACTION: READ_FILE(path='a.c')",
      "**ACTION: READ_FILE(path='a.c')**",
      "**ACTION:** READ_FILE(path='a.c')",
      "**ACTION**: READ_FILE(path='a.c')",
      "__ACTION: READ_FILE(path='a.c')__",
      "*ACTION: READ_FILE(path='a.c')*",
      "`ACTION: READ_FILE(path='a.c')`",
      "**`ACTION: READ_FILE(path='a.c')`**",
      "ACTION: `READ_FILE(path='a.c')`",
      "ACTION: **READ_FILE**(path='a.c')",
      "> ACTION: READ_FILE(path='a.c')",
      "> > **ACTION: READ_FILE(path='a.c')**",
      "- ACTION: READ_FILE(path='a.c')",
      "  * **ACTION: READ_FILE(path='a.c')**",
      "1. ACTION: READ_FILE(path='a.c')",
      "2) `ACTION: READ_FILE(path='a.c')`",
      "### ACTION: READ_FILE(path='a.c')",
      "```\nACTION: READ_FILE(path='a.c')\n```",
      "```text\n\nACTION: READ_FILE(path='a.c')\n\n```",
      "action: read_file(path: 'a.c')",
      "ACTION: READ_FILE('a.c')",
      "ACTION: READ_FILE(a.c)",
      "ACTION: READ_FILE(path=“a.c”)",
      "ACTION: READ_FILE({\"path\": \"a.c\"})",
      "ACTION: READ_FILE(path='a.c').",
      "ACTION: READ_FILE(path='a.c');",
      "ACTION: READ_FILE(path='a.c')  # the file that fails",
      "ACTION: READ_FILE(path='a.c') — to see it",
      "\tACTION :\tREAD_FILE (path = 'a.c')\r",
      "- [ ] ACTION: READ_FILE(path='a.c')",
      "• ACTION: READ_FILE(path='a.c')",
      "→ **ACTION: READ_FILE(path='a.c')**",
      "a) ACTION: READ_FILE(path='a.c')",
      "Action 1: READ_FILE(path='a.c')",
      "ACTION： READ_FILE(path='a.c')",
      "\"ACTION: READ_FILE(path='a.c')\"",
      "(ACTION: READ_FILE(path='a.c'))",
      "\xef\xbb\xbf"
      "ACTION: READ_FILE(path='a.c')",
      "\xe2\x80\x8b\xc2\xa0 ACTION: READ_FILE(path='a.c')",
      "\xe2\x80\xae"
      "ACTION: READ_FILE(path='a.c')",
  };
  for (const auto variant : variants) {
    INFO(variant);
    CHECK(dump(action_lines().parse(said(variant))) == read);
    // What is run is never shown, however the reply is cut.
    const std::string reply = "Before.\n" + std::string(variant) + "\nBehind.\n";
    for (size_t step : {size_t{1}, size_t{7}, reply.size()}) {
      protocols::ActionFilter filter;
      std::string shown;
      for (size_t at = 0; at < reply.size(); at += step)
        shown += filter.feed(std::string_view(reply).substr(at, step));
      CHECK(shown + filter.finish() == "Before.\nBehind.\n");
    }
  }
}

TEST_CASE("an action that shares its line is prose, which is shown and not run") {
  const std::string_view lines[] = {
      "I will use ACTION: READ_FILE(path='a.c') now.",
      "Let me look: ACTION: READ_FILE(path='a.c')",
      "First **ACTION: READ_FILE(path='a.c')**",
      "| ACTION: READ_FILE(path='a.c') |",
      "| step | ACTION: READ_FILE(path='a.c') |",
      "ACTIONS: READ_FILE(path='a.c')",
      "<code>ACTION: READ_FILE(path='a.c')</code>",
      "<li>ACTION: READ_FILE(path='a.c')",
      "<!-- ACTION: READ_FILE(path='a.c') -->",
      "&gt; ACTION: READ_FILE(path='a.c')",
      "[ACTION: READ_FILE(path='a.c')](x)",
  };
  for (const auto line : lines) {
    INFO(line);
    CHECK(dump(action_lines().parse(said(line))) == line);
    protocols::ActionFilter filter;
    const std::string reply = std::string(line) + "\n";
    const std::string shown = filter.feed(reply);
    CHECK(shown + filter.finish() == reply);
  }
  // Behind it stands more than a remark: the model is told, and nothing is run.
  for (const std::string_view behind :
       {"<br>", " | done |", "</code>", " ACTION: LIST_DIR(path='.')"}) {
    const Turn turn =
        action_lines().parse(said("ACTION: READ_FILE(path='a.c')" + std::string(behind)));
    CHECK(turn.calls.empty());
    REQUIRE(turn.faults.size() == 1);
    CHECK(turn.faults[0].message.find("text after the closing parenthesis") != std::string::npos);
  }
  // A line that it has to itself is one, whatever stands around it.
  for (const std::string_view around :
       {"<pre>\n*\n</pre>", "<details>\n\n*\n\n</details>", "<!--\n*\n-->"}) {
    std::string reply(around), prose(around);
    reply.replace(reply.find('*'), 1, "ACTION: READ_FILE(path='a.c')");
    prose.erase(prose.find('*'), 2);
    CHECK(dump(action_lines().parse(said(reply))) == prose + R"(|read_file{"path":"a.c"})");
    protocols::ActionFilter filter;
    const std::string shown = filter.feed(reply + "\n");
    CHECK(shown + filter.finish() == prose + "\n");
  }
}

TEST_CASE("what a reply shows is its prose, in whatever order its lines come") {
  std::mt19937 random(23);
  const auto pick = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  const std::string_view lines[] = {"ACTION: READ_FILE(path='a.c')",
                                    "**ACTION: READ_FILE(path='a.c')**",
                                    "> ACTION: READ_FILE(path='a.c')",
                                    "ACTION: EDIT_FILE(path='b.c')",
                                    "> ACTION: EDIT_FILE(path='b.c')",
                                    "ACTION: FIND(q='x')",
                                    "CONTENT_START",
                                    "CONTENT_END",
                                    "> CONTENT_START",
                                    "> CONTENT_END",
                                    "```",
                                    "```c",
                                    "",
                                    "Prose.",
                                    "> Quoted.",
                                    "| ACTION: READ_FILE(path='a.c') |",
                                    "<b>ACTION: READ_FILE(path='a.c')</b>",
                                    "Now ACTION: READ_FILE(path='a.c')"};
  // A fence that is left over belongs to an action or to prose, as you like.
  const auto words_of = [](std::string text) {
    for (const std::string_view fence : {"```c", "```"})
      for (size_t at = text.find(fence); at != text.npos; at = text.find(fence))
        text.erase(at, fence.size());
    text.erase(std::remove_if(text.begin(), text.end(), ::isspace), text.end());
    return text;
  };
  size_t run = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string reply;
    for (size_t n = 1 + pick(8); n > 0; --n)
      reply += std::string(lines[pick(std::size(lines))]) + "\n";
    const Turn turn = action_lines().parse(said(reply));
    if (!turn.faults.empty()) continue;  // nothing of it is run
    run += turn.calls.size();
    protocols::ActionFilter filter;
    const std::string shown = filter.feed(reply);
    INFO(reply);
    REQUIRE(words_of(shown + filter.finish()) == words_of(turn.text));
  }
  CHECK(run > 10'000);
}

TEST_CASE("content stands in quotes, in bold and in fences as well") {
  const std::string_view edit = R"(|edit_file{"path":"x","content":"a\n  b\n"})";
  const std::string_view variants[] = {
      "ACTION: EDIT_FILE(path='x')\nCONTENT_START\na\n  b\nCONTENT_END",
      "**ACTION: EDIT_FILE(path='x')**\n**CONTENT_START**\na\n  b\n**CONTENT_END**",
      "> ACTION: EDIT_FILE(path='x')\n> CONTENT_START\n> a\n>   b\n> CONTENT_END",
      "```\nACTION: EDIT_FILE(path='x')\nCONTENT_START\na\n  b\nCONTENT_END\n```",
      "- ACTION: EDIT_FILE(path='x')\n```c\nCONTENT_START\na\n  b\nCONTENT_END\n```",
      "ACTION: EDIT_FILE('x')\n\n`CONTENT_START`\na\n  b\n`CONTENT_END`",
  };
  for (const auto variant : variants) {
    INFO(variant);
    CHECK(dump(action_lines().parse(said(variant))) == edit);
    protocols::ActionFilter filter;
    const std::string shown = filter.feed("One.\n" + std::string(variant) + "\nTwo.\n");
    CHECK(shown + filter.finish() == "One.\nTwo.\n");
  }
  // A plain start has a plain end.
  CHECK(dump(action_lines().parse(
            said("ACTION: EDIT_FILE(path='x')\nCONTENT_START\n**CONTENT_END**\nCONTENT_END"))) ==
        R"(|edit_file{"path":"x","content":"**CONTENT_END**\n"})");
}

TEST_CASE("a chat's action lines have every tool") {
  const Row rows[] = {
      {"ACTION: FIND(q='kind:method health', limit=5)",
       R"(|find{"q":"kind:method health","limit":5})"},
      {"ACTION: GREP(pattern=\"a(b\\\"c)\", maxresults='3')",
       R"x(|grep{"pattern":"a(b\"c)","maxResults":3})x"},
      {"ACTION: type_refs(identifier='Money', exact=true)",
       R"(|type_refs{"identifier":"Money","exact":true})"},
      {"ACTION: APPLY_DIFF\nCONTENT_START\n--- a/x\nCONTENT_END",
       R"(|apply_diff{"diff":"--- a/x\n"})"},
      {"ACTION: RUN_COMMAND(command='make -j2 \"all\"')",
       R"(|run_command{"command":"make -j2 \"all\""})"},
      {"Action: find out what it does", "Action: find out what it does"},
      {"Action: show me", "Action: show me"},
      {"ACTION: FIND()", "|!1:FIND: q is missing; write ACTION: FIND(q='…')"},
      {"ACTION: READ_FILE(path='x') please",
       "|!1:READ_FILE: text after the closing parenthesis; write ACTION: READ_FILE(path='…')"},
      {"ACTION: GREP(pattern='x', mode='r')",
       "|!1:GREP: unknown parameter 'mode'; write GREP(pattern='…')"},
      {"ACTION: READ_FILE({\"path\": })",
       "|!1:READ_FILE: expected name='value'; write ACTION: READ_FILE(path='…')"},
  };
  for (const auto& row : rows) {
    INFO(row.reply);
    CHECK(dump(action_lines().parse(said(row.reply))) == row.expected);
  }
  const ToolResult result{{{}, "find", Json::object({{"q", "it's"}, {"limit", 1}})},
                          true,
                          7,
                          1,
                          true,
                          "1",
                          Json::object({{"rows", Json::array()}})};
  CHECK(action_lines().render_results(std::span(&result, 1)).text ==
        "ACTION_RESULT: FIND(q='it\\'s', limit=1)\nSTATUS: SUCCESS\nRESULT_START\n"
        "{\"rows\":[]}\nRESULT_END\nNOTE: 1 of 7 or more shown; go on with cursor='1'\n");
}

TEST_CASE("calls as JSON are hidden from their beginning on, and prose about them is not") {
  const struct {
    std::string_view reply, shown;
  } rows[] = {{"{\"tool_calls\":[{\"tool\":\"find\",\n\"input\":{}}]}\n", ""},
              {"```json\n{\n  \"tool_calls\": []\n}\n```\n", ""},
              {"{\n\"a\": 1}\n", "{\n\"a\": 1}\n"},
              {"Write {\"tool_calls\":[]} to call.\n", "Write {\"tool_calls\":[]} to call.\n"},
              {"```c\nint a;\n```\n", "```c\nint a;\n```\n"}};
  for (const auto& row : rows) {
    INFO(row.reply);
    protocols::ActionFilter filter;
    std::string shown = filter.feed(row.reply);
    shown += filter.finish();
    CHECK(shown == row.shown);
  }
}

TEST_CASE("a conversation goes over to a model that is spoken to as text") {
  const ToolCall call{"c1", "find", Json::object({{"q", "x"}})};
  const std::vector<Message> native = {
      {Role::user, "look", {}, {}},
      {Role::assistant, "Looking.", {call}, {}},
      {Role::tool, {}, {}, {{call, true, 0, 0, false, {}, Json::array()}}}};
  const auto text = translated(native, native_calls(), action_lines());
  REQUIRE(text.size() == 3);
  CHECK(text[0] == native[0]);
  CHECK(text[1] == said("Looking.\nACTION: FIND(q='x')\n"));
  CHECK(text[2].role == Role::user);
  CHECK(text[2].text ==
        "ACTION_RESULT: FIND(q='x')\nSTATUS: SUCCESS\nRESULT_START\n[]\nRESULT_END\n"
        "NOTE: 0 of 0 shown\n");
  CHECK(translated(native, native_calls(), native_calls()) == native);
  CHECK(translated(text, action_lines(), native_calls()) == text);
}

TEST_CASE("native calls pass through, and unreadable arguments are a fault") {
  Message reply = said("Looking.");
  reply.calls = {{"c1", "find", Json::object({{"name", "x"}})}, {"c2", "find", "{broken"}};
  CHECK(dump(native_calls().parse(reply)) ==
        "Looking.|find{\"name\":\"x\"}|!0:the arguments of find are not a JSON object");
}

TEST_CASE("every dialect reads back what it renders") {
  std::mt19937 random(7);
  const auto pick = [&](size_t n) {
    return std::uniform_int_distribution<size_t>(0, n - 1)(random);
  };
  const auto word = [&](std::string_view alphabet, size_t most) {
    std::string out;
    for (size_t n = pick(most + 1); n > 0; --n) out += alphabet[pick(alphabet.size())];
    return out;
  };
  for (int round = 0; round < 3000; ++round) {
    Turn files, calls;
    files.text = word("ab .,:", 6) + "x";
    files.text.erase(0, files.text.find_first_not_of(' '));
    for (size_t n = pick(4); n > 0; --n) {
      const std::string path = "p" + word("ab/'\"\\(),=` .", 12) + "q";
      if (pick(2) == 0) {
        const std::string content = word("a \n\t`'\\", 12);
        files.calls.push_back(
            {{}, "edit_file", Json::object({{"path", path}, {"content", content}})});
      } else {
        files.calls.push_back({{}, "read_file", Json::object({{"path", path}, {"limit", 3}})});
      }
      calls.calls.push_back({{}, "t" + word("xyz", 5), Json::object({{path, word("a\"\\\n", 6)}})});
    }
    CHECK(action_lines().parse(action_lines().render(files)) == files);
    if (!calls.calls.empty()) CHECK(json_calls().parse(json_calls().render(calls)) == calls);
    CHECK(native_calls().parse(native_calls().render(calls)) == calls);
    Turn tagged{"%_Thought_%\nt" + word("ab %_`#*-", 8) + "x\n%_Plan_%\np" + word("ab.\n", 5) + "x",
                {},
                {}};
    switch (pick(4)) {
      case 0:
        break;
      case 1:
        tagged.calls.push_back({{}, "final_check", Json::object()});
        break;
      case 2:
        tagged.calls.push_back({{},
                                "apply_diff",
                                Json::object({{"diff", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-" +
                                                           word("a%_`\\ ", 9) + "\n+b\n"}})});
        break;
      default:
        for (size_t n = 1 + pick(3); n > 0; --n) {
          const std::string path = "p" + word("ab/'\"\\[]{}`%_ .", 12) + "q";
          if (pick(2) == 0)
            tagged.calls.push_back({{}, "grep", Json::object({{"pattern", path}})});
          else
            tagged.calls.push_back({{}, "read_file", Json::object({{"path", path}})});
        }
    }
    CHECK(tags().parse(tags().render(tagged)) == tagged);
    const Message message{Role::tool,
                          files.text,
                          calls.calls,
                          {{ToolCall{"i", "t", Json::object()}, false, 1, 0, true, {}, "no"}}};
    CHECK(message_from(std::get<Json>(parse_json(to_json(message).dump()))) == message);
  }
}

TEST_CASE("no reply makes a dialect throw") {
  std::mt19937 random(11);
  const std::string_view pieces[] = {"ACTION:",
                                     " READ_FILE",
                                     "EDIT_FILE(",
                                     "path=",
                                     "'",
                                     "\"",
                                     ")",
                                     "\n",
                                     "CONTENT_START\n",
                                     "CONTENT_END\n",
                                     "```",
                                     "\\",
                                     "\r",
                                     "{\"tool_calls\":",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     "\xFF",
                                     ",",
                                     "- ",
                                     "\n%_Thought_%\n",
                                     "\n%_Plan_%\n",
                                     "%_Reply Required_%",
                                     "\n%_Modified_%\n",
                                     "%%_Fin_%%",
                                     "%_Ready_For_Final_Check_%",
                                     "%_",
                                     "_%",
                                     "\"type\":\"STORE\"",
                                     "--- a/x\n+++ b/x\n"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (int n = 0; n < 12; ++n)
      text += pieces[std::uniform_int_distribution<size_t>(0, std::size(pieces) - 1)(random)];
    for (const auto* protocol : {&json_calls(), &action_lines(), &seed_action_lines(),
                                 &native_calls(), &tags(), &seed_tags()})
      CHECK_NOTHROW(protocol->correction(protocol->parse(said(text)).faults));
  }
}
