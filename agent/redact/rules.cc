#include "agent/redact/rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agent/redact/embedded.h"
#include "engine/ascii.h"
#include "engine/error.h"
#include "engine/search/identifier_words.h"

namespace dossier::redaction {
namespace {

// How far a rule looks behind its place, and farther only for the rest of what it found: a place
// that is none costs no more.
constexpr size_t kReach = 8192, kLongestReach = 256 << 10;
// Of a value, to be judged: a longer one is a secret if its beginning is.
constexpr size_t kLongestJudged = 2000;

bool has_any(std::string_view set, char c) { return set.find(c) != set.npos; }

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

std::string_view take_word(std::string_view& line) {
  const size_t begin = std::min(line.find_first_not_of(" \n"), line.size());
  const size_t end = std::min(line.find_first_of(" \n", begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

std::unique_ptr<RE2> compiled(std::string_view pattern, std::string_view place) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);  // any bytes
  auto out = std::make_unique<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!out->ok()) throw Error(ErrorCode::internal, out->error(), std::string(place));
  return out;
}

// Reads rules.txt, whose head explains it.
class Reader {
 public:
  Rules read(std::string_view text) {
    std::string whole;  // a line with those that continue it
    for (const std::string_view line : split(text, '\n')) {
      if (line.front() == '#') continue;
      if (line.front() != ' ' && !whole.empty()) read_line(std::exchange(whole, {}));
      (whole += whole.empty() ? "" : "\n") += trimmed(line);
    }
    read_line(whole);
    out_.prefix = compiled(text_of("PRE"), "PRE");
    return std::move(out_);
  }

 private:
  void read_line(std::string_view line) {
    const std::string name(take_word(line));
    if (name.front() == '<') {
      texts_.emplace_back(name, expanded(trimmed(line)));
      return;
    }
    const std::string_view places = take_word(line);
    Rule rule;
    rule.name = name;
    for (const std::string_view option : split(take_word(line), ',')) set_option(rule, option);
    rule.pattern = compiled(expanded(trimmed(line)), name);
    if (name.front() == '@') return add_class(std::move(rule), places);
    const auto index = static_cast<uint32_t>(out_.list.size());
    for (const std::string_view place : split(places, ',')) {
      const auto held = std::find(classes_.begin(), classes_.end(), place);
      if (held == classes_.end())
        out_.places.add(place, index);
      else
        out_.classes[static_cast<size_t>(held - classes_.begin())].rules.push_back(index);
    }
    out_.list.push_back(std::move(rule));
  }

  void add_class(Rule rule, std::string_view places) {
    for (const std::string_view place : split(places, ',')) out_.name_places.add(place, 0);
    classes_.push_back(rule.name);
    out_.classes.push_back({std::move(rule.pattern), std::move(rule.lacks), {}});
  }

  void set_option(Rule& rule, std::string_view option) {
    const size_t equals = std::min(option.find('='), option.size() - 1);
    const std::string_view key = option.substr(0, equals), value = option.substr(equals + 1);
    if (key == "back")
      rule.back = static_cast<size_t>(std::atoi(std::string(value).c_str()));
    else if (key == "bits")
      rule.bits = std::atof(std::string(value).c_str());
    else if (key == "line")
      rule.line = part(value);
    else if (key == "has" || key == "not")
      for (const std::string_view name : split(value, '+'))
        (key == "has" ? rule.has : rule.lacks).push_back(part(name));
    else if (option != "-")
      throw Error(ErrorCode::internal, "unknown option " + std::string(option), rule.name);
  }

  const RE2* part(std::string_view name) {
    auto& pattern = out_.parts[std::string(name)];
    if (pattern == nullptr) pattern = compiled(text_of(name), name);
    return pattern.get();
  }

  const std::string& text_of(std::string_view name) const {
    for (const auto& [own, text] : texts_)
      if (own.substr(1, own.size() - 2) == name) return text;
    throw Error(ErrorCode::internal, "unknown part", std::string(name));
  }

  std::string expanded(std::string_view pattern) const {
    std::string out(pattern);
    std::erase(out, '\n');
    for (const auto& [name, text] : texts_)
      for (size_t at = 0; (at = out.find(name, at)) != out.npos; at += text.size())
        out.replace(at, name.size(), text);
    return out;
  }

