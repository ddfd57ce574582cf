// docs/http-api.md describes every operation as its declaration has it, with a true answer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "queries/import.h"
#include "queries/ops/ops.h"

using namespace dossier;

namespace {

const std::string kSource = DOSSIER_SOURCE_DIR;

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What the operation's example command looks for: "dossier broad 'X'" → "X". Where it takes several
// words, the first of what is left of `words`.
std::string example_argument(const Op& op, std::string& words) {
  if (words.empty()) words = op.example.substr(op.example.find(op.command) + op.command.size() + 1);
  const auto several = std::count_if(op.fields.begin(), op.fields.end(),
                                     [](const OpField& field) { return field.positional; });
  std::string text = words;
  if (several > 1) {
    text = words.substr(0, words.find(' '));
    words.erase(0, std::min(text.size() + 1, words.size()));
  }
  std::erase(text, '\'');
  return text;
}

// What differs from run to run and from machine to machine, replaced.
std::string lasting(const std::string& body) {
  const std::regex when("\"importedAt\":\"[^\"]*\""), where("\"source\":\"[^\"]*/fixtures");
  return std::regex_replace(
      std::regex_replace(body, when, "\"importedAt\":\"2026-01-31T12:00:00.000Z\""), where,
      "\"source\":\"fixtures");
}

std::string describe(Store& store, const Op& op) {
  std::ostringstream out;
  out << "### `GET " << op.route << "`\n\n" << op.summary << ".\n\n| parameter | |\n|---|---|\n";
  Arguments arguments;
  std::string target(op.route);
  std::string words;
  for (const OpField& field : op.fields) {
    out << "| `" << field.name << "` | " << field.doc << (field.positional ? "; required" : "")
        << " |\n";
    if (!field.positional) continue;
    const std::string argument = example_argument(op, words);
    arguments.set(std::string(field.name), argument);
    target +=
        (target.find('?') == target.npos ? "?" : "&") + std::string(field.name) + "=" + argument;
  }
  const bool pages = std::any_of(op.fields.begin(), op.fields.end(),
                                 [](const OpField& field) { return field.name == "limit"; });
  if (op.cap != 0) {
    const std::string most = pages ? "limit" : "maxResults";
    arguments.set(most, "1");
    target += "&" + most + "=1";
  }
  const Answer answer = run(store, op, arguments);
  REQUIRE(answer.status == 200);
  out << "\n`GET " << target << "` answers\n\n```json\n" << lasting(answer.body) << "\n```\n\n";
  return out.str();
}

}  // namespace

TEST_CASE("docs/http-api.md names every header of the answers") {
  const std::string text = read_file(kSource + "/docs/http-api.md");
  const std::string code = read_file(kSource + "/server/routes.cc");
  size_t headers = 0;
  for (size_t at = code.find("\"Dossier-"); at != code.npos; at = code.find("\"Dossier-", at + 1)) {
    const std::string name = code.substr(at + 1, code.find('"', at + 1) - at - 1);
    CAPTURE(name);
    CHECK(text.find("| `" + name + "` |") != text.npos);
    ++headers;
  }
  CHECK(headers == 4);
}

TEST_CASE("docs/http-api.md is what the table of operations says") {
  Store store = Store::in_memory();
  ImportOptions options;
  options.path = kSource + "/fixtures/exports/unity.project.json";
  import(store, options);
  options.label = "again";
  import(store, options);
  std::string generated;
  for (const Op* op : ops()) generated += describe(store, *op);

  const std::string path = kSource + "/docs/http-api.md";
  const std::string begin =
      "<!-- generated from the table of operations: ACCEPT=1 rewrites it -->\n";
  std::string text = read_file(path);
  const size_t start = text.find(begin), end = text.find("<!-- end -->");
  REQUIRE(start != std::string::npos);
  REQUIRE(end != std::string::npos);
  const size_t from = start + begin.size();
  const char* accept = std::getenv("ACCEPT");
  if (accept && std::string(accept) == "1" && !std::getenv("CI")) {
    std::ofstream(path) << text.replace(from, end - from, "\n" + generated);
    return;
  }
  CHECK(text.substr(from, end - from) == "\n" + generated);
}
