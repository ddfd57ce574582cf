// Which symbols offline answers look at: by rarity, and no more than they may.
#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "agent/offline/gather.h"
#include "queries/open.h"
#include "tests/unit/loaded.h"

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
  test::load_facts(store, test::project_of("G"), std::move(module));
  return store;
}

// Two methods of an assembly, ReadPacket and SendPacket; `code` says what SendPacket holds.
std::string first_that_encrypts(const std::function<void(Module&, uint32_t)>& code) {
  Store store = open_in_memory();
  Module module;
  module.name = module.path = module.full_name = "G.dll";
  Type& type = module.types.emplace_back();
  type.name = "Port";
  type.name_space = "G";
  type.full_name = "G.Port";
  for (const char* name : {"ReadPacket", "SendPacket"}) {
    Member& member = type.members.emplace_back();
    member.kind = MemberKind::method;
    member.name = name;
    member.full_name = module.text.join({"G.Port.", member.name});
    member.signature = module.text.join({"void ", member.name, "()"});
  }
  code(module, 3);  // the module, the type, ReadPacket
  test::load_facts(store, test::project_of("G"), std::move(module));
  const auto question = offline::question_of("where is a packet encrypted?");
  return offline::gather(store, store.scope("", ""), question, {}, 10).candidates.at(0).name;
}

Reference call_of(uint32_t source, std::string_view target) {
  Reference out;
  out.source = source;
  out.target = out.target_key = target;
  out.target_type = "L.Cipher";
  out.target_scope = "L.dll";
  return out;
}

}  // namespace

TEST_CASE("what members of assemblies call and hold are the words of their code") {
  CHECK(first_that_encrypts([](Module&, uint32_t) {}) == "ReadPacket");
  CHECK(first_that_encrypts([](Module& module, uint32_t symbol) {
          module.references.push_back(call_of(symbol, "L.Cipher.Encrypt(System.Byte[])"));
        }) == "SendPacket");
  CHECK(first_that_encrypts([](Module& module, uint32_t symbol) {
          module.literals.push_back({symbol, true, "cannot encrypt", -1, 0});
        }) == "SendPacket");
}

TEST_CASE("of a member's code only so much is looked at") {
  const auto with = [](int literals) {
    return first_that_encrypts([&](Module& module, uint32_t symbol) {
      for (int i = 0; i < literals; ++i) module.literals.push_back({symbol, true, "a", -1, 0});
      module.references.push_back(call_of(symbol, "L.Cipher.Encrypt()"));
    });
  };
  CHECK(with(299) == "SendPacket");
  CHECK(with(300) == "ReadPacket");
  const auto behind = [](size_t bytes) {
    return first_that_encrypts([&](Module& module, uint32_t symbol) {
      module.literals.push_back(
          {symbol, true, module.text.keep(std::string(bytes, ' ') + "encrypt"), -1, 0});
    });
  };
  CHECK(behind(190) == "SendPacket");
  CHECK(behind(200) == "ReadPacket");
}

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

TEST_CASE("what is called after tests comes behind the same thing in the program") {
  Store store = open_in_memory();
  Load load(store, test::project_of("G"));
  for (const char* path : {"a/smoke/Port.cs", "b/main/Port.cs"}) {
    Module module;
    module.name = module.path = module.full_name = path;
    Type& type = module.types.emplace_back();
    type.name = "Port";
    type.name_space = module.text.keep(std::string(1, path[0]));
    type.full_name = module.text.join({type.name_space, ".Port"});
    load.add(std::move(module));
  }
  load.finish();
  const auto found =
      offline::gather(store, store.scope("", ""), offline::question_of("port"), {}, 10);
  REQUIRE(found.candidates.size() == 2);
  CHECK(found.candidates[0].full_name == "b.Port");
  CHECK(found.candidates[1].is_aside);
}
