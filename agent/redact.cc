#include "agent/redact.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace dossier {
namespace {

// Most specific first. Each needs a marker that ordinary code does not hold by chance.
constexpr SecretPattern kPatterns[] = {
    {"private-key",
     R"((-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z)))"},
    {"anthropic-key", R"(\b(sk-ant-[A-Za-z0-9_-]{20,}))"},
    {"openai-key", R"(\b(sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}))"},
    {"aws-key", R"(\b((?:AKIA|ASIA)[0-9A-Z]{16})\b)"},
    {"github-token", R"(\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}))"},
    {"gitlab-token", R"(\b(glpat-[A-Za-z0-9_-]{20,}))"},
    {"npm-token", R"(\b(npm_[A-Za-z0-9]{36,}))"},
    {"slack-token", R"(\b(xox[abeoprs]-[A-Za-z0-9-]{10,}))"},
    {"google-key", R"(\b(AIza[0-9A-Za-z_-]{35}))"},
    {"stripe-key", R"(\b([rs]k_(?:live|test)_[0-9A-Za-z]{16,}))"},
    {"jwt", R"(\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}))"},
    {"bearer",
     R"((?i)\bauthorization\\*["']?\s*[:=]\s*\\*["']?(?:bearer|basic)\s+([A-Za-z0-9._~+/=-]{8,}))"},
    {"url-password", R"([a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@'"]*:([^\s/@'"\[]{3,})@)"},
    {"assigned-secret",
     R"re((?i)(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret)\\*["']?\s*(?:=|:)\s*\\*["']((?:[^"'\s\[\\]|\\+[^"'\s\[\\]){8,})\\*["'])re"},
};

const std::vector<std::unique_ptr<RE2>>& compiled() {
  static const auto kCompiled = [] {
    std::vector<std::unique_ptr<RE2>> out;
    RE2::Options options;
    options.set_log_errors(false);
    options.set_encoding(RE2::Options::EncodingLatin1);  // any bytes
    for (const auto& pattern : kPatterns)
      out.push_back(std::make_unique<RE2>(pattern.regex, options));
    return out;
  }();
  return kCompiled;
}

std::string redact_one(const std::string& text, const RE2& regex, std::string_view name) {
  std::string out;
  size_t done = 0, from = 0;
  std::array<re2::StringPiece, 2> groups;
  while (from < text.size() &&
         regex.Match(text, from, text.size(), RE2::UNANCHORED, groups.data(), 2)) {
    const auto begin = static_cast<size_t>(groups[1].data() - text.data());
    out.append(text, done, begin - done);
    out += "[redacted:";
    out += name;
    out += ']';
    out.append(static_cast<size_t>(std::count(groups[1].begin(), groups[1].end(), '\n')), '\n');
    done = from = begin + groups[1].size();
  }
  return out.append(text, done);
}

// A field's value; as `key: "value"` it may be a secret that it is not by itself.
std::string redact_given(const std::string& key, const std::string& value) {
  std::string alone = redact(value);
  const std::string before = key + ": \"";
  const std::string given = redact(before + alone + "\"");
  if (!given.starts_with(before) || !given.ends_with('"')) return alone;
  return given.substr(before.size(), given.size() - before.size() - 1);
}

}  // namespace

std::span<const SecretPattern> secret_patterns() { return kPatterns; }

std::string redact(std::string_view text) {
  std::string out(text);
  for (size_t i = 0; i < std::size(kPatterns); ++i)
    out = redact_one(out, *compiled()[i], kPatterns[i].name);
  return out;
}

Json redacted(const Json& value) {
  if (const auto* text = value.string()) return redact(*text);
  if (const auto* items = value.items()) {
    Json out = Json::array();
    for (const auto& item : *items) out.add(redacted(item));
    return out;
  }
  if (const auto* fields = value.fields()) {
    Json out = Json::object();
    for (const auto& [key, field] : *fields)
      out.set(key, field.string() != nullptr ? Json(redact_given(key, *field.string()))
                                             : redacted(field));
    return out;
  }
  return value;
}

}  // namespace dossier
