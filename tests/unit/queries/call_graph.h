#pragma once
// A graph of calls made by hand, and the names that a query finds in it.
#include <catch2/catch.hpp>
#include <string>

#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/loaded.h"

namespace dossier {

// A call graph: Run → Heal → Die → Run (a cycle), Heal reads _hp, Die writes it; Boss derives Enemy
// derives Unit.
inline void add_graph(Store& store) {
  Module module;
  module.kind = ModuleKind::assembly;
  module.name = module.full_name = module.path = "Graph.dll";
  const auto type = [](const char* name, const char* full, const char* base) {
    Type made;
    made.name = name;
    made.name_space = "G";
    made.full_name = full;
    made.base_type = base;
    made.kind = "class";
    return made;
  };
  const auto member = [](MemberKind kind, const char* name, const char* full,
                         const char* signature) {
    Member made;
    made.kind = kind;
    made.name = name;
    made.full_name = full;
    made.signature = signature;
    return made;
  };
  Type unit = type("Unit", "G.Unit", "System.Object");
  unit.members = {
      member(MemberKind::field, "_hp", "G.Unit._hp", "System.Int32 _hp"),
      member(MemberKind::method, "Run", "G.Unit.Run", "System.Void Run()"),
      member(MemberKind::method, "Heal", "G.Unit.Heal", "System.Void Heal(System.Int32 by)"),
      member(MemberKind::method, "Die", "G.Unit.Die", "System.Void Die()")};
  module.types = {unit, type("Enemy", "G.Enemy", "G.Unit"), type("Boss", "G.Boss", "G.Enemy")};
  const auto refer = [&](uint32_t source, ReferenceKind kind, const char* target_type,
                         const char* key) {
    Reference made;
    made.source = source;
    made.kind = kind;
    made.target = key;
    made.target_type = target_type;
    made.target_key = key;
    made.in_module = true;
    module.references.push_back(made);
  };
  // 0 module, 1 Unit, 2 _hp, 3 Run, 4 Heal, 5 Die, 6 Enemy, 7 Boss
  refer(3, ReferenceKind::call, "G.Unit", "G.Unit.Heal(System.Int32)");
  refer(4, ReferenceKind::call, "G.Unit", "G.Unit.Die()");
  refer(4, ReferenceKind::read, "G.Unit", "G.Unit._hp");
  refer(5, ReferenceKind::call, "G.Unit", "G.Unit.Run()");
  refer(5, ReferenceKind::write, "G.Unit", "G.Unit._hp");
  refer(5, ReferenceKind::call, "Log", "Log.Write(System.String)");
  refer(6, ReferenceKind::base, "G.Unit", "G.Unit");
  refer(7, ReferenceKind::base, "G.Enemy", "G.Enemy");
  test::load_facts(store, test::project_of("graph", "assemblies"), std::move(module));
}

inline std::string names(Store& store, const std::string& query) {
  Arguments arguments;
  arguments.set("q", query + " select:name sort:name limit:500");
  const JsonAnswer answer = run_to_json(store, kFind, arguments);
  REQUIRE(answer.status() == 200);
  std::string out;
  for (size_t at = answer.body.find("\"rows\"");
       (at = answer.body.find("\"name\":\"", at)) != std::string::npos;) {
    at += 8;
    out += (out.empty() ? "" : " ") + answer.body.substr(at, answer.body.find('"', at) - at);
  }
  return out;
}

}  // namespace dossier
