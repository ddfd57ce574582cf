#include "agent/redact/judge.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agent/redact/chars.h"
#include "agent/redact/rules.h"

namespace dossier::redaction {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kPasswords[] = {"passphrase", "passcode",       "passwort",  "userpwd",
                                           "secret",     "secrets",        "secretkey", "pwd",
                                           "passw",      "secretaccesskey"};
// Only as words of their own: "compass" is none of them.
constexpr std::string_view kShortPasswords[] = {"pw", "psw"};
// What is written together with "pass".
constexpr std::string_view kOfPass[] = {"store", "key",  "trust", "db",   "user", "sql", "ftp",
                                        "smtp",  "mail", "admin", "root", "ldap", "ssh"};
// The words of calls that take the name of a setting and what it is, or is to be without it.
constexpr std::string_view kSettings[] = {"env",      "environ",    "getenv", "putenv", "setenv",
                                          "property", "properties", "config", "option", "settings",
                                          "define",   "setdefault", "fetch",  "setting"};
// How people begin to say something of a password.
constexpr std::string_view kOpeners[] = {
    "my",        "our",     "also",    "both",     "any",      "ask",     "authentication",
    "available", "choose",  "comes",   "contains", "defaults", "depends", "each",
    "either",    "every",   "hashed",  "how",      "its",      "length",  "may",
    "maximum",   "might",   "minimum", "name",     "needs",    "never",   "only",
    "optional",  "pick",    "provide", "read",     "see",      "sent",    "set",
    "shall",     "specify", "stored",  "taken",    "their",    "they",    "use",
    "used",      "what",    "where",   "which",    "who",      "why"};
constexpr std::string_view kTokens[] = {"token",       "tokens",        "apikey", "accesskey",
                                        "authkey",     "privatekey",    "creds",  "credential",
                                        "credentials", "authorization", "bearer"};
constexpr std::string_view kShortTokens[] = {"key", "auth", "salt", "cred", "apitoken", "psk"};
// What stands before "password" in the name of something that is not one.
constexpr std::string_view kVerbs[] = {
    "is",     "has",    "no",     "use",      "show",    "hide",    "get",      "check",
    "verify", "change", "forgot", "validate", "reset",   "require", "requires", "prompt",
    "ask",    "input",  "enable", "disable",  "confirm", "needs",   "hash",     "generate",
    "parse",  "read",   "peek",   "next",     "on",      "save",    "allow",    "for"};
// Likewise before "key".
constexpr std::string_view kPublic[] = {
    "public", "pub",    "primary", "foreign", "partition", "sort",     "cache",    "row",
    "index",  "map",    "dict",    "group",   "unique",    "sorted",   "object",   "i18n",
    "label",  "locale", "shift",   "ctrl",    "arrow",     "shortcut", "registry", "lookup",
    "data",   "node",   "item",    "react",   "query",     "route",    "config",   "target",
    "member", "source", "name",    "hot",     "page",      "next",     "sync"};
constexpr std::string_view kStandIns[] = {"none",      "null",
                                          "nil",       "undefined",
                                          "true",      "false",
                                          "yes",       "no",
                                          "on",        "off",
                                          "string",    "str",
                                          "text",      "bytes",
                                          "number",    "int",
                                          "integer",   "any",
                                          "object",    "bool",
                                          "boolean",   "optional",
                                          "required",  "hidden",
                                          "redacted",  "removed",
                                          "masked",    "empty",
                                          "default",   "todo",
                                          "fixme",     "tbd",
                                          "example",   "value",
                                          "varchar",   "char",
                                          "secretstr", "unknown",
                                          "nullable",  "password",
                                          "passwd",    "pass",
                                          "pwd",       "secret",
                                          "token",     "key",
                                          "apikey",    "basic",
                                          "bearer",    "username",
                                          "user",      "login",
                                          "email",     "invalid",
                                          "missing",   "disabled",
                                          "enabled",   "optionalstring",
                                          "auto",      "new",
                                          "old",       "field",
                                          "input",     "never",
                                          "unset",     "void",
                                          "...",       "test",
                                          "stdin"};
constexpr std::string_view kStandInParts[] = {
    "changeme",   "change_me", "change-me", "placeholder", "your_",  "your-",       "yourpass",
    "yoursecret", "yourtoken", "yourapi",   "xxxx",        "****",   "....",        "____",
    "[redacted",  "redacted]", "<redacted", "replace",     "insert", "process.env", "os.environ",
    "getenv",     "env[",      "secrets.",  "example.com", "{{",     "}}",          "${",
    "$(",         "%(",        "<%",        "vault:",      "op://",  "arn:aws:",    "hmac-sha",
    "keyvault",   "not-a-",    "not_a_",    "\xe2\x80\xa6"};
constexpr std::string_view kProse[] = {
    "a",           "an",     "and",      "are",      "as",        "at",        "be",       "but",
    "by",          "can",    "cannot",   "do",       "does",      "enter",     "expected", "for",
    "forgot",      "from",   "has",      "if",       "in",        "incorrect", "invalid",  "is",
    "it",          "least",  "missing",  "must",     "no",        "not",       "of",       "on",
    "or",          "please", "required", "reset",    "same",      "should",    "some",     "that",
    "the",         "this",   "to",       "too",      "was",       "when",      "will",     "with",
    "wrong",       "you",    "your",     "password", "passwords", "secret",    "token",    "key",
    "credentials", "login",  "confirm",  "current",  "new",       "old",       "repeat"};

bool among(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool any(std::string_view text, bool (*is)(char)) {
  return std::any_of(text.begin(), text.end(), is);
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (is_upper(c)) c = static_cast<char>(c | 0x20);
  return out;
}

// The words of a name, lower-case: apiKey_2 is api, key. Digits separate and are left out.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out;
  bool inside = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool begins = is_upper(c) && (i == 0 || !is_upper(name[i - 1]) ||
                                        (i + 1 < name.size() && is_lower(name[i + 1])));
    if (!is_letter(c)) {
      inside = false;
      continue;
    }
    if (!inside || begins) out.emplace_back();
    inside = true;
    out.back() += static_cast<char>(c | 0x20);
  }
  return out;
}

