// refs, callers, derived, literals and show on modules made by hand: circles, depths, kinds,
// scopes, and two modules that define a type of one name.
#include <catch2/catch.hpp>

#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/explain.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "tests/unit/loaded.h"
#include "tests/unit/queries/call_graph.h"

using namespace dossier;

namespace {

/// A module in the making; symbols are numbered as they are added.
class Maker {
 public:
  explicit Maker(std::string_view name) {
    module_.kind = ModuleKind::assembly;
    module_.name = module_.path = module_.text.join({name, ".dll"});
    module_.full_name = module_.text.join({name, ", Version=1.0.0.0"});
  }
  uint32_t type(std::string_view full, uint32_t flags = 0) {
    Type made;
    made.flags = flags;
    made.full_name = full;
    made.name = full.substr(full.rfind('.') + 1);
    made.name_space = full.substr(0, full.rfind('.'));
    made.kind = "class";
    module_.types.push_back(made);
    return next_++;
  }
  uint32_t method(std::string_view name, uint32_t flags = 0) {
    return member(MemberKind::method, name, module_.text.join({"System.Void ", name, "()"}), flags);
  }
  uint32_t member(MemberKind kind, std::string_view name, std::string_view signature,
                  uint32_t flags = 0) {
    Type& type = module_.types.back();
    Member made;
    made.kind = kind;
    made.flags = flags;
    made.name = name;
    made.full_name = module_.text.join({type.full_name, ".", name});
    made.signature = module_.text.keep(signature);
    type.members.push_back(made);
    return next_++;
  }
  /// A reference by `source` to a member of a type of this module.
  void use(uint32_t source, ReferenceKind kind, std::string_view type, std::string_view member) {
    refer(source, kind, module_.text.join({type, ".", member}));
    module_.references.back().target_type = type;
  }
  /// A reference by `source` to a key; `assembly` empty = this module.
  void refer(uint32_t source, ReferenceKind kind, std::string_view key,
             std::string_view assembly = {}) {
    Reference made;
    made.source = source;
    made.kind = kind;
    made.target = made.target_key = key;
    const size_t open = key.find('(');
    made.target_type = open == key.npos ? key : key.substr(0, key.rfind('.', open));
    made.in_module = assembly.empty();
    made.target_scope = assembly.empty() ? module_.name : assembly;
    made.il_offset = 7;
    module_.references.push_back(made);
  }
  void literal(uint32_t source, std::string_view value, bool is_string) {
    module_.literals.push_back({source, is_string, value, 3, 0});
  }
  Module take() { return std::move(module_); }

 private:
  Module module_;
  uint32_t next_ = 1;
};

template <typename... Modules>
void add(Store& store, const char* project, Modules&&... modules) {
  test::load_facts(store, test::project_of(project, "assemblies"),
                   std::forward<Modules>(modules)...);
}

Module circles() {
  Maker made("Circles");
  const auto a = made.type("N.A"), run = made.method("Run");
  const auto b = made.type("N.B"), walk = made.method("Walk");
  const auto c = made.type("N.C"), stop = made.method("Stop");
  made.refer(a, ReferenceKind::base, "N.C");
  made.refer(b, ReferenceKind::base, "N.A");
  made.refer(c, ReferenceKind::base, "N.B");
  made.refer(c, ReferenceKind::interface, "N.A");
  made.refer(run, ReferenceKind::call, "N.B.Walk()");
  made.refer(walk, ReferenceKind::new_object, "N.C.Stop()");
  made.refer(walk, ReferenceKind::type, "N.C");
  made.refer(stop, ReferenceKind::function_pointer, "N.A.Run()");
  made.refer(stop, ReferenceKind::call, "Lib.Log.Write()", "Lib");
  made.literal(run, "https://example.org", true);
  made.literal(walk, "12345", false);
  made.literal(stop, "https://example.org", true);
  return made.take();
}

/// A library with a type SR of its own, and a method that calls it.
Module library(std::string_view name) {
  Maker made(name);
  made.type("SR");
  made.method("Get");
  made.type(name == "One" ? "Own.One" : "Own.Two");
  made.refer(made.method("Use"), ReferenceKind::call, "SR.Get()");
  return made.take();
}

std::string answer(Store& store, const char* command, Arguments arguments, const char* key) {
  const auto answer = run_to_json(store, *find_op(command), arguments);
  const auto body = read_json(answer.body);
  if (answer.status() != 200) return body.text("error");
  std::string text;
  for (const auto& row : (body.items() ? body : body["hits"]).each()) {
    if (!text.empty()) text += ' ';
    if (row.find("depth")) text += std::to_string(row.number("depth")) + ":";
    text += row.text(key);
  }
  return text;
}

}  // namespace

