#include "engine/readers/export_json.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/unit/engine/export_dump.h"
#include "tests/unit/golden.h"
#include "tests/unit/places.h"

using namespace dossier;
using namespace dossier::test;
namespace fs = std::filesystem;

namespace {

const fs::path kExports = fs::path(test::kSource) / "fixtures" / "exports";

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Decompressed, so that chunk sizes are those the parser sees.
std::string json_of(const fs::path& path) {
  const auto source = open_bytes(path.string());
  std::string text;
  char buffer[4096];
  while (const size_t got = source->read(buffer, sizeof buffer)) text.append(buffer, got);
  return text;
}

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().string().find(".json") != std::string::npos) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string counted(const ExportSummary& summary) {
  std::string text = std::to_string(summary.modules) + " modules, " +
                     std::to_string(summary.types) + " types, " + std::to_string(summary.members) +
                     " members, " + std::to_string(summary.references) + " references";
  for (const auto& warning : summary.warnings) text += "; " + warning;
  return text;
}

}  // namespace

// bad/expected.tsv: file, code (or "ok"), and the message or the counts. ACCEPT=1 rewrites it.
TEST_CASE("Malformed and hostile exports have the expected outcomes", "[golden]") {
  std::string found;
  for (const auto& file : files_of(kExports / "bad")) {
    const std::string bytes = contents(file);
    const auto input = memory_bytes(bytes, file.filename().string());
    const Outcome outcome = read_all(*input);
    const auto colon = outcome.error.find(": ");
    found += file.filename().string() + '\t';
    found += outcome.error.empty()
                 ? "ok\t" + counted(outcome.summary)
                 : outcome.error.substr(0, colon) + '\t' + outcome.error.substr(colon + 2);
    found += '\n';
  }
  CHECK(found == test::golden(kExports / "bad" / "expected.tsv", found));
}

TEST_CASE("An export's facts hold every field that it gives") {
  const auto outcome = read_text(R"({"Modules":[{
    "Name":"A.dll","AssemblyFullName":"A, Version=1.0.0.0","FileName":"f","ModuleFilePath":"m",
    "AssemblyPath":"","Mvid":"c2988b8c","References":["mscorlib, Version=4.0.0.0",""],"Other":{"x":[1]},
    "Types":[
     {"Name":"T","Namespace":"N","FullName":"N.T","BaseType":"N.Base`1<System.Int32>","SourceFilePath":"T.cs",
      "IsPublic":true,"IsAbstract":true,"IsSealed":true,"Kind":"class","MetadataToken":33554434,
      "Interfaces":["N.IThing","System.IDisposable"],
      "Events":[{"Name":"e"}],
      "Properties":[{"Name":"p","MemberType":"Property"}],
      "Methods":[{"Name":".ctor","MemberType":"Constructor","IsStatic":true},{"Name":"M","IsPublic":true}],
      "Fields":[{"Name":"f","FullName":"N.T.f","Signature":"int f","MemberType":"Odd","MetadataToken":67108865}]},
     {"Name":"IThing","FullName":"N.IThing"}]}]})");
  CHECK(outcome.error.empty());
  CHECK(outcome.facts == R"(module "A.dll" "A, Version=1.0.0.0" "m"
type 14 33554434 "T" "N" "N.T" "N.Base`1<System.Int32>" "class" "T.cs"
  field 0 67108865 "Odd" "f" "N.T.f" "int f"
  method 257 0 "Constructor" ".ctor" "" ""
  method 2 0 "" "M" "" ""
  property 0 0 "Property" "p" "" ""
  event 0 0 "" "e" "" ""
type 0 0 "IThing" "" "N.IThing" "" "" ""
reference 1 base by-name "N.Base`1<System.Int32>" "N.Base`1" "" "N.Base`1"
reference 1 interface here by-name "N.IThing" "N.IThing" "A.dll" "N.IThing"
reference 1 interface by-name "System.IDisposable" "System.IDisposable" "" "System.IDisposable"
detail 0 8 "c2988b8c"
detail 0 7 "mscorlib, Version=4.0.0.0"
detail 1 10 "N.IThing"
detail 1 10 "System.IDisposable"
)");
  CHECK(outcome.summary.types == 2);
  CHECK(outcome.summary.members == 5);
}