// "${NAME}", "{{ name }}", "#{name}", "%(name)s", "prefix_{0}": to be filled in.
bool is_template(std::string_view value) {
  for (size_t at = 0; (at = value.find_first_of("{(<%", at)) != value.npos; ++at) {
    const std::string_view rest = value.substr(at);
    if (rest.starts_with("%s")) return true;
    for (const auto& [open, close] : {std::pair{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}})
      if (rest.starts_with(open) && rest.find(close) != rest.npos) return true;
    if (at > 0 && value[at - 1] == '#' && rest.front() == '{' &&
        (at == 1 || rest.find('}') != rest.npos))
      return true;
    const char before = at > 0 ? value[at - 1] : ' ';
    if (rest.front() != '{' && (rest.front() != '(' || (before != '$' && before != '%'))) continue;
    const size_t end = rest.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_. $:-'\"", 1);
    if (end != rest.npos && (rest[end] == '}' || rest[end] == ')')) return true;
  }
  return false;
}

bool ends_in(std::string_view text, Words words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.ends_with(word); });
}

// Password, or an abbreviation or misspelling of it: passwd, pswd, paswrd, psword.
bool ends_in_password(std::string_view joined) {
  size_t end = joined.size();
  const auto skip = [&](char c) { return end > 0 && joined[end - 1] == c ? end--, true : false; };
  skip('s');
  if (!skip('d')) return false;
  skip('r'), skip('o');
  if (!skip('w') || !skip('s')) return false;
  skip('s'), skip('a');
  return skip('p');
}

bool ends_in_pass(std::string_view word) {
  if (!word.ends_with("pass")) return false;
  word.remove_suffix(4);
  return word.empty() || ends_in(word, kOfPass);
}

Holds held_by_words(const std::vector<std::string>& words, std::string_view joined) {
  const std::string& last = words.back();
  if (ends_in(joined, kPasswords) || ends_in_password(joined) || ends_in_pass(last) ||
      among(last, kShortPasswords))
    return Holds::password;
  if (last == "key" || joined.ends_with("key")) {
    for (size_t i = 0; i + 1 < words.size(); ++i)
      if (among(words[i], kPublic)) return Holds::nothing;
    return joined == "key" || joined.ends_with("key") ? Holds::token : Holds::nothing;
  }
  if (std::find(words.begin(), words.end(), "public") != words.end()) return Holds::nothing;
  if (ends_in(joined, kTokens) || among(last, kShortTokens)) return Holds::token;
  return Holds::nothing;
}

}  // namespace

Holds held_by(std::string_view name, bool called) {
  while (!name.empty() && (name.back() == '.' || name.back() == '-')) name.remove_suffix(1);
  const size_t dot = name.rfind('.');
  if (dot != name.npos) name.remove_prefix(dot + 1);
  auto words = words_of(name);
  // What a value's encoding, place or number says behind the name.
  constexpr std::string_view kBehind[] = {
      "value", "base", "base64", "b64",     "hex", "plain",     "text", "prod",
      "dev",   "test", "live",   "staging", "enc", "encrypted", "str",  "string"};
  while (words.size() > 1 && among(words.back(), kBehind)) words.pop_back();
  if (called && words.size() > 1 && (words.front() == "set" || words.front() == "with"))
    words.erase(words.begin());
  if (words.empty()) return Holds::nothing;
  if (words.size() == 2 && (among(words.front(), kVerbs) || words.front() == "set"))
    return Holds::nothing;
  std::string joined;
  for (const auto& word : words) joined += word;
  return held_by_words(words, joined);
}

