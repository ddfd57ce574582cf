#include "agent/desk/action.h"

#include <vector>

#include "engine/error.h"

namespace dossier {
namespace {

std::string_view wanted_type(ActionField::Type type) {
  switch (type) {
    case ActionField::text:
      return "string";
    case ActionField::integer:
      return "integer";
    case ActionField::flag:
      return "boolean";
    case ActionField::integers:
      return "array";
    case ActionField::object:
      return "object";
  }
  return "";
}

void check_field(const ActionField& field, const Json& input) {
  const Json* value = input.find(field.name);
  const bool is_absent = value == nullptr || value->is_null();
  if (is_absent && !field.required) return;
  const std::string_view wanted = wanted_type(field.type);
  bool fits = !is_absent && value->type_name() == wanted;
  if (fits && field.type == ActionField::integers)
    for (const Json& item : value->each()) fits = fits && item.integer() != nullptr;
  if (!fits)
    throw Error(ErrorCode::invalid,
                "'" + std::string(field.name) + "' must be a JSON " + std::string(wanted) +
                    (field.type == ActionField::integers ? " of integers" : ""));
}

}  // namespace

std::span<const Action> actions() {
  static const std::vector<Action> kAll = [] {
    std::vector<Action> all;
    for (const Action& action : reading_actions()) all.push_back(action);
    for (const Action& action : doing_actions()) all.push_back(action);
    return all;
  }();
  return kAll;
}

std::string perform(const Action& action, Desk& desk, Store& store, const Json& input) {
  for (const ActionField& field : action.fields) check_field(field, input);
  return action.run(desk, store, input);
}

}  // namespace dossier