TEST_CASE("reference operations end in circles, and keep to depth and kind") {
  Store store = open_in_memory();
  add(store, "P", circles());
  const struct {
    const char* command;
    Arguments arguments;
    const char* key;
    const char* rows;
  } cases[] = {
      {"derived", {{"identifier", "N.A"}}, "fullName", "1:N.B 1:N.C"},
      {"derived", {{"identifier", "B"}}, "fullName", "1:N.C 2:N.A"},
      {"derived", {{"identifier", "N.Nothing"}}, "fullName", ""},
      {"callers", {{"identifier", "N.C.Stop"}}, "caller", "1:N.B.Walk()"},
      {"callers",
       {{"identifier", "N.C.Stop"}, {"depth", "2"}},
       "caller",
       "1:N.B.Walk() 2:N.A.Run()"},
      {"callers",
       {{"identifier", "N.C.Stop"}, {"depth", "0"}},
       "caller",
       "1:N.B.Walk() 2:N.A.Run() 3:N.C.Stop()"},
      {"callers",
       {{"identifier", "N.C.Stop"}, {"depth", "0"}, {"maxResults", "2"}},
       "caller",
       "1:N.B.Walk() 2:N.A.Run()"},
      {"callers",
       {{"identifier", "N.C.Stop"}, {"depth", "x"}},
       "caller",
       "depth must be an integer"},
      {"callers",
       {{"identifier", "Lib.Log.Write"}, {"depth", "2"}},
       "caller",
       "1:N.C.Stop() 2:N.B.Walk()"},
      {"refs", {{"identifier", "N.C"}}, "source", "N.A N.B.Walk() N.B.Walk()"},
      {"refs", {{"identifier", "N.C"}, {"kind", "base,type"}}, "source", "N.A N.B.Walk()"},
      {"refs", {{"identifier", "N.C"}, {"kind", "new"}}, "kind", "new"},
      {"refs",
       {{"identifier", "N.C"}, {"kind", "owns"}},
       "kind",
       "kind: no kind of reference is called 'owns'; kinds are call, new, ftn, read, write, addr, "
       "type, base, interface, signature, attribute, override, import, rpc"},
      {"refs",
       {{"identifier", "N.C"}, {"kind", "call,reed"}},
       "kind",
       "kind: no kind of reference is called 'reed' (did you mean 'read'?); kinds are call, new, "
       "ftn, read, write, addr, type, base, interface, signature, attribute, override, import, "
       "rpc"},
      {"refs", {{"identifier", "N.C.Stop()"}}, "kind", "new"},
      {"refs",
       {{"identifier", "N.C.Stop"}, {"from", "true"}},
       "target",
       "N.A.Run() Lib.Log.Write()"},
      {"refs", {{"identifier", "N.C"}, {"from", "true"}, {"kind", "interface"}}, "target", "N.A"},
      {"refs", {{"identifier", "Lib.Log"}}, "source", "N.C.Stop()"},
      {"refs", {{"identifier", "Lib.Log.Write()"}}, "source", "N.C.Stop()"},
      {"refs", {{"identifier", " "}}, "kind", "missing 'identifier' query parameter"},
      {"literals", {{"pattern", "^HTTPS"}}, "source", "N.A.Run() N.C.Stop()"},
      {"literals", {{"pattern", "^123"}}, "kind", "number"},
      {"literals", {{"pattern", "^HTTPS"}, {"maxResults", "1"}}, "source", "N.A.Run()"},
      {"literals", {{"pattern", "N.A"}}, "source", ""},
  };
  for (const auto& row : cases) {
    INFO(row.command << " " << row.arguments.text("identifier") << row.arguments.text("pattern"));
    CHECK(answer(store, row.command, row.arguments, row.key) == row.rows);
  }
  const auto cut =
      run_to_json(store, *find_op("refs"), {{"identifier", "N.C"}, {"maxResults", "1"}});
  CHECK(cut.complete.total == 3);
  CHECK(cut.complete.exact);
  CHECK(cut.complete.returned == 1);
  CHECK(cut.complete.truncated);
}

