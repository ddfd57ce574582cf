// Names of megabytes, as a hostile export has them, are written in time that grows with them.
#include <catch2/catch.hpp>
#include <ctime>

#include "queries/open.h"
#include "store/import/load.h"

using namespace dossier;

TEST_CASE("a name of megabytes within its signature takes no time") {
  Store store = open_in_memory();
  LoadOptions options;
  options.project = "P";
  Load load(store, options);
  Module module;
  module.name = module.full_name = module.path = "A.dll";
  Type& type = module.types.emplace_back();
  type.name = type.full_name = "T";
  const std::string name(1'600'000, 'a');
  Member& member = type.members.emplace_back();
  member.kind = MemberKind::field;
  member.name = module.text.keep(name);
  member.full_name = module.text.join({"T.", name});
  member.signature = module.text.join({"System.Int32 b", name, name});
  const std::clock_t began = std::clock();
  load.add(std::move(module));
  load.finish();
  CHECK(std::clock() - began < 20 * CLOCKS_PER_SEC);
}