  Rules out_;
  std::vector<std::pair<std::string, std::string>> texts_;  // of the parts
  std::vector<std::string> classes_;
};

// What a terminal colours begins a word, although the sequence before it ends in a letter.
bool is_coloured(std::string_view text, size_t at) {
  if (at == 0 || text[at - 1] != 'm') return false;
  size_t begin = at - 1;
  while (begin > 0 && at - begin < 20 && has_any("0123456789;", text[begin - 1])) --begin;
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
    return at >= back && has_any(chars, text[at - back]);
  };
  if (has(2, "\\") && has(1, "nrtbfvae0")) return true;
  if (has(3, "%=") && hex_from(2)) return true;
  if (has(4, "\\") && (has(3, "x") ? hex_from(2) : hex_from(3))) return true;
  return has(6, "\\") && has(5, "u") && hex_from(4);
}

// The entropy of the text in bits per byte.
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

bool fits(std::string_view text, const std::vector<const RE2*>& has,
          const std::vector<const RE2*>& lacks) {
  const re2::StringPiece whole(text.data(), text.size());
  const auto is_in = [&](const RE2* part) { return RE2::PartialMatch(whole, *part); };
  return std::all_of(has.begin(), has.end(), is_in) &&
         std::none_of(lacks.begin(), lacks.end(), is_in);
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
  static const Rules kRules = Reader().read(embedded::files().front().text);
  return kRules;
}

const NameClass* class_of(std::string_view name) {
  while (!name.empty() && has_any(".-", name.back())) name.remove_suffix(1);
  name.remove_prefix(name.rfind('.') + 1);
  std::string words;
  for (const auto& word : search::split_words(name))
    if (!has_any("0123456789", word.front())) (words += words.empty() ? "" : " ") += word;
  for (const auto& held : rules().classes)
    if (RE2::FullMatch(words, *held.pattern) && fits(words, {}, held.lacks)) return &held;
  return nullptr;
}

Outcome match(const Rule& rule, std::string_view text, std::string_view line, size_t first,
              size_t last, size_t& plain, Found& found) {
  if (last < plain) return Outcome::none;
  std::array<re2::StringPiece, 13> groups, longer;
  const int count = rule.pattern->NumberOfCapturingGroups() + 1;
  const auto matches = [&](size_t begin, size_t limit, auto& out) {
    const size_t cut = is_coloured(text, begin) || is_behind_escape(text, begin) ? begin : 0;
    const re2::StringPiece whole(text.data() + cut, text.size() - cut);
    return rule.pattern->Match(whole, begin - cut, limit - cut, RE2::ANCHOR_START, out.data(),
                               count);
  };
  // One beginning after the other: an unanchored match would look through all up to the limit.
  const size_t limit = std::min(text.size(), last + kReach);
  while (!matches(first, limit, groups))
    if (++first > last) return Outcome::none;
  // A long one may go on behind the limit.
  if (groups[0].size() > kReach / 2 && limit < text.size() &&
      matches(first, std::min(text.size(), last + kLongestReach), longer))
    groups = longer;
  if (rule.name == "-") return Outcome::left;
  // The whole match, or the first group that is part of it.
  const auto end = groups.begin() + count;
  const auto group =
      std::find_if(groups.begin() + 1, end, [](const auto& g) { return g.data() != nullptr; });
  const re2::StringPiece& secret = group == end ? groups[0] : *group;
  const std::string_view value(secret.data(), secret.size());
  if (value.empty() || value.find(kMark) != value.npos) return Outcome::none;
  const auto begin = static_cast<size_t>(secret.data() - text.data());
  const std::string_view judged = value.substr(0, kLongestJudged);
  const double bits = entropy(judged);
  const bool is_secret =
      bits > 0 && bits >= rule.bits && fits(judged, rule.has, rule.lacks) &&
      (rule.line == nullptr || RE2::FullMatch({line.data(), line.size()}, *rule.line));
  if (!is_secret) {
    // Words that run into each other are judged once.
    if (value.find(' ') == value.npos) plain = begin + value.size();
    return Outcome::none;
  }
  found = {begin, begin + value.size(), rule.name};
  return Outcome::secret;
}

}  // namespace dossier::redaction
