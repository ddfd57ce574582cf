// docs/http-api.md describes every operation as its declaration has it, with a true answer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <sstream>

#include "queries/adhoc/sql_request.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/import/import.h"
#include "tests/unit/golden.h"
#include "tests/unit/places.h"

using namespace dossier;

namespace {

const std::string kSource = test::kSource;

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
  if (const OpField* most = op.limit()) {
    arguments.set(std::string(most->name), "1");
    target += "&" + std::string(most->name) + "=1";
  }
  const JsonAnswer answer = run_to_json(store, op, arguments);
  REQUIRE(answer.status() == 200);
  out << "\n`GET " << target << "` answers\n\n```json\n" << lasting(answer.body) << "\n```\n\n";
  return out.str();
}

std::string with_commas(int64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string describe_sql(Store& store) {
  const std::string body = R"({"sql": "SELECT full_name, kind FROM symbols WHERE name = :name", )"
                           R"("params": {"name": "ApplyDamage"}, "limit": 1})";
  const SqlRequest request = parse_sql_request(body);
  JsonResults results;
  REQUIRE(run_sql(store, request.sql, request.parameters, request.limits, results).error.empty());
  const std::regex elapsed("\"elapsed_ms\":[0-9.e-]+");
  std::ostringstream out;
  out << "### `POST /api/sql`\n\n"
      << "Statements of SQL over the views of [schema.md](schema.md), for reading "
         "([sql.md](sql.md)), in a process of their own that gets "
      << kRequestMemoryMb << " MB of memory. The body is a JSON object of at most 4 MB:\n\n"
      << "| key | |\n|---|---|\n"
      << "| `sql` | One or several statements; required |\n"
      << "| `params` | Their parameters: an object by name, or an array by position, of strings, "
         "numbers, booleans and null |\n"
      << "| `limit` | Maximum number of rows per statement (default and limit: "
      << with_commas(kRequestRows) << ") |\n"
      << "| `timeout_ms` | At most so long for all of them (default and most: "
      << with_commas(kRequestTimeoutMs) << ") |\n\n"
      << "`" << body << "` answers\n\n```json\n"
      << std::regex_replace(results.take(), elapsed, "\"elapsed_ms\":0.1") << "\n```\n\n"
      << "There is one result for each statement, up to the first that fails. A statement that "
         "fails, or runs out of time or memory, is status 200 with `success` false and the reason "
         "in `error`; a body that is no such object is 400. `truncated` says that a limit was "
         "reached: the rows, or "
      << (kRequestBytes >> 20)
      << " MB of values together. Blobs are text such as `X'0aff'`. The answer has no `Dossier-` "
         "headers.\n\n";
  return out.str();
}

// What stands between two marks of docs/http-api.md is `wanted`.
void check_part(const std::string& begin, const std::string& end, const std::string& wanted) {
  const std::string path = kSource + "/docs/http-api.md";
  const std::string text = read_file(path);
  const size_t start = text.find(begin), stop = text.find(end);
  REQUIRE(start != std::string::npos);
  REQUIRE(stop != std::string::npos);
  const size_t from = start + begin.size();
  std::string whole = text;
  whole.replace(from, stop - from, "\n" + wanted);
  CHECK(test::golden(path, whole) == whole);
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
  CHECK(headers == 5);
}

TEST_CASE("docs/http-api.md agrees with the table of operations", "[golden]") {
  Store store = open_in_memory();
  ImportOptions options;
  options.path = kSource + "/fixtures/exports/unity.project.json";
  import(store, options);
  options.label = "again";
  import(store, options);
  std::string generated;
  for (const Op* op : ops()) generated += describe(store, *op);

  check_part("<!-- generated from the table of operations: ACCEPT=1 rewrites it -->\n",
             "<!-- end -->", generated);
  check_part("<!-- generated from the limits and an answer: ACCEPT=1 rewrites it -->\n",
             "<!-- end of SQL -->", describe_sql(store));
}
