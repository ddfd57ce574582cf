#pragma once
// Tools that answer the same whatever they are asked: what the protocol's conformance suite calls
// to see every kind of content (conformance.json). Offered with --conformance alone, and never
// recorded.
#include <string_view>

#include "engine/json_value.h"

namespace dossier::mcp {

class Fixtures {
 public:
  /// Adds what `tools/list` shows of them.
  void list(Json& tools) const;
  /// {"listed", "result"[, "requires"]}; null if no fixture has this name.
  const Json* find(std::string_view name) const;

 private:
  Json all_ = read();
  static Json read();
};

}  // namespace dossier::mcp