bool is_placeholder(std::string_view value, std::string_view name) {
  if (value.size() < 3) return true;
  const std::string low = lowered(value);
  if (among(low, kStandIns) || value == name) return true;
  if (low == lowered(name) && !(any(name, is_upper) && low == value)) return true;
  for (const std::string_view part : kStandInParts)
    if (low.find(part) != low.npos) return true;
  if (std::all_of(value.begin(), value.end(), [&](char c) { return c == value.front(); }))
    return true;
  const char first = value.front(), last = value.back();
  if (first == '$' && value.size() > 1 && (is_letter(value[1]) || value[1] == '_') &&
      std::all_of(value.begin() + 1, value.end(),
                  [](char c) { return is_letter(c) || is_digit(c) || c == '_'; }))
    return true;
  if ((first == '<' && last == '>') || (first == '{' && last == '}') ||
      (first == '[' && last == ']') || (first == '(' && last == ')') ||
      (first == '%' && last == '%') ||
      (first == '!' && std::all_of(value.begin() + 1, value.end(), is_letter)))
    return true;
  if (is_template(value)) return true;
  if (low.find("example") != low.npos && !any(value, is_digit)) return true;
  // An address or a place of a file.
  return low.find("://") != low.npos || low.starts_with("./") || low.starts_with("~/") ||
         low.starts_with("../") ||
         (first == '/' && value.find('/', 1) != value.npos &&
          value.find_first_of("+=") == value.npos);
}

bool is_prose(std::string_view value) {
  if (any(value, [](char c) { return static_cast<uint8_t>(c) >= 0x80; }) && !any(value, is_digit))
    return true;
  if (value.find(' ') == value.npos) return false;
  const auto words = words_of(value);
  const auto known = static_cast<size_t>(std::count_if(
      words.begin(), words.end(), [](const std::string& word) { return among(word, kProse); }));
  return known * 3 >= words.size();
}

bool is_function_word(std::string_view value) {
  const std::string low = lowered(value);
  return among(low, kProse) || among(low, kOpeners);
}

bool takes_setting(std::string_view callee) {
  const auto words = words_of(callee);
  return !words.empty() && (words.back() == "set" ||
                            std::any_of(words.begin(), words.end(), [](const std::string& word) {
                              return among(word, kSettings);
                            }));
}

bool looks_random(std::string_view value) {
  if (value.size() < 8) return false;
  if (value.starts_with("0x") && value.size() <= 18) return false;
  size_t turns = 0, digits = 0, letters = 0, other = 0;
  for (size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    digits += is_digit(c);
    letters += is_letter(c);
    other += !is_digit(c) && !is_letter(c);
    if (i == 0) continue;
    const char b = value[i - 1];
    turns += (is_digit(c) && is_letter(b)) || (is_letter(c) && is_digit(b)) ||
             (is_upper(c) && is_lower(b)) || (is_digit(b) && is_digit(c) && b != c && i % 3 == 0);
  }
  if (letters == 0 || (value.find_first_of("()[]{}|*<") != value.npos && entropy(value) < 4.8))
    return false;
  if (value.find(' ') != value.npos)
    return digits > 0 && other * 5 >= value.size() && entropy(value) >= 4.8;
  if (digits > 0 && entropy(value) >= 4.8) return true;
  if (digits == 0 && (value.size() < 20 || !any(value, is_upper) || !any(value, is_lower)))
    return false;
  if (other * 3 > value.size()) return digits > 0 && entropy(value) >= 3.5;
  return turns >= std::max<size_t>(3, value.size() / 6) &&
         entropy(value) >= (value.size() < 24 ? 2.5 : 3.0);
}

bool names_secret(std::string_view value) {
  if (any(value, is_digit)) return false;
  if (!std::all_of(value.begin(), value.end(), [](char c) {
        return is_letter(c) || c == '_' || c == '-' || c == '.' || c == ':' || c == '/' || c == ' ';
      }))
    return false;
  const std::string low = lowered(value);
  return std::any_of(std::begin(kPasswords), std::end(kPasswords),
                     [&](std::string_view word) { return low.find(word) != low.npos; }) ||
         low.find("pass") != low.npos || ends_in(low, kTokens) || low.ends_with("key");
}

bool is_code(std::string_view value) {
  if (value.find_first_of("()[]{}|*") != value.npos) return true;
  for (const std::string_view part : {"::", "->", "=>", "&&", "!="})
    if (value.find(part) != value.npos) return true;
  if (std::all_of(value.begin(), value.end(), is_digit)) return value.size() < 4;
  // Names joined by dots; digits only at the end of them, and one at most.
  size_t digits = 0;
  for (size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (is_digit(c)) {
      const bool ends = i + 1 == value.size() || value[i + 1] == '.' || value[i + 1] == '_';
      if (!ends || ++digits > 1) return false;
    } else if (!is_letter(c) && c != '_' && c != '.' && c != '$' && c != '&' && c != '?') {
      return false;
    }
  }
  return !is_digit(value.front());
}

}  // namespace dossier::redaction
