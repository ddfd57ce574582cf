#include "queries/graph/accessors.h"

#include <algorithm>
#include <string>

#include "engine/fact.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr uint32_t one_kind(ReferenceKind kind) { return 1u << static_cast<unsigned>(kind); }

constexpr struct {
  std::string_view prefix;
  uint32_t use;
} kAccessors[] = {
    {"get_", one_kind(ReferenceKind::read)},   {"set_", one_kind(ReferenceKind::write)},
    {"add_", one_kind(ReferenceKind::write)},  {"remove_", one_kind(ReferenceKind::write)},
    {"raise_", one_kind(ReferenceKind::read)},
};

/// Whether a compiler made the field, as far as its name leaves that open.
bool is_made(const Definition& field) {
  const auto name = std::string_view(field.key).substr(field.type.size() + 1);
  return name.starts_with('<') || name.ends_with('@') || (field.flags & kGenerated) != 0;
}

}  // namespace

uint32_t calls_of_use(uint32_t asked, uint32_t use) {
  constexpr uint32_t kCalls =
      one_kind(ReferenceKind::call) | one_kind(ReferenceKind::function_pointer);
  return asked | ((asked & use) != 0 ? kCalls : 0);
}

std::vector<std::pair<std::string, uint32_t>> accessors_named(std::string_view property) {
  std::vector<std::pair<std::string, uint32_t>> named;
  for (const auto& [prefix, use] : kAccessors)
    named.emplace_back(std::string(prefix).append(property), use);
  return named;
}

uint32_t Accessor::kinds(uint32_t asked) const {
  if (is_field())
    return asked & (one_kind(ReferenceKind::read) | one_kind(ReferenceKind::write) |
                    one_kind(ReferenceKind::address));
  return calls_of_use(asked, use);
}

bool has_accessors(const Definition& member) {
  return member.kind == "property" || member.kind == "event";
}

// Of I.P they are I.get_P and I.set_P, and an indexer's begin with its parameters.
std::vector<Accessor> accessors_of(Statements& statements, const Definition& member) {
  std::vector<Accessor> found;
  // In a source a method `get_x` beside a property `x` is another thing.
  if (!has_accessors(member) || is_of_source(statements, member.symbol)) return found;
  const auto key = std::string_view(member.key).substr(member.type.size() + 1);
  const size_t open = std::min(key.find('('), key.size());
  const std::string_view name = key.substr(0, open);
  const std::string_view parameters = key.substr(open, key.size() - open - (open < key.size()));
  const size_t own = name.rfind('.') + 1;
  const auto add = [&](std::string_view called, uint32_t use, bool is_field) {
    std::vector<int64_t> symbols;
    for (const auto& row : statements.rows<sql::MembersNamed>(member.type_symbol, called))
      if (is_field == (row.kind == static_cast<int64_t>(MemberKind::field)) &&
          (is_field || row.params.value_or("()").starts_with(parameters)))
        symbols.push_back(row.symbol);
    for (const int64_t symbol : symbols) {
      auto made = definition_of(statements, symbol);
      if (!made) continue;
      made->snapshot = member.snapshot;
      made->module = member.module;
      made->path = member.path;
      found.push_back({std::move(*made), use});
    }
  };
  for (const auto& [prefix, use] : kAccessors)
    add(std::string(name.substr(0, own)).append(prefix).append(name.substr(own)), use, false);
  if (!parameters.empty()) return found;
  if (member.kind == "event") {
    // Of C# it is called like the event.
    add(std::string(name) + "Event", 0, true);  // of Visual Basic
  } else {
    add("<" + std::string(name) + ">k__BackingField", 0, true);  // of C#
    add(std::string(name) + "@", 0, true);                       // of F#
    add("_" + std::string(name), 0, true);                       // of Visual Basic
  }
  std::erase_if(found, [](const Accessor& one) { return one.is_field() && !is_made(one.member); });
  return found;
}

bool has_method(const std::vector<Accessor>& accessors, int64_t symbol) {
  return std::any_of(accessors.begin(), accessors.end(), [&](const Accessor& one) {
    return !one.is_field() && one.member.symbol == symbol;
  });
}

}  // namespace dossier