TEST_CASE("types of one name are distinguished by assembly") {
  Store store = open_in_memory();
  Maker app("App");
  app.type("App.Main");
  app.refer(app.method("First"), ReferenceKind::call, "SR.Get()", "One");
  app.refer(app.method("Forwarded"), ReferenceKind::call, "SR.Get()", "Facade");
  add(store, "P", library("One"), library("Two"), app.take());
  const auto ask = [&](const char* command, Arguments arguments, const char* key) {
    return answer(store, command, std::move(arguments), key);
  };
  CHECK(ask("refs", {{"identifier", "SR.Get"}}, "source") ==
        "Own.One.Use() Own.Two.Use() App.Main.First() App.Main.Forwarded()");
  CHECK(ask("refs", {{"identifier", "SR.Get"}, {"module", "one.dll"}}, "source") ==
        "Own.One.Use() App.Main.First() App.Main.Forwarded()");
  CHECK(ask("refs", {{"identifier", "SR"}, {"module", "Two.dll"}}, "source") ==
        "Own.Two.Use() App.Main.Forwarded()");
  CHECK(ask("callers", {{"identifier", "SR.Get"}, {"module", "Two.dll"}}, "caller") ==
        "1:Own.Two.Use() 1:App.Main.Forwarded()");
  const auto card = [&](const char* module) {
    return read_json(
        run_to_json(store, *find_op("show"), {{"identifier", "SR.Get"}, {"module", module}}).body);
  };
  CHECK(card("One.dll")["referencesIn"]["call"] == 3);
  CHECK(card("Two.dll")["referencesIn"]["call"] == 2);
  CHECK(card("None.dll")["status"] == "not_found");
  CHECK(card("")["status"] == "ambiguous");
}

TEST_CASE("references resolve across projects by key, and keep to the scope") {
  Store store = open_in_memory();
  add(store, "Lib", library("One"));
  for (const char* project : {"AppA", "AppB"}) {
    Maker app(project);
    app.type("App.Main");
    app.refer(app.method(project), ReferenceKind::call, "SR.Get()", "One");
    add(store, project, app.take());
  }
  CHECK(answer(store, "refs", {{"identifier", "SR.Get"}}, "source") ==
        "Own.One.Use() App.Main.AppA() App.Main.AppB()");
  CHECK(answer(store, "refs", {{"identifier", "SR.Get()"}, {"project", "AppB"}}, "source") ==
        "App.Main.AppB()");
  CHECK(answer(store, "callers", {{"identifier", "SR.Get()"}, {"project", "Lib"}}, "caller") ==
        "1:Own.One.Use()");
  CHECK(answer(store, "refs", {{"identifier", "SR.Get()"}, {"snapshot", "2"}}, "source") ==
        "App.Main.AppA()");
  const auto card =
      read_json(run_to_json(store, *find_op("show"), {{"identifier", "SR.Get"}}).body);
  CHECK(card["referencesIn"]["call"] == 3);
}

TEST_CASE("the card shows notes on a symbol, under its key or its name") {
  Store store = open_in_memory();
  add(store, "P", circles());
  store.database().execute(
      "INSERT INTO _note(\"key\", text, author, session, at) VALUES "
      "('N.C.Stop()', 'never returns', 'user', NULL, 1), ('N.C.Stop', 'see Run', 'user', NULL, 2), "
      "('N.B', 'another', 'user', NULL, 3)");
  const auto card =
      read_json(run_to_json(store, *find_op("show"), {{"identifier", "N.C.Stop"}}).body);
  CHECK(card["notes"] == Json::Array{"see Run (user)", "never returns (user)"});
}

