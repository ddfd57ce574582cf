#include "agent/auto/auto_tools.h"

#include <catch2/catch.hpp>

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
      R"("required":["x"],"capability":"execute","risk":"high","deferParams":true})");
  CHECK(metadata_of(*tools.find("other_1")).text("description").size() < 130);
}

}  // namespace dossier
