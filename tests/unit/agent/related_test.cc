// Which candidates of an offline answer have to do with one another, and what that puts first.
#include <catch2/catch.hpp>
#include <string>

#include "agent/offline/gather.h"
#include "agent/offline/related.h"
#include "queries/graph/definitions.h"
#include "queries/open.h"
#include "tests/unit/loaded.h"

using namespace dossier;
using Pairs = std::vector<std::pair<size_t, size_t>>;

namespace {

// Methods of G.Port and of G.Pipe, and who refers to what.
class Ports {
 public:
  explicit Ports(std::vector<std::string> names) : names_(std::move(names)) {
    module_.name = module_.path = module_.full_name = "G.dll";
    for (const char* name : {"Port", "Pipe"}) {
      Type& type = module_.types.emplace_back();
      type.name = name;
      type.name_space = "G";
      type.full_name = module_.text.join({"G.", type.name});
      for (const auto& one : name == std::string_view("Port") ? names_ : pipes_) {
        Member& member = type.members.emplace_back();
        member.kind = MemberKind::method;
        member.name = module_.text.keep(std::string(one));
        member.full_name = module_.text.join({type.full_name, ".", member.name});
        member.signature = module_.text.join({"void ", member.name, "()"});
      }
    }
  }

  void refer(size_t source, std::string_view type, std::string_view key,
             ReferenceKind kind = ReferenceKind::call) {
    Reference one;
    one.source = static_cast<uint32_t>(source + 2);  // the module, the type
    one.kind = kind;
    one.target = one.target_key = module_.text.keep(std::string(key));
    one.target_type = module_.text.keep(std::string(type));
    one.target_scope = "G.dll";
    module_.references.push_back(one);
  }

  Store& import() {
    test::load_facts(store_, test::project_of("G"), std::move(module_));
    return store_;
  }

  // The pairs among these, best first.
  Pairs pairs(const std::vector<std::string>& best_first) {
    Store& store = import();
    std::vector<offline::Candidate> candidates;
    for (const auto& name : best_first) {
      auto& one = candidates.emplace_back();
      one.full_name = name;
      if (const auto known = definition_called(store, store.scope("", ""), name))
        one.symbol = known->symbol;
    }
    return offline::related_pairs(store, candidates);
  }

 private:
  Store store_ = open_in_memory();
  Module module_;
  std::vector<std::string> names_, pipes_{"Close"};
};

}  // namespace

TEST_CASE("candidates are related where the code of one refers to the other") {
  Ports ports({"Open", "Send", "Close"});
  ports.refer(0, "G.Port", "G.Port.Send(System.Int32)");
  ports.refer(1, "Port", "Open", ReferenceKind::read);                // once, whoever refers
  ports.refer(1, "Pipe", "Close");                                    // that of Pipe
  ports.refer(1, "", "Send");                                         // itself
  ports.refer(2, "G.Port", "G.Port.Open", ReferenceKind::attribute);  // no code
  CHECK(ports.pairs({"G.Port.Send", "G.Port.Close", "G.Port.Open", "G.Pipe.Close"}) ==
        Pairs{{0, 2}, {0, 3}});
}

TEST_CASE("a reference by a name alone relates where one candidate is called so") {
  Ports one({"Open", "Send", "Close"});
  one.refer(0, "", "Close");
  CHECK(one.pairs({"G.Port.Open", "G.Port.Close"}) == Pairs{{0, 1}});
  Ports two({"Open", "Send", "Close"});
  two.refer(0, "", "Close");
  CHECK(two.pairs({"G.Port.Open", "G.Port.Close", "G.Pipe.Close"}).empty());
}

TEST_CASE("of how candidates are related only so much is looked at") {
  const auto behind = [](int references) {
    Ports ports({"Open", "Send"});
    for (int i = 0; i < references; ++i) ports.refer(0, "L.Log", "L.Log.Write");
    ports.refer(0, "G.Port", "G.Port.Send");
    return ports.pairs({"G.Port.Open", "G.Port.Send"}).size();
  };
  CHECK(behind(offline::kMostReferences - 1) == 1);
  CHECK(behind(offline::kMostReferences) == 0);
  const auto after = [](size_t others) {
    Ports ports({"Open", "Send"});
    ports.refer(0, "G.Port", "G.Port.Send");
    std::vector<std::string> names{"G.Port.Open"};
    for (size_t i = 0; i < others; ++i) names.push_back("G.Other.Item" + std::to_string(i));
    names.emplace_back("G.Port.Send");
    return ports.pairs(names).size();
  };
  CHECK(after(offline::kMostRelated - 2) == 1);
  CHECK(after(offline::kMostRelated - 1) == 0);
}

TEST_CASE("what the best candidate calls comes before its equals") {
  const auto second = [](std::string_view called) {
    Ports ports({"FlushStaleSessions", "FlushAlpha", "FlushBeta", "FlushGamma"});
    if (!called.empty()) ports.refer(0, "G.Port", called);
    Store& store = ports.import();
    const auto found =
        offline::gather(store, store.scope("", ""),
                        offline::question_of("where are stale sessions flushed"), {}, 10);
    REQUIRE(found.candidates.size() >= 4);
    CHECK(found.candidates[0].name == "FlushStaleSessions");
    return found.candidates[1].name;
  };
  CHECK(second("") == "FlushAlpha");
  CHECK(second("G.Port.FlushGamma()") == "FlushGamma");
  CHECK(second("G.Port.FlushBeta()") == "FlushBeta");
}
