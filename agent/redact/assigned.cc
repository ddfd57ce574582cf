#include "agent/redact/assigned.h"

#include <algorithm>

#include "agent/redact/chars.h"
#include "agent/redact/line.h"
#include "agent/redact/value.h"

namespace dossier::redaction {
namespace {

constexpr size_t kLongestName = 120;
// Of a word without quotes, to be judged: where words run into each other, each name judges anew.
constexpr size_t kLongestWord = 200;
constexpr int kMostValues = 64;  // of one name

bool has_mark(std::string_view value) {
  return std::any_of(value.begin(), value.end(),
                     [](char c) { return is_digit(c) || has_any("!@#$%^&*+=?~", c); });
}

// As variables of the environment are called.
bool is_capital(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// NAME=value and password=value, as configurations have it and code mostly has not.
bool is_configured(const Assignment& given) {
  return given.link == Link::equals && !given.spaced &&
         ((given.alone && !given.indented) || is_capital(given.name));
}

// A token that does not look random, but that nothing else would be given in this place.
bool is_plain_token(const Assignment& given, std::string_view value) {
  return is_configured(given) && given.alone && is_capital(given.name) && value.size() >= 8 &&
         !is_capital(value) && (has_mark(value) || value.find_first_of("_-./:, ") == value.npos) &&
         value.find_first_of("/. ") == value.npos;
}

bool accepts_quoted(const Assignment& given, Holds holds, std::string_view value) {
  if (given.alone && given.link == Link::space && value == "password") return true;
  if (is_placeholder(value, given.name)) return false;
  if (holds == Holds::token) return looks_random(value) || is_plain_token(given, value);
  if (is_prose(value)) return false;
  const bool weak = given.link == Link::comma || given.link == Link::call ||
                    given.link == Link::space || given.link == Link::compare;
  if (weak && !given.setting)
    return value.size() >= 6 && has_mark(value) && value.find(' ') == value.npos;
  if (!names_secret(value) || is_configured(given)) return true;
  // `"userPassword": "mongopass"`, but no name of a field or label.
  return given.name_quoted && given.link == Link::colon &&
         value.find_first_of("_-.:/ ") == value.npos;
}

// `password: Correcthorse` as the whole of a line that is not indented, where types mostly are.
bool is_capitalised(const Assignment& given, std::string_view value, char next) {
  return given.bare && !given.indented && value.size() >= 8 &&
         std::string_view("\r\n\0", 3).find(next) != std::string_view::npos &&
         std::all_of(given.name.begin(), given.name.end(), is_lower) &&
         std::all_of(value.begin() + 1, value.end(), is_lower);
}

bool accepts_bare(const Assignment& given, Holds holds, std::string_view value, char next) {
  if (is_placeholder(value, given.name)) return false;
  const bool configured = is_configured(given) || (given.option && given.link == Link::equals);
  if (holds == Holds::token)
    return looks_random(value) &&
           (!is_code(value) || configured || (given.alone && next != ',' && next != ';'));
  if (given.link == Link::comma || given.link == Link::call || given.link == Link::compare ||
      given.link == Link::fallback)
    return false;
  if (given.link == Link::space && given.login) return true;
  if (given.link == Link::space && (!given.option || value.front() == '-')) return false;
  if (given.link == Link::space && (given.command || has_mark(value)))
    return value.find_first_of("(.") == value.npos && !names_secret(value) &&
           !is_function_word(value);
  const bool dotted = is_code(value) && value.find_first_of(".(&$?") != value.npos;
  if (configured || (given.query && given.link == Link::equals && !given.spaced))
    return !dotted && value.find('(') == value.npos &&
           (given.query || next != ';' || !is_code(value));
  if (given.alone && given.link == Link::colon && !given.name_quoted && next != ',' &&
      next != ';') {
    const bool type = value.front() >= 'A' && value.front() <= 'Z' && !has_mark(value) &&
                      !looks_random(value) && !is_capitalised(given, value, next);
    return !dotted && !type && !names_secret(value) && value.find('(') == value.npos;
  }
  if (given.told && given.link == Link::colon) return has_mark(value) && !dotted;
  return has_mark(value) && !is_code(value);
}

// `passphrase: correct horse battery staple`: the words behind the first belong to it.
Found with_phrase(std::string_view text, const Assignment& given, Found first) {
  if (!given.bare || given.link != Link::colon || given.name_quoted) return first;
  size_t end = first.end, words = 1;
  while (end + 1 < text.size() && text[end] == ' ' && is_lower(text[end + 1]) &&
         end - first.begin < kLongestJudged) {
    ++words;
    for (++end; end < text.size() && is_lower(text[end]);) ++end;
  }
  if (words < 3 || (end < text.size() && newline_size(text.substr(end)) == 0)) return first;
  return is_prose(text.substr(first.begin, end - first.begin)) ? first : Found{first.begin, end};
}

// `password: must be set`: the first of several words for people.
bool begins_prose(std::string_view text, const Found& first) {
  return first.end + 1 < text.size() && text[first.end] == ' ' && is_letter(text[first.end + 1]) &&
         is_function_word(text.substr(first.begin, first.end - first.begin));
}

std::optional<Found> secret_in_string(std::string_view text, const Assignment& given, Holds holds,
                                      const std::optional<Found>& found) {
  if (!found) return std::nullopt;
  const size_t size = std::min(found->end - found->begin, kLongestJudged);
  return accepts_quoted(given, holds, text.substr(found->begin, size)) ? found : std::nullopt;
}

std::optional<Found> secret_in_word(std::string_view text, const Assignment& given, Holds holds,
                                    BareWords& words) {
  const bool line = given.alone && !given.name_quoted && !given.indented;
  const Found found = words.at(given.value, line);
  if (found.end == found.begin) return std::nullopt;
  const char next = found.end < text.size() ? text[found.end] : '\0';
  const size_t size = std::min(found.end - found.begin, kLongestWord);
  if (!accepts_bare(given, holds, text.substr(found.begin, size), next)) return std::nullopt;
  if (holds == Holds::token) return found;
  const Found phrase = with_phrase(text, given, found);
  if (phrase.end == found.end && given.link == Link::colon && begins_prose(text, found))
    return std::nullopt;
  return phrase;
}

std::optional<Found> secret_in(std::string_view text, const Assignment& given, Holds holds,
                               BareWords& words) {
  if (given.link == Link::none || given.value >= text.size()) return std::nullopt;
  if (given.block > 0) {
    const Found lines = block(text, given.value, given.block);
    const Found first = words.at(given.value, true);
    // Pairs of names and values are asked for themselves.
    const std::string_view word = text.substr(first.begin, first.end - first.begin);
    const size_t pair = word.find_first_not_of('=', word.find('='));
    const bool secret =
        !word.empty() && pair == word.npos && secret_in_string(text, given, holds, first);
    return secret && lines.end > lines.begin ? std::optional(lines) : std::nullopt;
  }
  if (given.link == Link::element) {
    const auto found = content(text, given.value);
    const bool several = found && text.substr(found->begin, found->end - found->begin).find(' ') !=
                                      std::string_view::npos;
    return several ? std::nullopt : secret_in_string(text, given, holds, found);
  }
  if (const auto found = quoted(text, given.value))
    return secret_in_string(text, given, holds, found);
  if (text[given.value] == '\\') return std::nullopt;
  if (is_quote(text[given.value])) {  // closed on another line
    std::string_view rest = text.substr(given.value + 1, kLongestJudged);
    rest = rest.substr(0, rest.find('\n'));
    if (holds != Holds::token || rest.size() < 20 || !looks_random(rest) ||
        is_placeholder(rest, given.name))
      return std::nullopt;
    return Found{given.value + 1, std::min(text.find('\n', given.value), text.size())};
  }
  if (const auto found = secret_in_word(text, given, holds, words)) return found;
  if (given.link != Link::equals && given.link != Link::colon) return std::nullopt;
  return secret_in_string(text, given, holds, fallback(text, given.value));
}

}  // namespace

const Places& secret_name_places() {
  static const Places kPlaces = [] {
    Places out;
    for (const std::string_view word :
         {"pass", "pwd", "psw", "secret", "token", "key", "auth", "cred", "salt", "bearer", "pasw",
          "pssw", "psk", "pw:", "pw=", "pw ", "pw\"", "pw'"})
      out.add(word, 0);
    return out;
  }();
  return kPlaces;
}

std::optional<Found> AssignedSecrets::next(size_t at) {
  for (;;) {
    while (given_) {
      const auto found =
          ++values_ > kMostValues ? std::nullopt : secret_in(text_, *given_, holds_, words_);
      given_ = values_ > kMostValues ? std::nullopt : reader_->again();
      if (found && found->begin >= at && !words_.has_mark(*found)) {
        from_ = std::max(from_, found->end);
        return found;
      }
    }
    if (!next_name(at)) return std::nullopt;
  }
}

bool AssignedSecrets::next_name(size_t at) {
  std::vector<uint32_t> owners;
  while ((from_ = secret_name_places().next(text_, from_, owners)) != text_.npos) {
    size_t begin = from_, end = from_;
    while (begin > at && from_ - begin < kLongestName && is_name(text_[begin - 1])) --begin;
    while (end < text_.size() && is_name(text_[end])) ++end;
    from_ = end;
    // `\nPASSWORD` in a string of JSON: the escape is not part of the name.
    if (begin > 0 && text_[begin - 1] == '\\') ++begin;
    if (end - begin > kLongestName) continue;
    // A redacted text is not the name of what follows its mark.
    if (text_.substr(0, begin).ends_with("[redacted:") && text_.substr(end).starts_with(']'))
      continue;
    reader_.emplace(text_, begin, end);
    given_ = reader_->first();
    holds_ = held_by(given_->name, given_->link == Link::call);
    values_ = 0;
    // Lists of secrets are mostly of their names.
    if (given_->list && given_->name.ends_with("ecrets")) holds_ = Holds::token;
    if (holds_ == Holds::nothing) given_.reset();
    if (given_) return true;
  }
  from_ = text_.size();
  return false;
}

bool is_secret_field(std::string_view key, std::string_view value) {
  const Holds holds = held_by(key);
  if (holds == Holds::nothing || value.find("[redacted:") != value.npos) return false;
  Assignment given;
  given.name = key;
  given.link = Link::colon;
  given.name_quoted = true;
  return accepts_quoted(given, holds, value.substr(0, kLongestJudged));
}

}  // namespace dossier::redaction
