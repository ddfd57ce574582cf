#include <algorithm>
#include <catch2/catch.hpp>

#include "assembly_fixture.h"
#include "engine/canonical.h"
#include "tests/tools/assembly_rows.h"
#include "tests/unit/golden.h"

using namespace dossier;

namespace {

const Module& shapes() {
  static const Read read = read_bytes(bytes_of(assembly_fixture("Shapes.dll")));
  REQUIRE(read.modules.size() == 1);
  return read.modules[0];
}

const Member& member(const Module& module, std::string_view full_name) {
  for (const Type& type : module.types) {
    for (const Member& found : type.members) {
      if (found.full_name == full_name) return found;
    }
  }
  FAIL("no member " << full_name);
  std::abort();
}

}  // namespace

// The golden rows were compared with Mono.Cecil's by tests/truth when they were written.
TEST_CASE("assembly: every fact of the fixture is as it was", "[golden]") {
  const std::string rows = rows::of(shapes());
  CHECK(rows == test::golden(assembly_fixture("Shapes.rows.tsv"), rows));
}

TEST_CASE("assembly: flags") {
  const struct {
    std::string_view full_name;
    uint32_t flags;
  } rows[] = {
      {"Shapes.Point.X", kPublic | kReadOnly},
      {"Shapes.Point.Unit", kPublic | kStatic | kConstant},
      {"Shapes.Shape.points", kProtected | kInternal},
      {"Shapes.Shape.get_Item", kPublic | kVirtual},
      {"Shapes.Shape.Shapes.IShape.Scale", kPrivate | kVirtual | kSealed},
      {"Shapes.Circle`1.get_Area", kPublic | kVirtual | kOverride},
      {"Shapes.Circle`1.Area", kPublic | kVirtual | kOverride},
      {"Shapes.Point..ctor", kPublic | kConstructor},
      {"Shapes.Shape.Draw", kInternal | kStatic},
  };
  for (const auto& row : rows) {
    INFO(row.full_name);
    CHECK(member(shapes(), row.full_name).flags == row.flags);
  }
}

TEST_CASE("assembly: a method's key is the same in its definition and its references") {
  std::vector<std::string> keys;
  for (const Type& type : shapes().types) {
    for (const Member& found : type.members) keys.push_back(member_key(type, found, {}));
    keys.emplace_back(type.full_name);
  }
  size_t checked = 0;
  for (const Reference& reference : shapes().references) {
    if (!reference.in_module || reference.target_key.empty()) continue;
    INFO(reference.target_key);
    CHECK(std::find(keys.begin(), keys.end(), reference.target_key) != keys.end());
    ++checked;
  }
  CHECK(checked > 80);
}

TEST_CASE("assembly: without references, names and signatures only") {
  const std::string bytes = bytes_of(assembly_fixture("Shapes.dll"));
  assembly::Options options;
  options.references = false;
  size_t modules = 0;
  assembly::read_assembly(as_bytes(bytes), options, [&](Fact&& fact) {
    const Module& module = std::get<Module>(fact);
    CHECK(module.types.size() == shapes().types.size());
    CHECK(module.references.empty());
    CHECK(module.literals.empty());
    ++modules;
  });
  CHECK(modules == 1);
}
