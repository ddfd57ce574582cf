// What a token stands for, asked for by everyone who may use it: what was put into words for one
// user is never another's.
#include <catch2/catch.hpp>
#include <map>

#include "assembly_fixture.h"
#include "engine/readers/assembly/reading.h"

using namespace dossier;
using namespace dossier::assembly;

namespace {

struct Opened {
  explicit Opened(const char* name)
      : bytes(bytes_of(assembly_fixture(name))),
        image(open_image(as_bytes(bytes), name)),
        defects(false, name),
        reading(image, {}, defects) {}

  std::vector<Token> tokens(std::initializer_list<Table> tables) const {
    std::vector<Token> out;
    for (const Table table : tables)
      for (uint32_t rid = 1; rid <= reading.tables().rows(table); ++rid)
        out.emplace_back(table, rid);
    return out;
  }
  /// Every type, and every method with its type.
  std::vector<GenericScope> users() const {
    std::vector<GenericScope> out;
    for (uint32_t type = 1; type <= reading.tables().rows(Table::type_def); ++type) {
      out.push_back({type, 0});
      for (const uint32_t method : reading.definitions.methods(type)) out.push_back({type, method});
    }
    return out;
  }

  std::string bytes;
  Image image;
  Defects defects;
  Reading reading;
};

std::string words(const Target& target) {
  static constexpr const char* kNouns[] = {"none", "type", "field", "method"};
  std::string out = kNouns[static_cast<size_t>(target.noun)];
  if (target.is_sound) out += ", sound";
  if (target.in_module) out += ", here";
  for (const std::string_view part : {target.text, target.type, target.scope, target.key})
    (out += " | ") += part;
  return out;
}

}  // namespace

TEST_CASE("assembly: a token's target does not depend on earlier users") {
  for (const char* name : {"Shapes.dll", "Odd.dll", "Over.dll"}) {
    CAPTURE(name);
    Opened opened(name);
    Reading& reading = opened.reading;
    // Only these may speak of generic parameters.
    const auto tokens =
        opened.tokens({Table::type_spec, Table::member_ref, Table::method_spec, Table::type_def});
    size_t wrong = 0, several = 0;
    std::map<uint32_t, std::string> before;
    for (int pass = 0; pass < 2; ++pass) {
      for (const GenericScope user : opened.users()) {
        for (const Token token : tokens) {
          const std::string found = words(reading.targets.of(token, user));
          Targets fresh(reading.definitions, reading.names);
          wrong += found != words(fresh.of(token, user));
          auto& known = before[token.value];
          several += !known.empty() && known != found;
          known = found;
        }
      }
    }
    CHECK(wrong == 0);
    if (std::string_view(name) == "Shapes.dll") CHECK(several > 0);
  }
}

TEST_CASE("assembly: a token that is not a type, field or method has no target") {
  Opened opened("Shapes.dll");
  Targets& targets = opened.reading.targets;
  for (const Token token :
       {Token(), Token(Table::type_def, 0), Token(Table::type_def, 0xFFFFFF),
        Token(Table::member_ref, 0xFFFFFF), Token(Table::assembly, 1), Token(Table::param, 1),
        Token(Table::stand_alone_sig, 1), Token(0x70000001), Token(0xFFFFFFFF)}) {
    CAPTURE(token.value);
    CHECK(targets.of(Token(Table::method_def, 1), {}).noun == Target::Noun::method);
    CHECK(words(targets.of(token, {1, 1})) == "none |  |  |  | ");
  }
}

TEST_CASE("assembly: each definition is its own target, with its key") {
  Opened opened("Shapes.dll");
  Reading& reading = opened.reading;
  for (const Token token : opened.tokens({Table::type_def, Table::field, Table::method_def})) {
    CAPTURE(token.value);
    const Target target = reading.targets.of(token, {});
    CHECK(target.is_sound);
    CHECK(target.in_module);
    CHECK(target.scope == reading.names.module());
    CHECK(target.key == target.text);
    if (token.in(Table::type_def)) {
      CHECK(target.noun == Target::Noun::type);
      CHECK(target.text == reading.names.type_def(token.rid()));
      CHECK(target.type == target.text);
      continue;
    }
    const bool is_field = token.in(Table::field);
    const uint32_t owner = is_field ? reading.definitions.field_owner(token.rid())
                                    : reading.definitions.method_owner(token.rid());
    CHECK(target.noun == (is_field ? Target::Noun::field : Target::Noun::method));
    CHECK(target.type == reading.names.type_def(owner));
    CHECK(target.text.starts_with(std::string(target.type) + "."));
    CHECK(target.text.ends_with(')') == !is_field);
  }
}