TEST_CASE("callers of a property call its accessors, and those of a field use it") {
  Maker made("Uses");
  made.type("N.Own");
  made.member(MemberKind::field, "_health", "System.Int32 _health");
  const auto get = made.method("get_Health"), set = made.method("set_Health");
  made.member(MemberKind::property, "Health", "System.Int32 Health");
  made.member(MemberKind::event, "Died", "System.Action Died");
  made.method("add_Died");
  made.member(MemberKind::method, "get_Item", "System.Int32 get_Item(System.Int32 i)");
  made.member(MemberKind::method, "get_Item", "System.Int32 get_Item(System.String i)");
  made.member(MemberKind::property, "Item", "System.Int32 Item[System.Int32 i]");
  made.type("N.User");
  const auto show = made.method("Show"), hit = made.method("Hit"), go = made.method("Go");
  made.refer(get, ReferenceKind::read, "N.Own._health");
  made.refer(set, ReferenceKind::write, "N.Own._health");
  made.refer(set, ReferenceKind::read, "N.Own._health");
  made.refer(show, ReferenceKind::call, "N.Own.get_Health()");
  made.refer(hit, ReferenceKind::call, "N.Own.set_Health()");
  made.refer(hit, ReferenceKind::call, "N.Own.add_Died()");
  made.refer(show, ReferenceKind::call, "N.Own.get_Item(System.Int32)");
  made.refer(hit, ReferenceKind::call, "N.Own.get_Item(System.String)");
  made.refer(go, ReferenceKind::call, "N.User.Hit()");
  Store store = open_in_memory();
  add(store, "P", made.take());
  const auto callers = [&](const char* identifier, const char* depth, const char* key) {
    return answer(store, "callers", {{"identifier", identifier}, {"depth", depth}}, key);
  };
  CHECK(callers("N.Own.Health", "1", "caller") == "1:N.User.Show() 1:N.User.Hit()");
  CHECK(callers("N.Own.Health", "1", "callee") == "1:N.Own.get_Health() 1:N.Own.set_Health()");
  CHECK(callers("N.Own.Health", "2", "caller") == "1:N.User.Show() 1:N.User.Hit() 2:N.User.Go()");
  CHECK(callers("N.Own.Died", "1", "caller") == "1:N.User.Hit()");
  CHECK(callers("Item", "1", "caller") == "1:N.User.Show()");
  CHECK(callers("_health", "1", "caller") ==
        "1:N.Own.get_Health() 1:N.Own.set_Health() 1:N.Own.set_Health()");
  CHECK(callers("_health", "1", "kind") == "1:read 1:write 1:read");
  CHECK(callers("_health", "2", "caller").ends_with("2:N.User.Show() 2:N.User.Hit()"));
  const auto refs = [&](const char* identifier, const char* kind) {
    return answer(store, "refs", {{"identifier", identifier}, {"kind", kind}}, "source");
  };
  CHECK(refs("N.Own.Health", "") == "N.User.Show() N.User.Hit()");
  CHECK(refs("N.Own.Health", "call") == "N.User.Show() N.User.Hit()");
  CHECK(refs("N.Own.Health", "read") == "N.User.Show()");
  CHECK(refs("N.Own.Health", "write") == "N.User.Hit()");
  CHECK(refs("N.Own.Health", "base").empty());
  CHECK(refs("N.Own.Died", "write") == "N.User.Hit()");
  CHECK(refs("N.Own.Died", "read").empty());
  CHECK(refs("N.Own.Item", "read") == "N.User.Show()");
  CHECK(refs("N.Own.get_Health", "read").empty());
  const auto card =
      read_json(run_to_json(store, *find_op("show"), {{"identifier", "N.Own.Health"}}).body);
  CHECK(card["referencesIn"].number("call") == 2);
  CHECK(names(store, "calls:N.Own.Health") == "Hit Show");
  CHECK(names(store, "refs:N.Own.Health") == "Hit Show");
  CHECK(names(store, "reads:Health") == "Show");
  CHECK(names(store, "writes:Health") == "Hit");
  CHECK(names(store, "writes:Died") == "Hit");
  CHECK(names(store, "reads:Item") == "Show");
  CHECK(names(store, "derives:Health").empty());
  CHECK(names(store, "calls:Health depth:2") == "Go Hit Show");
  const auto of_type = run_to_json(store, *find_op("callers"), {{"identifier", "N.Own"}});
  CHECK(of_type.body.find("N.Own is a type: refs lists") != std::string::npos);
}

