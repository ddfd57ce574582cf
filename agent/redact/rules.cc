#include "agent/redact/rules.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "agent/redact/embedded.h"
#include "engine/error.h"

namespace dossier::redaction {
namespace {

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

std::string_view take_word(std::string_view& line) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const size_t end = std::min(line.find(' ', begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

template <typename Use>
void each_part(std::string_view list, const Use& use) {
  for (size_t at = 0; at <= list.size();) {
    const size_t end = std::min(list.find(',', at), list.size());
    use(list.substr(at, end - at));
    at = end + 1;
  }
}

void set_option(Rule& rule, std::string_view option) {
  const auto number = [&](std::string_view name) {
    return std::atof(std::string(option.substr(name.size())).c_str());
  };
  if (option == "given")
    rule.given = true;
  else if (option.starts_with("back="))
    rule.back = static_cast<size_t>(number("back="));
  else if (option.starts_with("bits="))
    rule.bits = number("bits=");
  else if (option != "-")
    throw Error(ErrorCode::internal, "unknown option " + std::string(option), rule.name);
}

using Parts = std::vector<std::pair<std::string_view, std::string>>;

std::string expanded(std::string_view pattern, const Parts& parts) {
  std::string out(pattern);
  for (const auto& [name, meaning] : parts)
    for (size_t at = 0; (at = out.find(name, at)) != out.npos; at += meaning.size())
      out.replace(at, name.size(), meaning);
  return out;
}

Rules read(std::string_view text) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);  // any bytes
  Rules out;
  Parts parts;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '<') {
      const std::string_view name = take_word(line);
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      parts.emplace_back(name, line);
      continue;
    }
    Rule rule;
    rule.name = take_word(line);
    const std::string_view places = take_word(line);
    each_part(take_word(line), [&](std::string_view option) { set_option(rule, option); });
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    rule.pattern = std::make_unique<RE2>(expanded(line, parts), options);
    if (!rule.pattern->ok()) throw Error(ErrorCode::internal, rule.pattern->error(), rule.name);
    each_part(places, [&](std::string_view place) {
      out.places.add(place, static_cast<uint32_t>(out.list.size()));
    });
    out.list.push_back(std::move(rule));
  }
  return out;
}

}  // namespace

// Letters of both cases, and a few other bytes, share a slot; the words are compared in full.
size_t Places::slot(const char* three) {
  return static_cast<size_t>(three[0] & 31) | static_cast<size_t>(three[1] & 31) << 5 |
         static_cast<size_t>(three[2] & 31) << 10;
}

void Places::add(std::string_view word, uint32_t owner) {
  if (word.size() < 3) throw Error(ErrorCode::internal, "a place is too short", std::string(word));
  std::string lowered(word);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), folded);
  uint16_t& bucket = bucket_at_[slot(word.data())];
  if (bucket == 0) {
    if (buckets_.size() > UINT16_MAX) throw Error(ErrorCode::internal, "too many places");
    bucket = static_cast<uint16_t>(buckets_.size());
    buckets_.emplace_back();
  }
  buckets_[bucket].push_back(static_cast<uint32_t>(words_.size()));
  words_.push_back({std::move(lowered), owner});
}

size_t Places::next(std::string_view text, size_t at, std::vector<uint32_t>& owners) const {
  owners.clear();
  for (; at + 3 <= text.size(); ++at) {
    const uint16_t bucket = bucket_at_[slot(text.data() + at)];
    if (bucket == 0) continue;
    for (const uint32_t index : buckets_[bucket]) {
      const std::string& word = words_[index].text;
      if (at + word.size() <= text.size() &&
          std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                     [](char a, char b) { return a == folded(b); }))
        owners.push_back(words_[index].owner);
    }
    if (!owners.empty()) return at;
  }
  return text.npos;
}

const Rules& rules() {
  static const Rules kRules = read(embedded::files().front().text);
  return kRules;
}

double entropy(std::string_view text) {
  std::array<uint32_t, 256> counts{};
  for (const char c : text) ++counts[static_cast<uint8_t>(c)];
  double bits = 0;
  for (const uint32_t count : counts) {
    if (count == 0) continue;
    const double part = static_cast<double>(count) / static_cast<double>(text.size());
    bits -= part * std::log2(part);
  }
  return bits;
}

}  // namespace dossier::redaction
