#include "agent/auto/auto_tools.h"

#include <catch2/catch.hpp>

#include "agent/auto/metadata.h"
#include "agent/auto/shorten.h"
#include "agent/auto/words.h"
#include "agent/note.h"
#include "agent/recall.h"
#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "queries/open.h"

namespace dossier {
namespace {

Tool made(std::string name, std::string doc, std::string category, std::vector<std::string> tags,
          Capability capability = Capability::lookup) {
  return {{std::move(name), std::move(doc), read_json(R"({"type":"object","required":["x"]})")},
          capability,
          false,
          nullptr,
          std::move(category),
          std::move(tags)};
}

Toolbox many() {
  Toolbox tools;
  tools.add(
      made("read_file", "The content of a text file", "filesystem", {"files"}, Capability::read));
  tools.add(made("broad_lookup", "Symbols by a regular expression", "code", {"lookup"}));
  tools.add(made("fileSearch", "Lines that match, in files", "filesystem", {"files", "search"},
                 Capability::read));
  tools.add(made("send_mail", "Sends a letter with a file", "network", {}, Capability::execute));
  for (int i = 0; i < 30; ++i)
    tools.add(made("other_" + std::to_string(i), std::string(300, 'y'), "utils", {}));
  return tools;
}

std::vector<std::string> names(const std::vector<const Tool*>& tools) {
  std::vector<std::string> out;
  for (const Tool* tool : tools) out.push_back(tool->spec.name);
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("tools are found by words of their names first, then of tags and descriptions") {
  const Toolbox tools = many();
  const ToolIndex index(tools, {});
  CHECK(names(index.search({"file", {}, {}, 10})) == Names{"read_file", "fileSearch", "send_mail"});
  CHECK(names(index.search({"reading files", {}, {}, 10}))[0] == "read_file");
  CHECK(names(index.search({"regular", {}, {}, 10})) == Names{"broad_lookup"});
  CHECK(index.search({"nothing like it", {}, {}, 10}).empty());
}

TEST_CASE("a search for tools is held to category, tags and limit") {
  const Toolbox tools = many();
  const ToolIndex index(tools, {});
  CHECK(names(index.search({"file", "filesystem", {}, 10})) == Names{"read_file", "fileSearch"});
  CHECK(names(index.search({"file", "", {"search"}, 10})) == Names{"fileSearch"});
  CHECK(index.search({"other", {}, {}, 7}).size() == 7);
  CHECK(index.search({"", {}, {}, 5}).size() == 5);
}

TEST_CASE("words of a search are words, whatever they hold") {
  const Toolbox tools = many();
  const ToolIndex index(tools, {});
  for (const char* words :
       {"\"", "file\" OR *", "NEAR(file)", "-file", "name:x", "^", "\xff\xfe", "(((("})
    CHECK_NOTHROW(index.search({words, {}, {}, 10}));
  CHECK(index.search({std::string(1 << 20, 'a'), {}, {}, 10}).empty());
  // The first twenty count.
  std::string much;
  for (int i = 0; i < 19; ++i) much += "none" + std::to_string(i) + " ";
  CHECK(names(index.search({much + "regular", {}, {}, 10})) == Names{"broad_lookup"});
  CHECK(index.search({much + "nothing regular", {}, {}, 10}).empty());
}

TEST_CASE("a name is taken apart at its joints, and no letter of any script is one") {
  CHECK(words_of("readTextFile_v2 HTTPServer") ==
        Names{"read", "text", "file", "v2", "httpserver"});
  CHECK(words_of("Ālt-näme.日本") == Names{"Ālt", "näme", "日本"});
  CHECK(words_of("-_- ").empty());
}

TEST_CASE("tools of other categories, hidden ones and those beyond lookups are absent") {
  Toolbox tools = many();
  Tool secret = made("secret", "s", "code", {});
  secret.hidden = true;
  tools.add(std::move(secret));
  CHECK(names(ToolIndex(tools, {{"code"}, false}).tools()) == Names{"broad_lookup"});
  CHECK(ToolIndex(tools, {{}, true}).tools().size() == 31);
}

TEST_CASE("metadata is short and says what a tool may do") {
  const Toolbox tools = many();
  const Json mail = metadata_of(*tools.find("send_mail"));
  CHECK(
      mail.dump() ==
      R"({"name":"send_mail","description":"Sends a letter with a file","category":"network","tags":[],)"
      R"("required":["x"],"capabilities":["execute"],"risk":"high","deferParams":true})");
  CHECK(metadata_of(*tools.find("broad_lookup"))["capabilities"].dump() == R"(["read"])");
  CHECK(metadata_of(*tools.find("other_1")).text("description").size() < 130);
}

TEST_CASE("a search can give schema and examples at once") {
  Tool tool = made("fetch", "Gets a page", "network", {});
  tool.examples = {Json::object({{"x", 1}})};
  const Json about = metadata_with_schema(tool);
  CHECK(about["schema"] == tool.spec.schema);
  CHECK(about["examples"].dump() == R"([{"x":1}])");
  CHECK_FALSE(about.flag("deferParams"));
  CHECK(metadata_of(tool).find("schema") == nullptr);
}

TEST_CASE("every tool of ours declares what it is about, with an example that its schema allows") {
  Store store = open_in_memory();
  const auto files = snapshot_workspace(store, {});
  Toolbox tools;
  add_op_tools(tools, store, {});
  add_file_tools(tools, *files);
  add_tree_tools(tools, *files);
  add_command_tool(tools, "/", [] { return std::stop_token(); });
  NoteAuthor author;
  add_note_tool(tools, store, {}, author);
  add_recall_tool(tools, store, {});
  for (const Tool& tool : tools.all()) {
    INFO(tool.spec.name);
    CHECK(tool.category != "utils");
    CHECK_FALSE(tool.tags.empty());
    REQUIRE_FALSE(tool.examples.empty());
    for (const auto& example : tool.examples) {
      for (const auto& name : tool.spec.schema["required"].each())
        CHECK(example.find(*name.string()) != nullptr);
      for (const auto& [key, value] : *example.fields())
        CHECK(tool.spec.schema["properties"].find(key) != nullptr);
    }
  }
}

TEST_CASE("the category of an external tool is inferred from its name, its server and its words") {
  struct Row {
    const char *name, *doc, *server, *category;
  };
  const Row rows[] = {
      {"read_text_file", "Read a file", "files", "filesystem"},
      {"listDirectory", "", "x", "filesystem"},
      {"get_and_delete", "", "x", "mcp"},
      {"search_repositories", "Search GitHub", "github", "code"},
      {"create_issue", "", "github", "code"},
      {"browser_click", "Click on a page", "playwright", "browser"},
      {"fetch", "Fetches a URL", "fetch", "network"},
      {"get_weather", "Runs a command", "weather", "mcp"},
      {"echo", "Echoes a message", "everything", "utils"},
      {"create_entities", "", "memory", "agent"},
      {"frobnicate", "Does what it says", "x", "mcp"},
  };
  for (const auto& [name, doc, server, category] : rows) {
    Tool tool = made(name, doc, "code", {"ours"}, Capability::write);
    infer_category(tool, server);
    INFO(name << ": " << tool.category);
    CHECK(tool.category == category);
    CHECK(tool.tags[0] == "mcp");
    CHECK(tool.tags[1] == server);
    CHECK(tool.how_risky() == Risk::medium);
  }
}

TEST_CASE("a value is cut to what a model reads") {
  Json small = read_json(R"({"a":[1,2,3],"b":"x"})");
  CHECK_FALSE(shorten(small));
  Json text(std::string(5000, 'x'));
  CHECK(shorten(text));
  CHECK(text.string()->ends_with("… (1000 bytes more)"));
  Json items = Json::array();
  for (int i = 0; i < 300; ++i) items.add(i);
  CHECK(shorten(items));
  CHECK(items.each().size() == 201);
  CHECK(items.each()[200] == Json("… (100 more)"));
  Json many = Json::array();
  for (int i = 0; i < 190; ++i) many.add(std::string(3000, 'x'));
  CHECK(shorten(many));
  CHECK(many.dump().size() <= kMostShown);
  Json keys = Json::object();
  for (int i = 0; i < 5000; ++i) keys.set("k" + std::to_string(i) + std::string(5000, 'y'), i);
  CHECK(shorten(keys));
  CHECK(keys.dump().size() <= kMostShown);
  Json nested = 1;
  for (int i = 0; i < 150; ++i) {
    Json outer = Json::array();
    for (int j = 0; j < 8; ++j) outer.add(j < 2 ? nested : Json(j));
    nested = i < 12 ? std::move(outer) : Json::array().add(nested);
  }
  CHECK(shorten(nested));
  CHECK(nested.dump().size() <= kMostShown + 10);
}

}  // namespace dossier
