// Names with what they are in, as languages and people write them: A::b, A\b, A#b, A.b.
#include <catch2/catch.hpp>
#include <string>

#include "engine/json_value.h"
#include "queries/lang/rank.h"
#include "queries/lang/regex_of_text.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/queries/add_sources.h"

using namespace dossier;

namespace {

Json answer_of(Store& store, const std::string& query) {
  Arguments arguments;
  arguments.set("q", query);
  const auto answer = run_to_json(store, kFind, arguments);
  REQUIRE(answer.status() == 200);
  return read_json(answer.body);
}

std::string first_of(Store& store, const std::string& query) {
  const Json answer = answer_of(store, query);
  const auto& rows = answer["rows"].each();
  return rows.empty() ? "" : rows[0].text("full_name");
}

std::string note_of(Store& store, const std::string& query) {
  const Json answer = answer_of(store, query);
  const auto& notes = answer["notes"].each();
  return notes.empty() ? "" : *notes[0].string();
}

}  // namespace

TEST_CASE("a symbol is found by its name as its language writes it") {
  Store store = open_in_memory();
  test::add_sources(
      store, {{"Str.php",
               "<?php\nnamespace App\\Support;\nclass Str { function lower() {} }\n"
               "class Strings extends Str { function lower() {} }\n"},
              {"edge.hpp", "namespace n { struct Edge { bool ready() const; int ready_now; }; }\n"},
              {"mock.java", "package m; class Mockito { void mock() {} }\n"},
              {"other.java", "package m.mockito.mock; class Mockito_mock { void mocker() {} }\n"}});
  for (const char* query : {"App\\Support\\Str", "\\App\\Support\\Str", "full:App\\Support\\Str",
                            "App.Support.Str", "Support\\Str", "Support::Str"})
    CHECK(first_of(store, query) == "App.Support.Str");
  for (const char* query : {"Str::lower", "Str#lower", "Str\\lower", "Str.lower",
                            "in:App\\Support\\Str name:lower", "in:\\App\\Support\\Str lower"})
    CHECK(first_of(store, query) == "App.Support.Str.lower");
  CHECK(first_of(store, "derives:App\\Support\\Str") == "App.Support.Strings");
  CHECK(first_of(store, "ns:App\\Support name:Strings") == "App.Support.Strings");
  for (const char* query : {"Edge::ready", "n::Edge::ready", "::n::Edge::ready", "Edge.ready"})
    CHECK(first_of(store, query) == "n.Edge.ready");
  // What is meant comes first, though names that begin alike are shorter or of types.
  CHECK(first_of(store, "Mockito.mock") == "m.Mockito.mock");
  CHECK(first_of(store, "mockito.mock") == "m.Mockito.mock");
  CHECK(first_of(store, "Edge::nothing").empty());
}

TEST_CASE("the end of a full name ranks as the name does") {
  const auto tier = [](const char* name, const char* full, const char* word) {
    return lang::match_tier({name, full, {}, {}}, word);
  };
  CHECK(tier("b", "x.A.b", "a.b") == 0);
  CHECK(tier("b", "x.A::b", "a.b") == 0);
  CHECK(tier("b", "x.A.b", "a::b") == 0);
  CHECK(tier("b", "A.b", "\\a\\b") == 0);
  CHECK(tier("b", "xA.b", "a.b") > 0);
  CHECK(tier("bc", "x.A.bc", "a.b") > 0);
  CHECK_FALSE(lang::is_qualified("a."));
  CHECK_FALSE(lang::is_qualified(".a"));
  CHECK_FALSE(lang::is_qualified("ab"));
}

TEST_CASE("find says what a word may have been meant as") {
  Store store = open_in_memory();
  test::add_sources(store, {{"a.cc", "class Edge {};\nclass Node {};\n"}});
  CHECK(note_of(store, "class Edge") ==
        "'class' is looked for as a word of names; kind:class Edge asks for that kind");
  CHECK(note_of(store, "edge|node") ==
        "'edge|node' is taken as it stands; as a regular expression it is /edge|node/");
  for (const char* text : {"\\bEdge", "[A-Z]dge", "E[dge]+", "Ed.+", "^Ed"}) {
    const std::string word(text);
    CHECK(note_of(store, text) ==
          "'" + word + "' is taken as it stands; as a regular expression it is /" + word + "/");
  }
  CHECK(note_of(store, "E.*e") ==
        "'E.*e' is taken with any text in the place of *; as a regular expression it is /E.*e/");
  CHECK(note_of(store, "content:E.*e") ==
        "'E.*e' is taken with any text in the place of *; as a regular expression it is /E.*e/");
  CHECK(note_of(store, "Ed\\w+") ==
        "'Ed\\w+' is taken as it stands; as a regular expression it is /Ed\\w+/");
  for (const char* query : {"Edge Node", "class", "a||b", "kind:class Edge", "App\\base\\data",
                            "\\base\\Url", "Edge.*", "E*e", "int[]", "[Test]"})
    CHECK(note_of(store, query).empty());
  // An arrow is no "not".
  CHECK(answer_of(store, "->Edge")["rows"].each().empty());
  CHECK(first_of(store, "f:a.cc -Node kind:class") == "Edge");
}