TEST_CASE("Ordinals count types and members in discovery order") {
  const auto outcome = read_text(
      R"({"Modules":[{"Types":[{"Fields":[{},{}],"Events":[{}]},{"BaseType":"B","Methods":[{}]},
      {"BaseType":"C"}]},{"Types":[{"BaseType":"D"}]}]})");
  CHECK(outcome.facts.find("reference 5 base by-name \"B\"") != std::string::npos);
  CHECK(outcome.facts.find("reference 7 base by-name \"C\"") != std::string::npos);
  CHECK(outcome.facts.find("reference 1 base by-name \"D\"") != std::string::npos);
}

TEST_CASE("The last of repeated keys counts, and a top-level Modules over Project") {
  const struct {
    const char* json;
    const char* first_line;  // of the facts; "" = none
    int restarts;
  } rows[] = {
      {R"({"Modules":[{"Name":"a"}],"Modules":[{"Name":"b"}]})", "module \"b\" \"\" \"\"", 1},
      {R"({"Modules":[{"Name":"a"}],"Modules":[]})", "", 1},
      {R"({"Modules":[],"Modules":[{"Name":"b"}]})", "module \"b\" \"\" \"\"", 0},
      {R"({"Project":{"Modules":[{"Name":"a"}]},"Modules":[{"Name":"b"}]})",
       "module \"b\" \"\" \"\"", 1},
      {R"({"Modules":[{"Name":"b"}],"Project":{"Modules":[{"Name":"a"}]}})",
       "module \"b\" \"\" \"\"", 0},
      {R"({"Project":{"Modules":[{"Name":"a"}]},"Project":{"Modules":[{"Name":"b"}]}})",
       "module \"b\" \"\" \"\"", 1},
      {R"({"Project":{"Modules":[{"Name":"a"}],"Modules":[{"Name":"b"}]}})",
       "module \"b\" \"\" \"\"", 1},
      {R"({"Project":{"Modules":7},"Modules":[{"Name":"b"}]})", "module \"b\" \"\" \"\"", 0},
      {R"({"Modules":[{"Name":"a","Name":null}]})", "module \"\" \"\" \"\"", 0},
  };
  for (const auto& row : rows) {
    INFO(row.json);
    const auto outcome = read_text(row.json);
    CHECK(outcome.error.empty());
    CHECK(outcome.facts.substr(0, outcome.facts.find('\n')) == row.first_line);
    CHECK(outcome.restarts == row.restarts);
    CHECK(outcome.summary.modules == (row.first_line[0] == '\0' ? 0 : 1));
  }
  CHECK(
      read_text(R"({"Project":{"Modules":[]},"Project":{}})").error ==
      "invalid: x.json: byte 0: not a project export: no Modules array, neither at the top nor in "
      "Project");
}

TEST_CASE("Without a way to start over, a second Modules is refused") {
  const auto source = memory_bytes(R"({"Modules":[{}],"Modules":[]})", "x.json");
  CHECK_THROWS_WITH(
      read_export(*source, {}, [](Fact&&) {}),
      "x.json: byte 26: Modules: a second Modules array; the first has already been read");
}

TEST_CASE("Paths are mapped, and come from the first field that is not empty") {
  const auto outcome = read_text(
      R"({"Modules":[{"AssemblyPath":"","FileName":"/mnt/c/G/A.dll","Types":[
      {"SourceFilePath":"/mnt/c/src/T.cs"},{"SourceFilePath":"/mnt/cd/T.cs"}]}]})",
      {{"/mnt/c", "C:\\"}});
  CHECK(outcome.facts.find(R"("C:\\G\\A.dll")") != std::string::npos);
  CHECK(outcome.facts.find(R"("C:\\src\\T.cs")") != std::string::npos);
  CHECK(outcome.facts.find(R"("/mnt/cd/T.cs")") != std::string::npos);
}

TEST_CASE("More wrong fields than are remembered still name the first") {
  std::string json = R"({"Modules":[)";
  for (int i = 0; i < 100; ++i) json += "null,";
  const auto outcome = read_text(json + "null]}");
  CHECK(outcome.error == "invalid: x.json: byte 12: Modules[0]: expected an object, found null");
}

