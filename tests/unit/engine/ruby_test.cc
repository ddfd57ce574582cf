// What a name alone means in Ruby: a variable, or a method that is called without brackets.
#include <catch2/catch.hpp>
#include <string>

#include "engine/readers/languages/source_file.h"

namespace dossier::languages {
namespace {

/// The calls of `wanted`, each as its line, "!" behind it where the file defines what is called and
/// the type around where that may inherit it.
std::string calls_in(const std::string& text) {
  const auto source = read({"b.rb", text}, *of("b.rb"));
  REQUIRE(source);
  std::string found;
  for (const Reference& one : source->module.references) {
    if (one.kind != ReferenceKind::call || !one.target_key.ends_with("wanted")) continue;
    found.append(found.empty() ? "" : " ").append(std::to_string(one.line));
    found += one.by_name ? "(" + std::string(one.target_type) + ")" : "!";
  }
  return found;
}

/// In a method of a class that has `wanted`, from line 1 on.
std::string calls_of(const std::string& body, const std::string& has = "def wanted; end") {
  return calls_in("class B; def f(a)\n" + body + "\nend; " + has + "\nend\n");
}

}  // namespace

TEST_CASE("ruby: a name alone is a call of what the class has") {
  struct Row {
    const char *body, *calls;
  };
  const Row rows[] = {
      {"wanted", "2!"},
      {"return wanted if wanted.nil?", "2! 2!"},
      {"\"#{wanted}\"", "2!"},
      {"wanted.other(1)", "2!"},
      {"wanted&.other", "2!"},
      {"wanted[:x]", "2!"},
      {"wanted ? 1 : 2", "2!"},
      {"a(!wanted, *wanted)", "2! 2!"},
      {"x = wanted || 3\nx", "2!"},
      {"[1].each { |x| wanted }", "2!"},
      {"1..wanted", "2!"},
      {"x = { wanted => 1, wanted: 2 }", "2!"},
      {"wanted\nwanted = 1\nwanted", "2!"},
      {"a.wanted", "2()"},
      {"wanted(1)", "2!"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    CHECK(calls_of(row.body) == row.calls);
    for (const char* const has : {"attr_reader :wanted", "class_attribute :wanted",
                                  "mattr_accessor :wanted, default: 1", "cattr_reader :wanted"}) {
      CAPTURE(has);
      CHECK(calls_of(row.body, has).size() == std::string(row.calls).size());
    }
  }
}

TEST_CASE("ruby: a name alone is no call of what a variable bears") {
  for (const char* const body :
       {"wanted = 1; g(wanted)", "wanted, b = x; g(wanted)", "(b, (c, *wanted)) = x; g(wanted)",
        "wanted ||= 1; g(wanted)", "x.each { |wanted| wanted }", "x.each { |(b, wanted)| wanted }",
        "x.each { |b; wanted| wanted }", "->(wanted) { wanted }",
        "begin; g; rescue E => wanted; g(wanted); end", "for wanted in x do g(wanted) end",
        "for b, wanted in x do g(wanted) end", "wanted += 1; g(wanted)",
        "case x\nin wanted then g(wanted)\nend", "case x\nin [b, wanted] then g(wanted)\nend",
        "case x\nin {b: wanted} then g(wanted)\nend", "case x\nin {wanted:} then g(wanted)\nend",
        "case x\nin Integer => wanted then g(wanted)\nend"}) {
    CAPTURE(body);
    CHECK(calls_of(body).empty());
  }
  for (const char* const parameter :
       {"wanted", "wanted = 1", "wanted:", "wanted: 1", "*wanted", "**wanted", "&wanted"}) {
    CAPTURE(parameter);
    CHECK(calls_in("class B\ndef wanted; end\ndef f(" + std::string(parameter) +
                   ")\nwanted\nend\nend\n")
              .empty());
  }
}

TEST_CASE("ruby: a name alone may be called of a base, and of nothing that is not known") {
  CHECK(calls_in("class B < A\ndef f\nwanted\nend\nend\n") == "3(B)");
  CHECK(calls_in("class B\ndef f\nwanted\nend\nend\n").empty());
  CHECK(calls_in("def f\nwanted\nend\n").empty());
  CHECK(calls_in("def wanted; end\ndef f\nwanted\nend\n") == "3!");
  CHECK(calls_in("class B\ndef not_wanted; end\ndef f\nwanted\nend\nend\n").empty());
}

TEST_CASE("ruby: a name alone may end in a mark") {
  CHECK(calls_of("wanted? && wanted!", "def wanted?; end").empty());
  const auto source =
      read({"b.rb", "class B\ndef ok?; end\ndef f\nok? && ok?\nend\nend\n"}, *of("b.rb"));
  REQUIRE(source);
  CHECK(source->module.references.size() == 2);
  for (const Reference& one : source->module.references) CHECK(one.target_key == "B.ok?");
}

}  // namespace dossier::languages
