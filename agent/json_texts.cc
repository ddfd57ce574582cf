#include "agent/json_texts.h"

#include "agent/bounds.h"
#include "engine/json_budget.h"

namespace dossier {

std::variant<Json, JsonFault> parse_peer_json(std::string_view text) {
  JsonBudget budget{kPeerBounds.json_values};
  return parse_json(text, budget);
}

Json peer_json(std::string_view text) {
  auto read = parse_peer_json(text);
  Json* json = std::get_if<Json>(&read);
  return json != nullptr ? std::move(*json) : Json();
}

std::vector<std::string> texts_in(const Json& list) {
  std::vector<std::string> out;
  for (const auto& item : list.each())
    if (item.string() != nullptr) out.push_back(*item.string());
  return out;
}

std::string text_of_value(const Json& value) {
  return value.string() != nullptr ? *value.string() : value.dump();
}

}  // namespace dossier
