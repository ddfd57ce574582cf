#pragma once
// Reads JSON from an untrusted source. A value takes forty bytes in memory but as few as two in the
// text, so a limit on the text alone would allow more than twenty times as much memory.
#include "engine/json_value.h"

namespace dossier {

/// The number of values that may still be read, counted down across texts.
struct JsonBudget {
  size_t values;
};

/// Like parse_json without a budget; exceeding the budget is a fault.
std::variant<Json, JsonFault> parse_json(std::string_view text, JsonBudget& budget);

}  // namespace dossier
