#include "agent/models/own_key.h"

#include <algorithm>
#include <utility>

#include "engine/ascii.h"

namespace dossier::models {
namespace {

// As redact() marks what is given to a name that ends in KEY, which this was.
constexpr std::string_view kKeyMark = "[redacted:assigned-secret]";

// Everything but what is never encoded.
std::string percent_encoded(std::string_view text, std::string_view digits) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
    if (is_plain)
      out += c;
    else
      ((out += '%') += digits[byte >> 4]) += digits[byte & 15];
  }
  return out;
}

}  // namespace

OwnKey::OwnKey(const std::string& key) {
  if (key.size() < kShortest) return;
  const std::string quoted = Json(key).dump();
  for (std::string form :
       {key, percent_encoded(key, "0123456789ABCDEF"), percent_encoded(key, "0123456789abcdef"),
        quoted.substr(1, quoted.size() - 2)})
    if (std::find(forms_.begin(), forms_.end(), form) == forms_.end())
      forms_.push_back(std::move(form));
  std::stable_sort(forms_.begin(), forms_.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
}

std::string OwnKey::without(std::string_view text) const {
  std::string out(text);
  for (const auto& form : forms_)
    for (size_t at = 0; (at = out.find(form, at)) != out.npos; at += kKeyMark.size())
      out.replace(at, form.size(), kKeyMark);
  return out;
}

Json OwnKey::without_in(const Json& value) const {
  if (forms_.empty()) return value;
  if (const auto* text = value.string()) return without(*text);
  if (const auto* items = value.items()) {
    Json out = Json::array();
    for (const auto& item : *items) out.add(without_in(item));
    return out;
  }
  if (const auto* fields = value.fields()) {
    Json out = Json::object();
    for (const auto& [name, field] : *fields) out.set(without(name), without_in(field));
    return out;
  }
  return value;
}

void OwnKey::remove_from(ModelReply& reply) const {
  if (forms_.empty()) return;
  reply.message.text = without(reply.message.text);
  for (auto& call : reply.message.calls) {
    call.id = without(call.id);
    call.tool = without(call.tool);
    call.input = without_in(call.input);
  }
}

size_t OwnKey::begun(std::string_view text) const {
  size_t out = 0;
  for (const auto& form : forms_)
    for (size_t size = std::min(form.size() - 1, text.size()); size > out; --size)
      if (text.ends_with(std::string_view(form).substr(0, size))) out = size;
  return out;
}

std::string KeylessPieces::feed(std::string_view piece) {
  held_ = key_.without(held_.append(piece));
  const size_t shown = held_.size() - key_.begun(held_);
  std::string out = held_.substr(0, shown);
  held_.erase(0, shown);
  return out;
}

std::string KeylessPieces::finish() { return std::exchange(held_, {}); }

}  // namespace dossier::models
