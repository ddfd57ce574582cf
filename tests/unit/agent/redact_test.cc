#include "agent/redact.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

using namespace dossier;

TEST_CASE("secrets are replaced by their pattern's name") {
  // Built from parts, so that no scanner takes this file for a leak.
  const std::string letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCD";
  const struct {
    std::string text, expected;
  } rows[] = {
      {"key sk-"
       "ant-" +
           letters + ".",
       "key [redacted:anthropic-key]."},
      {"sk-" + letters, "[redacted:openai-key]"},
      {"sk-proj-" + letters, "[redacted:openai-key]"},
      {"AK"
       "IAABCDEFGHIJKLMNOP",
       "[redacted:aws-key]"},
      {"ghp"
       "_" +
           letters.substr(0, 36),
       "[redacted:github-token]"},
      {"glpat"
       "-" +
           letters,
       "[redacted:gitlab-token]"},
      {"npm"
       "_" +
           letters.substr(0, 36),
       "[redacted:npm-token]"},
      {"xoxb"
       "-1234567890-abc",
       "[redacted:slack-token]"},
      {"AI"
       "za" +
           letters.substr(0, 35),
       "[redacted:google-key]"},
      {"sk"
       "_live_" +
           letters.substr(0, 24),
       "[redacted:stripe-key]"},
      {"eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM", "[redacted:jwt]"},
      {"Authorization: Bearer abcdef123456", "Authorization: Bearer [redacted:bearer]"},
      {"postgres://bob:hunter22@db/x", "postgres://bob:[redacted:url-password]@db/x"},
      {"password = \"correct horse\"", "password = \"correct horse\""},
      {"db_password: 'correct-horse'", "db_password: '[redacted:assigned-secret]'"},
      {"-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nx",
       "[redacted:private-key]\n\n\nx"},
      {"-----BEGIN PRIVATE KEY-----\nabc", "[redacted:private-key]\n"},
      {R"({"text":"password = \"correct-horse\""})",
       R"({"text":"password = \"[redacted:assigned-secret]\""})"},
      {R"("{\"api_key\": \"correct-horse\"}")",
       R"("{\"api_key\": \"[redacted:assigned-secret]\"}")"},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    CHECK(redact(row.text) == row.expected);
    CHECK(redact(redact(row.text)) == redact(row.text));
  }
}

TEST_CASE("a field's value is held against its key too") {
  const Json value = Json::object({{"password", "correct-horse"},
                                   {"name", "correct-horse"},
                                   {"list", Json::Array{"postgres://bob:hunter22@db/x"}}});
  CHECK(redacted(value).dump() ==
        R"({"password":"[redacted:assigned-secret]","name":"correct-horse",)"
        R"("list":["postgres://bob:[redacted:url-password]@db/x"]})");
  CHECK(redacted(redacted(value)) == redacted(value));
}

TEST_CASE("code is left as it is") {
  for (const std::string_view text :
       {"Game.Player::TakeDamage(System.Int32)", "string password = GetPassword();",
        "https://example.org/a:b@c", "d41d8cd98f00b204e9800998ecf8427e", "task-force-one-two-three",
        "\xFF\xFE bytes", "public const int MaxTokens = 4096;", ""})
    CHECK(redact(text) == text);
}

TEST_CASE("the documentation lists exactly the patterns that are built in") {
  std::ifstream file(DOSSIER_SOURCE_DIR "/docs/security.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string names, documented;
  for (const auto& pattern : secret_patterns()) names += std::string(pattern.name) + "\n";
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("| `")) documented += line.substr(3, line.find('`', 3) - 3) + "\n";
  CHECK(documented == names);
}
