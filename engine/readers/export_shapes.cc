#include "engine/readers/export_shapes.h"

#include <algorithm>

#include "engine/ascii.h"
#include "engine/error.h"

namespace dossier {
namespace {

// A hostile document could be wrong everywhere; so many are remembered, in case a later key mends
// them, and then the first is thrown.
constexpr size_t kMaxFaults = 64;
constexpr size_t kShownKey = 80;  // bytes of an unknown key in a message

}  // namespace

void ExportShapes::fault(const char* wanted) {
  std::string message = std::string("expected ") + wanted + ", found " + json_.describe();
  faults_.push_back({json_.origin(json_.offset()), json_.path.text(), std::move(message)});
  if (faults_.size() >= kMaxFaults) refuse();
  json_.skip();
}

void ExportShapes::refuse() const {
  throw Error(ErrorCode::invalid, faults_.front().message, faults_.front().origin);
}

void ExportShapes::forget_faults(std::string_view path) {
  std::erase_if(faults_, [&](const Fault& fault) {
    if (!fault.path.starts_with(path)) return false;
    return fault.path.size() == path.size() || fault.path[path.size()] == '.' ||
           fault.path[path.size()] == '[';
  });
}

bool ExportShapes::enter(const char* key, SeenKeys& seen, unsigned bit) {
  json_.path.set(key);
  const bool repeated = (seen & (1u << bit)) != 0;
  seen |= 1u << bit;
  if (repeated && has_faults()) forget_faults(json_.path.text());
  return repeated;
}

void ExportShapes::skip_unknown(std::string_view key) {
  size_t shown = std::min(key.size(), kShownKey);
  while (shown < key.size() && (key[shown] & 0xC0) == 0x80) --shown;
  unknown_.assign(key.substr(0, shown));
  for (char& c : unknown_) {
    if (static_cast<unsigned char>(c) < 0x20) c = '?';  // a message stays one line
  }
  json_.path.set(unknown_.c_str());
  json_.skip();
}

std::string_view ExportShapes::string() {
  if (!first_surrogate_.empty()) return json_.string();
  const uint64_t offset = json_.offset();
  const std::string_view text = json_.string();
  if (json_.lone_surrogates() != 0) first_surrogate_ = json_.origin(offset);
  return text;
}

std::string_view ExportShapes::text() {
  const char c = json_.peek();
  if (c == '"') return string();
  if (c == 'n') {
    json_.null();
  } else {
    fault("a string");
  }
  return {};
}

void ExportShapes::flag(uint32_t& flags, Flag bit) {
  flags &= ~static_cast<uint32_t>(bit);
  const char c = json_.peek();
  if (c == 't' || c == 'f') {
    flags |= json_.boolean() ? bit : 0u;
  } else if (c == 'n') {
    json_.null();
  } else {
    fault("true or false");
  }
}

std::string_view ExportShapes::extra_text() {
  if (json_.peek() == '"') return string();
  json_.skip();
  return {};
}

uint32_t ExportShapes::extra_number() {
  const char c = json_.peek();
  if (c == '-' || is_digit(c)) return json_.number().value_or(0);
  json_.skip();
  return 0;
}

void ExportShapes::extra_texts(TextArena& arena, std::vector<std::string_view>& out) {
  out.clear();
  if (json_.peek() != '[') {
    json_.skip();
    return;
  }
  array([&] {
    if (const auto one = extra_text(); !one.empty()) out.push_back(arena.keep(one));
  });
}

}  // namespace dossier
