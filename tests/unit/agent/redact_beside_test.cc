// Secrets beside other text that must neither hide them nor be taken for one.
#include <catch2/catch.hpp>
#include <string>

#include "agent/redact.h"

using namespace dossier;

TEST_CASE("what begins where a secret ends is a secret, too") {
  const std::string two =
      "AI"
      "za" +
      std::string(35, 'b') +
      "gh"
      "p_" +
      std::string(36, 'a');
  CHECK(redact(two) == "[redacted:google-key][redacted:github-token]");
}

TEST_CASE("text after a mark is not a secret of its name") {
  CHECK(redact(R"({"a":"setx b,"pwd":063t- glsa_ AKIA_ rest)") ==
        R"({"a":"setx b,"pwd":[redacted:assigned-secret] glsa_ AKIA_ rest)");
}

TEST_CASE("terminal colors do not hide a token") {
  const std::string token = "sk-" + std::string("ant-") + std::string(24, 'k');
  CHECK(redact("\x1b[94m" + token + "\x1b[0m") == "\x1b[94m[redacted:anthropic-key]\x1b[0m");
  CHECK(redact("\x1b[1;31m" + token) == "\x1b[1;31m[redacted:anthropic-key]");
  CHECK(redact("m" + token) == "m" + token);
}

TEST_CASE("a token behind a character that is written as several is found") {
  const std::string token = "ghp_" + std::string("A1b2C3d4") + std::string(28, 'k');
  for (const std::string before : {R"(\n)", R"(\t)", R"(\\n)", R"(\u003c)", R"(\x3d)", R"(\075)",
                                   "%3D", "%20", "=3D", "\x1b[1;31m"}) {
    INFO(before);
    CHECK(redact("x" + before + token + "\"") == "x" + before + "[redacted:github-token]\"");
    CHECK(redact(before + token) == before + "[redacted:github-token]");
  }
  for (const std::string before : {"n", "3D", "%D", "u003c", "\\q", "%3x", "_"})
    CHECK(redact(before + token) == before + token);
}
