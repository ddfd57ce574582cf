#include "engine/canonical.h"

#include <catch2/catch.hpp>
#include <ctime>
#include <filesystem>
#include <set>
#include <unordered_map>

#include "tests/unit/engine/export_dump.h"

using namespace dossier;
using namespace dossier::test;

namespace {

std::string hex(const ContentHash& hash) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const uint8_t byte : hash) out += {kDigits[byte >> 4], kDigits[byte & 15]};
  return out;
}

Module sample() {
  Module module;
  module.name = "A.dll";
  module.full_name = "A";
  module.path = "/a";
  Type type;
  type.name = "T";
  type.source_path = "T.cs";
  type.members.emplace_back().name = "m";
  module.types.push_back(type);
  module.references.emplace_back().target = "X";
  module.literals.emplace_back().value = "v";
  module.details.emplace_back().text = "d";
  return module;
}

}  // namespace

// The digest was computed from the format's description alone, with another SHA-256.
TEST_CASE("The content hash is that of the documented bytes") {
  CHECK(hex(content_hash(sample())) ==
        "70500c6ab920aa4432b875dfe0d366716f8b8c2177409dfc2462f185a817c9e9");
  CHECK(hex(content_hash(Module{})) ==
        "bf9a886a9a312d307d612727acb488112f5ad384c75620046afacf5d16087684");
}

TEST_CASE("The content hash covers everything except paths") {
  const auto original = content_hash(sample());
  const std::vector<void (*)(Module&)> kept = {
      [](Module& m) { m.path = "/b"; },
      [](Module& m) { m.types[0].source_path = "elsewhere"; },
  };
  for (const auto change : kept) {
    Module module = sample();
    change(module);
    CHECK((content_hash(module) == original));
  }
  const std::vector<void (*)(Module&)> changes = {
      [](Module& m) { m.kind = ModuleKind::assembly; },
      [](Module& m) { m.name = "B"; },
      [](Module& m) { m.full_name = "B"; },
      [](Module& m) { m.language = "go"; },
      [](Module& m) { m.types.emplace_back(); },
      [](Module& m) { m.types[0].name = "B"; },
      [](Module& m) { m.types[0].name_space = "B"; },
      [](Module& m) { m.types[0].full_name = "B"; },
      [](Module& m) { m.types[0].base_type = "B"; },
      [](Module& m) { m.types[0].kind = "B"; },
      [](Module& m) { m.types[0].flags = 9; },
      [](Module& m) { m.types[0].token = 9; },
      [](Module& m) { m.types[0].line = 9; },
      [](Module& m) { m.types[0].end_line = 9; },
      [](Module& m) { m.types[0].members.emplace_back(); },
      [](Module& m) { m.types[0].members[0].kind = MemberKind::event; },
      [](Module& m) { m.types[0].members[0].member_type = "B"; },
      [](Module& m) { m.types[0].members[0].name = "B"; },
      [](Module& m) { m.types[0].members[0].full_name = "B"; },
      [](Module& m) { m.types[0].members[0].signature = "B"; },
      [](Module& m) { m.types[0].members[0].flags = 9; },
      [](Module& m) { m.types[0].members[0].token = 9; },
      [](Module& m) { m.types[0].members[0].line = 9; },
      [](Module& m) { m.types[0].members[0].end_line = 9; },
      [](Module& m) { m.references.emplace_back(); },
      [](Module& m) { m.references[0].source = 9; },
      [](Module& m) { m.references[0].kind = ReferenceKind::rpc; },
      [](Module& m) { m.references[0].target = "B"; },
      [](Module& m) { m.references[0].target_type = "B"; },
      [](Module& m) { m.references[0].target_scope = "B"; },
      [](Module& m) { m.references[0].target_key = "B"; },
      [](Module& m) { m.references[0].in_module = true; },
      [](Module& m) { m.references[0].by_name = true; },
      [](Module& m) { m.references[0].il_offset = 9; },
      [](Module& m) { m.references[0].line = 9; },
      [](Module& m) { m.references[0].column = 9; },
      [](Module& m) { m.literals.emplace_back(); },
      [](Module& m) { m.literals[0].source = 9; },
      [](Module& m) { m.literals[0].is_string = true; },
      [](Module& m) { m.literals[0].value = "B"; },
      [](Module& m) { m.literals[0].il_offset = 9; },
      [](Module& m) { m.literals[0].line = 9; },
      [](Module& m) { m.details.emplace_back(); },
      [](Module& m) { m.details[0].source = 9; },
      [](Module& m) { m.details[0].kind = DetailKind::doc; },
      [](Module& m) { m.details[0].text = "B"; },
  };
  std::set<ContentHash> seen = {original};
  for (const auto change : changes) {
    Module module = sample();
    change(module);
    seen.insert(content_hash(module));
  }
  CHECK(seen.size() == changes.size() + 1);
}

