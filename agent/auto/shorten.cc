#include "agent/auto/shorten.h"

#include <string>

#include "engine/unicode.h"

namespace dossier {
namespace {

struct Bounds {
  size_t text, items;
};
constexpr Bounds kBounds[] = {{4000, 200}, {1000, 60}, {250, 20}, {60, 8}};

// Cuts what is over the bounds; returns whether it did.
bool cut_to(Json& value, const Bounds& bounds) {
  if (const std::string* text = value.string(); text != nullptr && text->size() > bounds.text) {
    const std::string kept(utf8_prefix(*text, bounds.text));
    value = Json(kept + "… (" + std::to_string(text->size() - kept.size()) + " bytes more)");
    return true;
  }
  bool cut = false;
  if (Json::Array* items = value.items()) {
    if (items->size() > bounds.items) {
      const size_t more = items->size() - bounds.items;
      items->resize(bounds.items);
      items->push_back(Json("… (" + std::to_string(more) + " more)"));
      cut = true;
    }
    for (auto& item : *items) cut |= cut_to(item, bounds);
  }
  if (Json::Object* fields = value.fields()) {
    if (fields->size() > bounds.items) {
      const size_t more = fields->size() - bounds.items;
      fields->resize(bounds.items);
      fields->emplace_back("…", Json("(" + std::to_string(more) + " more)"));
      cut = true;
    }
    for (auto& [key, field] : *fields) {
      if (key.size() > bounds.text)
        key = std::string(utf8_prefix(key, bounds.text)) + "…", cut = true;
      cut |= cut_to(field, bounds);
    }
  }
  return cut;
}

}  // namespace

bool shorten(Json& value, size_t most) {
  bool cut = false;
  for (const auto& bounds : kBounds) {
    cut |= cut_to(value, bounds);
    if (value.dump().size() <= most) return cut;
  }
  // Small pieces, deeply nested.
  value = Json(std::string(utf8_prefix(value.dump(), most)) + "…");
  return true;
}

}  // namespace dossier