TEST_CASE("A message stays one line, whatever a key holds") {
  const auto outcome = read_text("{\"Modules\":[{\"a\\nb" + std::string(200, 'x') + "\":nan}]}");
  CHECK(outcome.error == "invalid: x.json: byte 220: Modules[0].a?b" + std::string(77, 'x') +
                             ": expected a JSON value");
}

TEST_CASE("However the bytes arrive, the facts and the errors are the same") {
  std::vector<fs::path> files = files_of(kExports / "bad");
  for (const auto& file : files_of(kExports)) files.push_back(file);
  std::mt19937 random(5015);
  for (const auto& file : files) {
    if (file.filename().string().starts_with("gzip_") || fs::file_size(file) == 0) continue;
    INFO(file.filename().string());
    const std::string json = json_of(file);
    Chunks whole(json, [] { return SIZE_MAX; });
    const Outcome expected = read_all(whole);
    const bool large = json.size() > 100'000;
    const size_t limits[] = {1, 2, 7, 16, 17, 61, 4096, 300'000};
    for (const size_t limit : limits) {
      if (large && limit < 61 && json.size() > 1'000'000) continue;
      Chunks pieces(json, [&] { return 1 + random() % limit; });
      const Outcome outcome = read_all(pieces);
      CHECK(outcome.error == expected.error);
      CHECK((outcome.facts == expected.facts));
      CHECK(counted(outcome.summary) == counted(expected.summary));
    }
  }
}

TEST_CASE("Cut anywhere, an export is refused") {
  const std::string json = contents(kExports / "versions.v1.project.json");
  const size_t end = json.find_last_of('}');
  for (size_t size = 0; size <= end; ++size) {
    Chunks pieces(std::string_view(json).substr(0, size), [] { return 256; });
    const Outcome outcome = read_all(pieces);
    if (!outcome.error.starts_with("invalid: chunks.json: byte ")) FAIL("accepted at " << size);
  }
}

TEST_CASE("An export with one byte changed is read or refused, and most are refused") {
  const std::string json = contents(kExports / "versions.v2.project.json");
  std::mt19937 random(7);
  size_t refused = 0;
  for (size_t at = 0; at < json.size(); ++at) {
    std::string broken = json;
    broken[at] = static_cast<char>(random());
    refused += read_text(broken).error.empty() ? 0 : 1;
  }
  CHECK(refused > json.size() / 10);
}

TEST_CASE("A string longer than the window is read whole") {
  const std::string name(3'000'000, 'n');
  const auto outcome = read_text("{\"Modules\":[{\"Name\":\"" + name + "\"}]}");
  CHECK(outcome.error.empty());
  CHECK((outcome.facts == "module \"" + name + "\" \"\" \"\"\n"));
}

TEST_CASE("Progress grows to the size of the input") {
  const std::string json = contents(kExports / "unity.project.json");
  const auto source = memory_bytes(json, "x.json");
  std::vector<uint64_t> seen;
  ExportOptions options;
  options.progress = [&](uint64_t bytes) { seen.push_back(bytes); };
  const auto summary = read_export(*source, options, [](Fact&&) {});
  REQUIRE(!seen.empty());
  CHECK(std::is_sorted(seen.begin(), seen.end()));
  CHECK(seen.back() == json.size());
  CHECK(summary.bytes == json.size());
}

TEST_CASE("The Unity fixture is the scenario of the seeds") {
  const std::string json = contents(kExports / "unity.project.json");
  const auto outcome = read_text(json);
  CHECK(counted(outcome.summary) == "3 modules, 184 types, 1434 members, 181 references");
  for (
      const char* line :
      {R"("Assembly-CSharp.dll" "Assembly-CSharp, Version=0.0.0.0, Culture=neutral, )"
       R"(PublicKeyToken=null" "C:\\Games\\MyUnityGame\\Game_Data\\Managed\\Assembly-CSharp.dll")",
       R"("Game.PlayerStats" "UnityEngine.MonoBehaviour" "" "C:\\Decompiled\\Game\\PlayerStats.cs")",
       R"("_health" "Game.PlayerStats._health")",
       R"("_attackPower" "Game.PlayerStats._attackPower")",
       R"("ApplyDamage" "Game.PlayerStats.ApplyDamage")",
       R"("ApplyBuff" "Game.PlayerStats.ApplyBuff")"}) {
    INFO(line);
    CHECK(outcome.facts.find(line) != std::string::npos);
  }
}