TEST_CASE("what constructors write of a property is its field") {
  Maker made("Auto");
  made.type("N.Auto");
  made.member(MemberKind::field, "<Mana>k__BackingField", "System.Int32 <Mana>k__BackingField");
  const auto make = made.method(".ctor"), get = made.method("get_Mana");
  const auto set = made.method("set_Mana"), equals = made.method("Equals");
  made.member(MemberKind::property, "Mana", "System.Int32 Mana");
  made.type("N.User");
  const auto use = made.method("Use");
  for (const auto one : {make, set})
    made.use(one, ReferenceKind::write, "N.Auto", "<Mana>k__BackingField");
  for (const auto one : {get, equals})
    made.use(one, ReferenceKind::read, "N.Auto", "<Mana>k__BackingField");
  made.use(use, ReferenceKind::call, "N.Auto", "get_Mana()");
  made.use(use, ReferenceKind::call, "N.Auto", "Equals()");
  Store store = open_in_memory();
  add(store, "P", made.take());
  const auto refs = [&](const char* kind) {
    return answer(store, "refs", {{"identifier", "N.Auto.Mana"}, {"kind", kind}}, "source");
  };
  CHECK(refs("write") == "N.Auto..ctor()");
  CHECK(refs("read") == "N.Auto.Equals() N.User.Use()");
  CHECK(refs("call") == "N.User.Use()");
  CHECK(names(store, "writes:Auto.Mana") == ".ctor");
  CHECK(names(store, "reads:Auto.Mana") == "Equals Use");
  CHECK(names(store, "calls:Auto.Mana") == "Use");
  const auto callers = [&](const char* identifier) {
    return answer(store, "callers", {{"identifier", identifier}}, "caller");
  };
  CHECK(callers("N.Auto.Mana") == "1:N.User.Use() 1:N.Auto..ctor() 1:N.Auto.Equals()");
  CHECK(callers("N.Auto.<Mana>k__BackingField") ==
        "1:N.Auto..ctor() 1:N.Auto.get_Mana() 1:N.Auto.set_Mana() 1:N.Auto.Equals()");
}

TEST_CASE("fields that Visual Basic makes of properties and events are theirs, and no others") {
  Maker made("Basic");
  made.type("N.Auto");
  made.member(MemberKind::field, "_Mana", "System.Int32 _Mana", kPrivate | kGenerated);
  made.member(MemberKind::field, "_Health", "System.Int32 _Health", kPrivate);  // of a person
  made.member(MemberKind::field, "DiedEvent", "System.Action DiedEvent", kPrivate | kGenerated);
  made.member(MemberKind::field, "BornEvent", "System.Action BornEvent", kPrivate);  // likewise
  const auto make = made.method(".ctor"), raise = made.method("Raise");
  const auto set = made.method("set_Mana"), add_died = made.method("add_Died");
  for (const char* name : {"Mana", "Health"})
    made.member(MemberKind::property, name, "System.Int32 P");
  for (const char* name : {"Died", "Born"}) made.member(MemberKind::event, name, "System.Action E");
  for (const char* field : {"_Mana", "_Health"})
    made.use(make, ReferenceKind::write, "N.Auto", field);
  for (const char* field : {"DiedEvent", "BornEvent"})
    made.use(raise, ReferenceKind::read, "N.Auto", field);
  made.use(set, ReferenceKind::write, "N.Auto", "_Mana");
  made.use(add_died, ReferenceKind::write, "N.Auto", "DiedEvent");
  Store store = open_in_memory();
  add(store, "P", made.take());
  CHECK(names(store, "writes:Auto.Mana") == ".ctor");
  CHECK(names(store, "writes:Auto.Health").empty());
  CHECK(names(store, "reads:Auto.Died") == "Raise");
  CHECK(names(store, "writes:Auto.Died").empty());
  CHECK(names(store, "reads:Auto.Born").empty());
  CHECK(answer(store, "refs", {{"identifier", "N.Auto.Died"}}, "source") == "N.Auto.Raise()");
}

