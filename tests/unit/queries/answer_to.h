#pragma once
// What an operation answers, as a test asks it: it has to answer.
#include <catch2/catch.hpp>
#include <string>

#include "engine/json_value.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"

namespace dossier::test {

inline Json answer_to(Store& store, const Op& op, const Arguments& arguments) {
  const auto answer = run_to_json(store, op, arguments);
  REQUIRE(answer.status() == 200);
  return read_json(answer.body);
}

/// What `text` makes of each hit of an answer, in a row.
template <typename Text>
std::string hits_in(const Json& answer, const Text& text, const char* between = " ") {
  std::string out;
  for (const Json& hit : answer["hits"].each()) out += (out.empty() ? "" : between) + text(hit);
  return out;
}

/// "shop.py:3": where a hit is.
inline std::string place_of(const Json& hit) {
  return hit.text("moduleName") + ":" + std::to_string(hit.number("line"));
}

}  // namespace dossier::test
