// SQL names bits and kinds by number, where C++ has names for them: here the two are held together.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "engine/database.h"
#include "engine/fact.h"
#include "engine/migrate.h"
#include "engine/statement.h"
#include "store/import/fact_writer.h"
#include "store/scope/texts.h"
#include "tests/unit/places.h"

namespace dossier {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = test::kSource;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Each comparison of a kind or of flags with a number that SQL may hold, from the names of C++.
std::map<std::string, std::string> known() {
  std::map<std::string, std::string> out;
  const auto is = [&](const std::string& column, auto number, const std::string& meaning) {
    out[column + " " + std::to_string(static_cast<int64_t>(number))] = meaning;
  };
  is("d.kind =", DetailKind::value, "constant's value");
  is("d.kind =", DetailKind::open_key, "open key");
  is("d.kind =", DetailKind::attribute, "attribute");
  is("d.kind =", DetailKind::mvid, "Mvid");
  is("e.kind =", MemberKind::method, "method");
  is("e.kind WHEN", MemberKind::method, "method");
  is("r.kind =", ReferenceKind::import, "import");
  is("r.kind <>", ReferenceKind::rpc, "no generated name");
  for (const char* alias : {"m", "om"}) {
    is(std::string(alias) + ".kind =", ModuleKind::source, "source");
    is(std::string(alias) + ".kind <>", ModuleKind::source, "no source");
  }
  is("e.flags &", kNamedInSignature, "name stands in the signature");
  is("e.flags &", kConstant, "constant");
  is("e.flags &", kConstructor, "constructor");
  for (const char* alias : {"e", "t"}) {
    is(std::string(alias) + ".flags &", kStatic, "is_static");
    is(std::string(alias) + ".flags &", kPublic, "is_public");
    is(std::string(alias) + ".flags &", kAbstract, "is_abstract");
    is(std::string(alias) + ".flags &", kSealed, "is_sealed");
    is(std::string(alias) + ".flags &", kProtected, "protected");
    is(std::string(alias) + ".flags &", kInternal, "internal");
    is(std::string(alias) + ".flags &", kProtected | kInternal, "protected internal");
    is(std::string(alias) + ".flags &", kPrivate, "private");
  }
  is("f.flags &", kFileGenerated, "is_generated");
  is("f.flags &", kFileVendored, "is_vendored");
  is("f.flags &", kFileBinary, "is_binary");
  is("r.flags &", kReferenceInModule, "in_module");
  is("r.flags &", kReferenceByName, "by_name");
  return out;
}

}  // namespace

TEST_CASE("the table of kinds names the numbers of the enumerations") {
  Database database = Database::open("", OpenMode::memory);
  migrate(database, 0);
  std::map<std::string, std::map<int64_t, std::string>> named;
  Statement rows(database, "SELECT family, number, name FROM _kind");
  while (rows.step()) named[std::string(rows.text(0))][rows.integer(1)] = rows.text(2);
  const auto expect = [&](const std::string& family, auto first, auto last) {
    CAPTURE(family);
    const auto from = static_cast<int64_t>(first), to = static_cast<int64_t>(last);
    CHECK(named[family].size() == static_cast<size_t>(to - from + 1));
    for (int64_t number = from; number <= to; ++number) {
      CHECK(named[family][number] == name_of(static_cast<decltype(first)>(number)));
    }
  };
  expect("member", MemberKind::field, MemberKind::event);
  expect("reference", ReferenceKind::call, ReferenceKind::rpc);
  expect("module", ModuleKind::exported, ModuleKind::source);
  const std::map<DetailKind, std::string> details = {
      {DetailKind::attribute, "attribute"},
      {DetailKind::generic_parameter, "generic_parameter"},
      {DetailKind::value, "value"},
      {DetailKind::pinvoke, "pinvoke"},
      {DetailKind::resource, "resource"},
      {DetailKind::doc, "doc"},
      {DetailKind::reference, "reference"},
      {DetailKind::mvid, "mvid"},
      {DetailKind::rva, "rva"},
      {DetailKind::interface_name, "interface"},
      {DetailKind::open_key, "open_key"},
      {DetailKind::result, "result"}};
  CHECK(named["detail"].size() == details.size());
  for (const auto& [kind, name] : details) {
    CHECK(named["detail"][static_cast<int64_t>(kind)] == name);
  }
}

TEST_CASE("every number of a kind or flag in SQL is one that C++ has a name for") {
  const auto names = known();
  std::vector<fs::path> files = {kSource / "schema" / "current.sql"};
  for (const auto& entry : fs::directory_iterator(kSource / "queries" / "sql")) {
    if (entry.path().extension() == ".sql") files.push_back(entry.path());
  }
  const std::regex comparison(R"((\w+\.(?:kind|flags)) (=|<>|&|WHEN) (\d+)\)?(?: <> 0 AS (\w+))?)");
  size_t seen = 0;
  for (const auto& file : files) {
    const std::string text = text_of(file);
    for (std::sregex_iterator at(text.begin(), text.end(), comparison), end; at != end; ++at) {
      const std::string found = at->str(1) + " " + at->str(2) + " " + at->str(3);
      CAPTURE(file.filename().string(), found);
      const auto name = names.find(found);
      REQUIRE(name != names.end());
      if (at->str(4).starts_with("is_")) CHECK(at->str(4) == name->second);
      if (at->str(4) == "by_name" || at->str(4) == "in_module") CHECK(at->str(4) == name->second);
      ++seen;
    }
  }
  CHECK(seen > 20);
}

}  // namespace dossier
