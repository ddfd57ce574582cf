#pragma once
// JSON of peers and records: read within bounds, and lists of texts both ways. Pure.
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

/// What a peer wrote, with at most kPeerBounds.json_values values; more of them are a fault.
std::variant<Json, JsonFault> parse_peer_json(std::string_view text);
/// The same where only JSON counts: null for anything else.
Json peer_json(std::string_view text);

/// These values as an array.
template <typename Values>
Json list_of(const Values& values) {
  Json out = Json::array();
  for (const auto& value : values) out.add(value);
  return out;
}
/// The texts of an array; other items are passed over.
std::vector<std::string> texts_in(const Json& list);

/// A string's text, any other value as JSON.
std::string text_of_value(const Json& value);

}  // namespace dossier