TEST_CASE("a card holds what the code of a member does, wherever a compiler put it") {
  Maker made("Cards");
  made.type("N.Shop");
  const auto load = made.method("Load"), get = made.method("get_All");
  made.member(MemberKind::property, "All", "System.Object All");
  made.method("Ask");
  made.type("N.Shop+<Load>d__1", kGenerated);
  made.method(".ctor");
  const auto next = made.method("MoveNext", kVirtual);
  made.type("N.Shop+<get_All>d__2", kGenerated);
  made.method(".ctor");
  const auto each = made.method("MoveNext", kVirtual);
  made.use(load, ReferenceKind::new_object, "N.Shop+<Load>d__1", ".ctor()");
  made.use(get, ReferenceKind::new_object, "N.Shop+<get_All>d__2", ".ctor()");
  for (const auto one : {next, each}) made.refer(one, ReferenceKind::call, "N.Shop.Ask()");
  made.literal(get, "getter", true);
  made.literal(next, "loading", true);
  made.literal(each, "all", true);
  Store store = open_in_memory();
  add(store, "P", made.take());
  const auto card = [&](const char* identifier) {
    const Json body =
        read_json(run_to_json(store, *find_op("show"), {{"identifier", identifier}}).body);
    std::string out;
    for (const char* list : {"codeIn", "literals"}) {
      for (const Json& one : body[list].each()) out += *one.string() + " ";
      out += "| ";
    }
    return out + std::to_string(body["referencesOut"].number("call"));
  };
  CHECK(card("N.Shop.Load") == "N.Shop+<Load>d__1.MoveNext() | loading | 1");
  CHECK(card("N.Shop.All") == "N.Shop.get_All() N.Shop+<get_All>d__2.MoveNext() | getter all | 1");
  CHECK(card("N.Shop.get_All") == "N.Shop+<get_All>d__2.MoveNext() | getter all | 1");
  CHECK(card("N.Shop+<Load>d__1.MoveNext") == "| loading | 1");
}

TEST_CASE("an answer says that nothing names a constant of an assembly") {
  Maker made("Constants");
  made.type("N.Ink");
  made.member(MemberKind::field, "Red", "N.Ink Red", kStatic | kConstant);
  made.member(MemberKind::field, "Any", "N.Ink Any", kStatic);
  Store store = open_in_memory();
  add(store, "P", made.take());
  for (const char* op : {"refs", "callers"}) {
    const auto note = [&](const char* identifier) {
      return read_json(run_to_json(store, *find_op(op), {{"identifier", identifier}}).body)
          .text("note");
    };
    CHECK(note("N.Ink.Red") ==
          "N.Ink.Red is a constant: code that uses it holds its value and does not name it");
    CHECK(note("N.Ink.Any").find("constant") == std::string::npos);
  }
}

TEST_CASE("what makes a state machine calls the code in it") {
  Maker made("Async");
  made.type("N.Shop");
  const auto load = made.method("Load"), count = made.method("Count"), list = made.method("List");
  made.method("Ask");
  made.type("N.Shop+<Load>d__1", kGenerated);  // a struct, which has no constructor
  made.member(MemberKind::field, "<>1__state", "System.Int32 <>1__state");
  const auto next = made.method("MoveNext", kVirtual), reset = made.method("Reset", kVirtual);
  made.type("N.Shop+<Count>c__Iterator0", kGenerated);
  made.method(".ctor");
  const auto second = made.method("MoveNext", kVirtual), again = made.method("GetEnumerator");
  made.type("N.Shop+list@7");
  made.method(".ctor");
  const auto invoke = made.method("Invoke", kVirtual | kOverride);
  made.type("N.Shop+Own");  // of a person
  made.method(".ctor");
  const auto own = made.method("MoveNext", kVirtual);
  made.type("N.Main");
  const auto run = made.method("Run");
  made.use(load, ReferenceKind::write, "N.Shop+<Load>d__1", "<>1__state");
  made.use(next, ReferenceKind::write, "N.Shop+<Load>d__1", "<>1__state");
  made.refer(next, ReferenceKind::call, "N.Shop.Ask()");
  made.refer(reset, ReferenceKind::call, "N.Shop.Ask()");
  made.use(count, ReferenceKind::new_object, "N.Shop+<Count>c__Iterator0", ".ctor()");
  made.use(again, ReferenceKind::new_object, "N.Shop+<Count>c__Iterator0", ".ctor()");
  made.refer(second, ReferenceKind::call, "N.Shop.Load()");
  made.use(list, ReferenceKind::new_object, "N.Shop+list@7", ".ctor()");
  made.refer(invoke, ReferenceKind::call, "N.Shop.Count()");
  made.use(run, ReferenceKind::new_object, "N.Shop+Own", ".ctor()");
  made.refer(own, ReferenceKind::call, "N.Shop.List()");
  Maker other("Other");  // has a type of the same name
  other.type("N.Shop");
  const auto foreign = other.method("Foreign");
  other.type("N.Shop+<Load>d__1", kGenerated);
  other.method(".ctor");
  other.method("MoveNext", kVirtual);
  other.use(foreign, ReferenceKind::new_object, "N.Shop+<Load>d__1", ".ctor()");
  Store store = open_in_memory();
  add(store, "P", made.take(), other.take());
  const auto callers = [&](const char* identifier, const char* depth) {
    return answer(store, "callers",
                  {{"identifier", identifier}, {"depth", depth}, {"module", "Async.dll"}},
                  "caller");
  };
  CHECK(callers("N.Shop+<Load>d__1.MoveNext", "1") == "1:N.Shop.Load()");
  CHECK(callers("N.Shop+<Load>d__1.Reset", "1").empty());
  CHECK(callers("N.Shop+<Count>c__Iterator0.MoveNext", "1") == "1:N.Shop.Count()");
  CHECK(callers("N.Shop+Own.MoveNext", "1").empty());
  CHECK(callers("N.Shop.Ask", "20") ==
        "1:N.Shop+<Load>d__1.MoveNext() 1:N.Shop+<Load>d__1.Reset() 2:N.Shop.Load() "
        "3:N.Shop+<Count>c__Iterator0.MoveNext() 4:N.Shop.Count() 5:N.Shop+list@7.Invoke() "
        "6:N.Shop.List() 7:N.Shop+Own.MoveNext()");
  CHECK(names(store, "calls:Shop.Ask depth:2") == "Load MoveNext Reset");
  CHECK(names(store, "calls:\"<Load>d__1.MoveNext\"") == "Foreign Load");
  CHECK(names(store, "calledby:Shop.Load") == "MoveNext");
  CHECK(names(store, "calledby:Shop.List depth:3") == ".ctor .ctor Count Invoke MoveNext");
}

