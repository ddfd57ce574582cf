#pragma once
// Reading the JSON of somebody who is not believed. A value takes forty bytes and may be written in
// two, so a bound on the text alone leaves the memory open by a factor of twenty and more.
#include "engine/json_value.h"

namespace dossier {

/// How many values may yet be read. Reading counts it down, also over several texts.
struct JsonBudget {
  size_t values;
};

/// As parse_json does without one; a text that goes over the budget is a fault.
std::variant<Json, JsonFault> parse_json(std::string_view text, JsonBudget& budget);

}  // namespace dossier
