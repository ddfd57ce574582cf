// Which symbols offline answers look at: by rarity, and no more than they may.
#include <catch2/catch.hpp>
#include <string>

#include "agent/offline/gather.h"
#include "queries/open.h"
#include "store/import/load.h"

using namespace dossier;

namespace {

// `count` methods Item_0, Item_1, … and behind them DrainItem.
Store store_of_items(int count) {
  Store store = open_in_memory();
  Module module;
  module.name = module.path = module.full_name = "G.dll";
  Type& type = module.types.emplace_back();
  type.name = "Box";
  type.name_space = "G";
  type.full_name = "G.Box";
  const auto add = [&](std::string_view name) {
    Member& member = type.members.emplace_back();
    member.kind = MemberKind::method;
    member.name = module.text.keep(std::string(name));
    member.full_name = module.text.join({"G.Box.", member.name});
    member.signature = module.text.join({"void ", member.name, "()"});
  };
  for (int i = 0; i < count; ++i) add("Item_" + std::to_string(i));
  add("DrainItem");
  LoadOptions options;
  options.project = "G";
  options.project_given = true;
  options.kind = "export";
  Load load(store, options);
  load.add(std::move(module));
  load.finish();
  return store;
}

}  // namespace

TEST_CASE("a rare word of a question is found behind thousands of frequent ones") {
  Store store = store_of_items(20'000);
  const auto question = offline::question_of("how is an item drained?");
  const auto found = offline::gather(store, store.scope("", ""), question, {}, 10);
  REQUIRE(found.candidates.size() == 10);
  CHECK(found.candidates[0].full_name == "G.Box.DrainItem");
  CHECK(found.looked_at > 1000);
  CHECK(found.looked_at < 10'000);
  CHECK(found.rarity.at(1) > found.rarity.at(0));
  // The same answer every time.
  const auto again = offline::gather(store, store.scope("", ""), question, {}, 10);
  for (size_t i = 0; i < 10; ++i)
    CHECK(again.candidates[i].full_name == found.candidates[i].full_name);
}

TEST_CASE("what stands near what is selected comes first") {
  Store store = store_of_items(3);
  const auto question = offline::question_of("which item?");
  const auto plain = offline::gather(store, store.scope("", ""), question, {}, 10);
  REQUIRE(plain.candidates.size() == 4);
  CHECK(plain.candidates[0].full_name != "G.Box.Item_1");
  const auto found =
      offline::gather(store, store.scope("", ""), question, {{"G.Box.Item_1", 4}}, 10);
  REQUIRE(found.candidates.size() == 4);
  CHECK(found.candidates[0].full_name == "G.Box.Item_1");
  CHECK(offline::gather(store, store.scope("", ""), offline::question_of("the"), {}, 10)
            .candidates.empty());
}
