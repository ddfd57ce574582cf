#include "queries/graph/machines.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/first_row.h"
#include "engine/stored.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

bool is_made_of_method(const Definition& type) {
  const size_t nested = type.type.rfind('+');
  if (nested == type.type.npos) return false;
  return (type.flags & kGenerated) != 0 || type.type.find('@', nested) != type.type.npos;
}

/// Explicit implementations have the interface before their name.
bool is_body(std::string_view name) {
  return std::find(std::begin(kMachineBodies), std::end(kMachineBodies),
                   name.substr(name.rfind('.') + 1)) != std::end(kMachineBodies);
}

bool set_module(Statements& statements, Machine& machine) {
  const auto row = first_row<sql::ModuleOfSymbol>(statements, machine.type);
  if (!row || row->kind == static_cast<int64_t>(ModuleKind::source)) return false;
  machine.module = row->id;
  machine.module_last = row->last;
  return true;
}

}  // namespace

bool Machine::is_made_by(int64_t source, ReferenceKind kind) const {
  // A struct has no constructor: the method fills its fields.
  if (kind != ReferenceKind::new_object && kind != ReferenceKind::write) return false;
  return source >= module && source <= module_last && (source < type || source > last);
}

std::optional<Machine> machine_of(Statements& statements, const Definition& body) {
  const auto name = std::string_view(body.key).substr(std::min(body.type.size(), body.key.size()));
  if (body.kind != "method" || (body.flags & kVirtual) == 0 ||
      !is_body(name.substr(0, name.find('('))))
    return std::nullopt;
  const auto type = definition_of(statements, body.type_symbol);
  if (!type || !is_made_of_method(*type)) return std::nullopt;
  Machine made{.type = type->symbol, .last = type->last};
  if (!set_module(statements, made)) return std::nullopt;
  return made;
}

namespace {

/// The methods of the types of this name (an id) that hold the code of `maker`.
void add_bodies(Statements& statements, int64_t type_name, int64_t maker,
                std::vector<int64_t>& found) {
  std::vector<int64_t> types;
  for (const auto& row : statements.rows<sql::TypesCalled>(type_name)) types.push_back(row.id);
  for (const int64_t one : types) {
    const auto type = definition_of(statements, one);
    if (!type || !is_made_of_method(*type)) continue;
    Machine made{.type = type->symbol, .last = type->last};
    if (!set_module(statements, made) || !made.is_made_by(maker, ReferenceKind::new_object))
      continue;
    for (const auto& row : statements.rows<sql::MembersOf>(one))
      if (row.kind == static_cast<int64_t>(MemberKind::method) && (row.flags & kVirtual) != 0 &&
          is_body(row.name))
        found.push_back(row.symbol);
  }
}

}  // namespace

std::vector<int64_t> bodies_of(Statements& statements, int64_t maker) {
  std::set<int64_t> targets, types;
  for (const auto& row : statements.rows<sql::TargetsOfSymbol>(maker)) {
    const auto kind = stored_reference_kind(row.kind);
    if (row.source == maker && (kind == ReferenceKind::new_object || kind == ReferenceKind::write))
      targets.insert(row.target);
  }
  for (const int64_t target : targets) {
    const auto row = first_row<sql::TargetNames>(statements, target);
    if (row && row->type_name.find('+') != row->type_name.npos) types.insert(row->type);
  }
  std::vector<int64_t> found;
  for (const int64_t type : types) add_bodies(statements, type, maker, found);
  return found;
}

}  // namespace dossier
