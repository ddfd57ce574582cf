#include "agent/redact.h"

#include <algorithm>
#include <optional>

#include "agent/redact/assigned.h"
#include "agent/redact/declared.h"
#include "agent/redact/rules.h"
#include "queries/ops/tree_sink.h"

namespace dossier {
namespace {

using redaction::Found;
using redaction::kMark;
using redaction::Outcome;

// Nearly always the first pass leaves nothing to the second.
constexpr int kPasses = 8;

std::string marked(std::string_view name, std::string_view secret) {
  std::string out(kMark);
  (out += name) += ']';
  return out.append(static_cast<size_t>(std::count(secret.begin(), secret.end(), '\n')), '\n');
}

// The secrets with a form of their own, in order.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text), plain_(redaction::rules().list.size()) {}

  std::optional<Found> next(size_t from) {
    const auto& all = redaction::rules();
    Found found;
    for (size_t at = std::max(from, from_);
         (at = all.places.next(text_, at, owners_)) != text_.npos; ++at) {
      for (const uint32_t owner : owners_) {
        const auto& rule = all.list[owner];
        const size_t first = std::max(from, at - std::min(at, rule.back));
        if (match(rule, text_, {}, first, at, plain_[owner], found) != Outcome::secret) continue;
        from_ = found.end;
        return found;
      }
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
  std::vector<uint32_t> owners_;
  std::vector<size_t> plain_;
  size_t from_ = 0;
};

// The text without what a finder finds, from its beginning to its end.
template <typename Finder>
std::string without(std::string_view text) {
  Finder finder(text);
  std::string out;
  size_t done = 0;
  while (const std::optional<Found> found = finder.next(done)) {
    out += text.substr(done, found->begin - done);
    out += marked(found->name, text.substr(found->begin, found->end - found->begin));
    done = found->end;
  }
  return done == 0 ? std::string(text) : out.append(text.substr(done));
}

std::string redacted_once(std::string_view text) {
  return without<redaction::DeclaredSecrets>(
      without<redaction::AssignedSecrets>(without<Tokens>(text)));
}

// A field's value, also held against its key: the mark of all of it, if `"key": value` is a secret.
Json redacted_field(std::string_view key, const Json& value) {
  if (const auto* items = value.items()) {
    Json out = Json::array();
    for (const auto& item : *items)
      out.add(item.items() != nullptr ? redacted(item) : redacted_field(key, item));
    return out;
  }
  const auto* text = value.string();
  if (text == nullptr && value.integer() == nullptr) return redacted(value);
  const std::string field = redact(Json(key).dump() + ": " + value.dump());
  const auto marks = marks_in(field);
  const std::string quote = text != nullptr ? "\"" : "";
  if (!marks.empty() && field.ends_with(": " + quote + marks.back() + quote)) return marks.back();
  return redacted(value);
}

// The key for a field whose own is a secret: no other field may lose its place to it.
std::string redacted_key(const std::string& key, const Json& taken) {
  std::string shown = well_formed(redact(key));
  if (shown == key) return shown;
  const std::string first = shown;
  for (int number = 2; taken.find(shown) != nullptr; ++number)
    shown = first + " " + std::to_string(number);
  return shown;
}

}  // namespace

std::vector<std::string> secret_names() {
  std::vector<std::string> out;
  for (const auto& rule : redaction::rules().list)
    if (rule.name != "-" && std::find(out.begin(), out.end(), rule.name) == out.end())
      out.push_back(rule.name);
  return out;
}

std::vector<std::string> marks_in(std::string_view text) {
  static const std::vector<std::string> kNames = secret_names();
  std::vector<std::string> out;
  for (size_t at = 0; (at = text.find(kMark, at)) != text.npos; ++at) {
    const size_t name = at + kMark.size(), end = std::min(text.find(']', name), text.size());
    if (end < text.size() &&
        std::find(kNames.begin(), kNames.end(), text.substr(name, end - name)) != kNames.end())
      out.emplace_back(text.substr(at, end + 1 - at));
  }
  return out;
}

std::string redact(std::string_view text) {
  std::string out = redacted_once(text);
  if (out == text) return out;
  // A mark in a secret's place may end what it was part of.
  for (int pass = 1; pass < kPasses; ++pass) {
    std::string next = redacted_once(out);
    if (next == out) break;
    out = std::move(next);
  }
  return out;
}

// As the text that JSON keeps of it, so that the model saw and was billed for what is recorded.
Json redacted(const Json& value) {
  if (const auto* text = value.string()) return well_formed(redact(*text));
  if (const auto* items = value.items()) {
    Json out = Json::array();
    for (const auto& item : *items) out.add(redacted(item));
    return out;
  }
  if (const auto* fields = value.fields()) {
    Json out = Json::object();
    for (const auto& [key, field] : *fields) {
      const std::string shown = redacted_key(key, out);
      Json kept = redacted_field(key, field);
      // The mark in a key may be what makes it the name of a secret, as whoever reads it again
      // sees.
      if (shown != key) kept = redacted_field(shown, kept);
      out.set(shown, std::move(kept));
    }
    return out;
  }
  return value;
}

}  // namespace dossier