TEST_CASE("Text larger than the hasher's buffer is hashed whole") {
  Module module = sample();
  std::string big(200'000, 'x');
  module.types[0].members[0].signature = big;
  const auto one = content_hash(module);
  big[199'999] = 'y';
  CHECK((content_hash(module) != one));
}

TEST_CASE("Member keys carry parameter types and no names") {
  const auto method = MemberKind::method, property = MemberKind::property;
  const struct {
    MemberKind kind;
    std::string_view name, full_name, signature, key;
  } rows[] = {
      {method, "Run", "", "System.Void Run()", "N.T.Run()"},
      {method, "Run", "", "System.Void Run(System.Int32 amount)", "N.T.Run(System.Int32)"},
      {method, ".ctor", "", "System.Void .ctor(System.String,System.Int32&)",
       "N.T..ctor(System.String,System.Int32&)"},
      {method, "Add", "",
       "System.Void Add(System.Collections.Generic.List`1<A.B, C> list, T[,] grid)",
       "N.T.Add(System.Collections.Generic.List`1<A.B,C>,T[,])"},
      {method, "Map", "", "T Map<T,U>(System.Func`2<T,U> f, T[0...,0...] grid)",
       "N.T.Map(System.Func`2<T,U>,T[0...,0...])"},
      {method, "Call", "",
       "System.Void Call(method System.Void *(System.Int32,System.String) f, X y)",
       "N.T.Call(method System.Void *(System.Int32,System.String),X)"},
      {method, "Call", "", "System.Void Call(method System.Void *(System.Int32))",
       "N.T.Call(method System.Void *(System.Int32))"},
      {method, "Mod", "", "System.Int32 Mod(System.Int32 modopt(A.IsLong) x)",
       "N.T.Mod(System.Int32 modopt(A.IsLong))"},
      {method, "Mod", "", "System.Int32 modreq(A.In)& Mod(System.Int32 modopt(A.IsLong))",
       "N.T.Mod(System.Int32 modopt(A.IsLong))"},
      {method, "Args", "", "System.Void Args(System.String format, ...)",
       "N.T.Args(System.String,...)"},
      {method, "Opt", "", "void Opt(int count = 5, string text = \"a b\")", "N.T.Opt(int,string)"},
      {method, "round", "", "round(to: number, cb?: (x: T) => void, n: u8 = 3): Money",
       "N.T.round(number,(x: T) => void,u8)"},
      {method, "Ref", "", "void Ref(ref int, out string s)", "N.T.Ref(ref int,out string)"},
      {method, "<Set>m__0", "", "System.Void <Set>m__0(System.Object x)",
       "N.T.<Set>m__0(System.Object)"},
      {method, "Foo", "", "Foo Foo(Foo Foo)", "N.T.Foo(Foo)"},
      {method, "A.I.Run", "", "System.Void A.I.Run(X x)", "N.T.A.I.Run(X)"},
      {method, "Run", "N.T.Run(System.Byte)", "System.Void Run(System.Int32)",
       "N.T.Run(System.Byte)"},
      {method, "Run", "System.Void N.T::Run(System.Byte)", "", "N.T.Run(System.Byte)"},
      {method, "Renamed", "", "System.Void Other(X y)", "N.T.Renamed(X)"},
      {method, "Run", "N.T.Run", "", "N.T.Run"},
      {method, "Run", "", "System.Void Run(System.Int32", "N.T.Run"},
      {method, "", "", "System.Void (X y)", "N.T.(X)"},
      {method, "a\nb", "", "System.Void a\nb(X y)", "N.T.a\nb(X)"},
      {property, "Item", "", "T Item[System.Int64, System.String]",
       "N.T.Item(System.Int64,System.String)"},
      {property, "Item", "", "T Item(System.Int64 index)", "N.T.Item(System.Int64)"},
      {property, "Size", "N.T.Size", "System.Int32[] Size", "N.T.Size"},
      {MemberKind::field, "f", "", "method System.Void *(System.Int32) f", "N.T.f"},
      {MemberKind::event, "e", "", "System.Action`1<T> e", "N.T.e"},
  };
  Type type;
  type.name = "T";
  type.full_name = "N.T";
  for (const auto& row : rows) {
    INFO(row.signature);
    Member member;
    member.kind = row.kind;
    member.name = row.name;
    member.full_name = row.full_name;
    member.signature = row.signature;
    CHECK(member_key(type, member, {}) == row.key);
  }
  type.full_name = {};
  CHECK(member_key(type, Member{}, {}) == "T.");
}

// Each refs.tsv names its callers by token and key, as Mono.Cecil reads them from the assembly.
TEST_CASE("Keys of real programs equal those their assemblies give") {
  size_t programs = 0;
  for (const char* name :
       {"bless", "de4dot", "gbrainy", "graphmonkey", "keepass2", "yahtzeesharp"}) {
    const std::string base = shared_path() + "/data/dotnet/" + name;
    if (!std::filesystem::exists(base + ".refs.tsv.gz")) continue;
    ++programs;
    std::unordered_map<std::string, std::string> keys;  // "module token" → key
    const auto exported = open_bytes(base + ".project.json.gz");
    read_export(*exported, {}, [&](Fact&& fact) {
      const Module module = std::get<Module>(std::move(fact));
      for (const auto& type : module.types) {
        for (const auto& member : type.members) {
          keys[std::string(module.name) + ' ' + std::to_string(member.token)] =
              member_key(type, member, {});
        }
      }
    });
    std::string text;
    const auto references = open_bytes(base + ".refs.tsv.gz");
    char buffer[65536];
    while (const size_t got = references->read(buffer, sizeof buffer)) text.append(buffer, got);
    size_t rows = 0, wrong = 0;
    for (size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1) {
      const size_t token = text.find('\t', at) + 1, caller = text.find('\t', token) + 1;
      const std::string module = text.substr(at, token - 1 - at);
      const auto number = std::stoul(text.substr(token, caller - 1 - token), nullptr, 16);
      const std::string expected = text.substr(caller, text.find('\t', caller) - caller);
      ++rows;
      wrong += keys[module + ' ' + std::to_string(number)] == expected ? 0 : 1;
    }
    INFO(name << ": " << rows << " rows");
    CHECK(rows > 100);
    CHECK(wrong == 0);
  }
  if (programs == 0) WARN("skipped: needs shared");
}

// Each took time that grew with the square of the name: half a minute for the first.
TEST_CASE("The key of a member with a name of megabytes takes no time") {
  const std::string name(1'600'000, 'a');
  std::string unclosed;
  while (unclosed.size() < 1'600'000) unclosed += ".a<";
  const struct {
    std::string name, full_name, signature;
  } rows[] = {
      {name, "T." + name, "System.Int32 " + name + name},
      {name.substr(1), "T." + name, name + "(" + name},
      {"a", "T" + unclosed, unclosed},
  };
  for (const auto& row : rows) {
    Type type;
    type.name = type.full_name = "T";
    Member member;
    member.kind = MemberKind::method;
    member.name = row.name;
    member.full_name = row.full_name;
    member.signature = row.signature;
    const std::clock_t began = std::clock();
    const std::string key = member_key(type, member, "");
    CHECK(std::clock() - began < 10 * CLOCKS_PER_SEC);
    CHECK(key.substr(0, 3) == "T.a");
  }
}
