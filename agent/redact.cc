#include "agent/redact.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "agent/redact/assigned.h"
#include "agent/redact/chars.h"
#include "agent/redact/judge.h"
#include "agent/redact/private_key.h"
#include "agent/redact/rules.h"
#include "agent/redact/web_key.h"
#include "queries/ops/tree_sink.h"

namespace dossier {
namespace {

using redaction::Found;

constexpr std::string_view kPrivateKey = "private-key", kWebKey = "web-key",
                           kAssigned = "assigned-secret";
constexpr std::string_view kMark = "[redacted:";
// How far a rule looks behind its place, and farther only for the rest of what it found: a place
// that is none costs no more.
constexpr size_t kReach = 8192;
// Nearly always the first pass leaves nothing to the second.
constexpr int kPasses = 8;

struct Named : Found {
  std::string_view name;
};

std::string marked(std::string_view name, std::string_view secret) {
  std::string out(kMark);
  (out += name) += ']';
  return out.append(static_cast<size_t>(std::count(secret.begin(), secret.end(), '\n')), '\n');
}

// The text with what `next` finds replaced, from its beginning to its end.
template <typename Next>
std::string replaced(std::string_view text, const Next& next) {
  std::string out;
  size_t done = 0;
  while (const std::optional<Named> found = next(done)) {
    out += text.substr(done, found->begin - done);
    out += marked(found->name, text.substr(found->begin, found->end - found->begin));
    done = found->end;
  }
  return done == 0 ? std::string(text) : out.append(text.substr(done));
}

// What a terminal colours begins a word, although the sequence before it ends in a letter.
bool is_coloured(std::string_view text, size_t at) {
  if (at == 0 || text[at - 1] != 'm') return false;
  size_t begin = at - 1;
  while (begin > 0 && at - begin < 20 &&
         (redaction::is_digit(text[begin - 1]) || text[begin - 1] == ';'))
    --begin;
  return begin > 0 && text[begin - 1] == '[';
}

// Behind what writes one character as several (\n, \u003c and \075 of strings, %3D of addresses,
// =3D of mails) a word begins, although that ends in a letter or a digit.
bool is_behind_escape(std::string_view text, size_t at) {
  const auto hex_from = [&](size_t count) {
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at - count),
                       text.begin() + static_cast<std::ptrdiff_t>(at),
                       [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
  };
  const auto has = [&](size_t back, std::string_view chars) {
    return at >= back && chars.find(text[at - back]) != chars.npos;
  };
  if (has(2, "\\") && has(1, "nrtbfvae0")) return true;
  if (has(3, "%=") && hex_from(2)) return true;
  if (has(4, "\\") && (has(3, "x") ? hex_from(2) : hex_from(3))) return true;
  return has(6, "\\") && has(5, "u") && hex_from(4);
}

// What a rule matches with a place at `at`, and nothing before `from`. `plain`: where the last
// match ended that was too even for a secret; none of what begins within it is one.
std::optional<Named> match(const redaction::Rule& rule, std::string_view text, size_t from,
                           size_t at, size_t& plain) {
  if (at < plain) return std::nullopt;
  std::array<re2::StringPiece, 4> groups, longer;
  const int count = std::min(rule.pattern->NumberOfCapturingGroups() + 1, 4);
  const auto matches = [&](size_t begin, size_t limit, auto& out) {
    const size_t cut = is_coloured(text, begin) || is_behind_escape(text, begin) ? begin : 0;
    const re2::StringPiece whole(text.data() + cut, text.size() - cut);
    return rule.pattern->Match(whole, begin - cut, limit - cut, RE2::ANCHOR_START, out.data(),
                               count);
  };
  // One beginning after the other: an unanchored match would look through all up to the limit.
  const size_t limit = std::min(text.size(), at + kReach);
  size_t begin = std::max(from, at - std::min(at, rule.back));
  while (!matches(begin, limit, groups))
    if (++begin > at) return std::nullopt;
  // A long one may go on behind the limit.
  if (groups[0].size() > kReach / 2 && limit < text.size() && matches(begin, text.size(), longer))
    groups = longer;
  // The whole match, or the first group that is part of it.
  const auto last = groups.begin() + count;
  const auto group =
      std::find_if(groups.begin() + 1, last, [](const auto& g) { return g.data() != nullptr; });
  const re2::StringPiece& secret = group == last ? groups[0] : *group;
  const std::string_view value(secret.data(), secret.size());
  if (value.empty() || value.find(kMark) != value.npos) return std::nullopt;
  const auto offset = static_cast<size_t>(secret.data() - text.data());
  if (rule.bits > 0 && redaction::entropy(value) < rule.bits) {
    plain = offset + value.size();
    return std::nullopt;
  }
  if (rule.given && redaction::is_placeholder(value, {})) return std::nullopt;
  return Named{{offset, offset + value.size()}, rule.name};
}

std::string without_tokens(std::string_view text) {
  const auto& [list, places] = redaction::rules();
  std::vector<uint32_t> owners;
  std::vector<size_t> plain(list.size());
  size_t looked = 0;
  return replaced(text, [&](size_t from) -> std::optional<Named> {
    for (size_t at = std::max(from, looked); (at = places.next(text, at, owners)) != text.npos;
         ++at) {
      for (const uint32_t owner : owners) {
        if (auto found = match(list[owner], text, from, at, plain[owner])) {
          looked = found->end;
          return found;
        }
      }
    }
    return std::nullopt;
  });
}

// The text without what a finder of one kind finds.
template <typename Finder>
std::string without(std::string_view text, std::string_view name) {
  Finder finder(text);
  return replaced(text, [&](size_t from) -> std::optional<Named> {
    const auto found = finder.next(from);
    if (!found) return std::nullopt;
    return Named{*found, name};
  });
}

std::string redacted_once(std::string_view text) {
  std::string out = without<redaction::PrivateKeys>(text, kPrivateKey);
  out = without<redaction::SshPrivateKeys>(out, kPrivateKey);
  out = without_tokens(without<redaction::WebKeys>(out, kWebKey));
  return without<redaction::AssignedSecrets>(out, kAssigned);
}

Json redacted_field(std::string_view key, const Json& value) {
  if (const auto* text = value.string()) {
    std::string alone = well_formed(redact(*text));
    return redaction::is_secret_field(key, alone) ? marked(kAssigned, *text) : alone;
  }
  if (const auto* items = value.items()) {
    Json out = Json::array();
    for (const auto& item : *items)
      out.add(item.string() != nullptr ? redacted_field(key, item) : redacted(item));
    return out;
  }
  // A password of digits.
  if (const auto* number = value.integer();
      number != nullptr && redaction::held_by(key) == redaction::Holds::password && *number >= 1000)
    return marked(kAssigned, {});
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
  std::vector<std::string> out{std::string(kPrivateKey), std::string(kWebKey)};
  for (const auto& rule : redaction::rules().list)
    if (std::find(out.begin(), out.end(), rule.name) == out.end()) out.push_back(rule.name);
  out.emplace_back(kAssigned);
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
    const bool is_web_key = !value.text("kty").empty();
    for (const auto& [key, field] : *fields) {
      const std::string shown = redacted_key(key, out);
      Json kept = is_web_key && redaction::is_private_member(key) && field.string() != nullptr
                      ? Json(marked(kWebKey, *field.string()))
                      : redacted_field(key, field);
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