TEST_CASE("of an unknown name the names of so many symbols are compared") {
  Store store = open_in_memory();
  Maker made("Many");
  made.type("N.First");
  for (int64_t i = 2; i < kMostNames; ++i) made.method("Run");
  made.type("N.Middle");  // the last that is compared
  made.type("N.Farther");
  add(store, "P", made.take());
  const auto note = [&](const char* name) {
    return read_json(run_to_json(store, kRefs, {{"identifier", name}}).body).text("note");
  };
  CHECK(note("Midle") == "nothing is called 'Midle' (did you mean 'Middle'?)");
  CHECK(note("Fartherr") == "nothing is called 'Fartherr'");
}

TEST_CASE("what goes by a name alone is counted, and listed when it is asked for") {
  Store store = open_in_memory();
  Maker maker("calls");
  Module module = [&] {
    maker.type("Shop.Cart");
    const uint32_t run = maker.method("Run");
    const uint32_t stop = maker.method("Stop");
    maker.refer(run, ReferenceKind::call, "newCall");
    maker.refer(stop, ReferenceKind::call, "newCall");
    return maker.take();
  }();
  for (auto& reference : module.references) {
    reference.target_type = {};
    reference.by_name = true;
  }
  module.kind = ModuleKind::source;
  module.language = "Java";
  add(store, "shop", std::move(module));
  for (const Op* op : {&kRefs, &kCallers}) {
    CAPTURE(op->command);
    Arguments arguments;
    arguments.set("identifier", "okhttp3.OkHttpClient.newCall");
    const Json none = read_json(run_to_json(store, *op, arguments).body);
    CHECK(none["hits"].each().empty());
    CHECK(none.text("note") ==
          "2 references go by the name 'newCall' alone and may mean another: --by-name (byName) "
          "lists them");
    arguments.set("byName", "true");
    const Json all = read_json(run_to_json(store, *op, arguments).body);
    CHECK(all["hits"].each().size() == 2);
    CHECK(all.text("note").empty());
  }
  Arguments arguments;
  arguments.set("q", "calls:okhttp3.OkHttpClient.newCall");
  const Json none = read_json(run_to_json(store, kFind, arguments).body);
  REQUIRE(none["notes"].each().size() == 1);
  CHECK(run_to_json(store, kFind, arguments)
            .body.find("2 references go by the name 'newCall' alone and may mean another: refs "
                       "okhttp3.OkHttpClient.newCall --by-name lists them") != std::string::npos);
}
