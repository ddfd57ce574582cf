#include "server/http/guard.h"

#include <catch2/catch.hpp>

using namespace dossier;

TEST_CASE("Host headers that a loopback server answers to") {
  struct Row {
    std::string_view host;
    bool allowed;
  };
  const Row rows[] = {
      {"localhost", true},
      {"localhost:5015", true},
      {"LOCALHOST:5015", true},
      {"localhost.", true},
      {"dossier.localhost:1", true},
      {"127.0.0.1", true},
      {"127.0.0.1:8080", true},
      {"127.9.8.7", true},
      {"[::1]:5015", true},
      {"[::1]", true},
      {"[::ffff:127.0.0.1]", true},
      {"[::ffff:127.255.255.255]", true},
      {"[::ffff:7f00:1]", true},
      {"box.lan:5015", true},  // the configured name
      {"BOX.lan", true},

      {"", false},
      {":5015", false},
      {"evil.example", false},
      {"evil.example:5015", false},
      {"localhost.evil.example", false},
      {"notlocalhost", false},
      {"127.0.0.1.evil.example", false},
      {"127.0.0.1@evil.example", false},
      {"128.0.0.1", false},
      {"0.0.0.0", false},
      {"127.1", false},
      {"2130706433", false},
      {"126.255.255.255", false},
      {"[::2]", false},
      {"[::]", false},
      {"[1::1]", false},
      // Mapped addresses of other machines, and addresses that only look mapped.
      {"[::ffff:126.0.0.1]", false},
      {"[::ffff:128.0.0.1]", false},
      {"[::ffff:10.127.0.1]", false},
      {"[::ffff:0.0.0.1]", false},
      {"[::127.0.0.1]", false},
      {"[::fffe:127.0.0.1]", false},
      {"[1::ffff:127.0.0.1]", false},
      {"[::1", false},
      {"::1", false},
      {"[::1]x", false},
      {"localhost:50x", false},
      {"localhost:5015:1", false},
      {"localhost, evil.example", false},
      {"xbox.lan", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.host);
    CHECK(host_allowed(row.host, "box.lan") == row.allowed);
  }
}

TEST_CASE("Origins that are allowed") {
  CHECK(origin_allowed("", "127.0.0.1"));
  CHECK(origin_allowed("http://localhost:5015", "127.0.0.1"));
  CHECK(origin_allowed("http://127.0.0.1:5015", "127.0.0.1"));
  CHECK(origin_allowed("http://[::1]:5015", "127.0.0.1"));
  CHECK_FALSE(origin_allowed("null", "127.0.0.1"));
  CHECK_FALSE(origin_allowed("http://evil.example", "127.0.0.1"));
  CHECK_FALSE(origin_allowed("http://localhost.evil.example:5015", "127.0.0.1"));
  CHECK_FALSE(origin_allowed("http://localhost@evil.example", "127.0.0.1"));
}

TEST_CASE("Sec-Fetch-Site identifies pages of other sites") {
  for (const std::string_view site : {"", "same-origin", "none"}) CHECK(fetch_site_allowed(site));
  for (const std::string_view site : {"cross-site", "same-site", "same-origin, cross-site", "x"}) {
    CAPTURE(site);
    CHECK_FALSE(fetch_site_allowed(site));
  }
}

TEST_CASE("secrets are equal only when they are the same") {
  CHECK(equal_secret("abc", "abc"));
  CHECK_FALSE(equal_secret("abd", "abc"));
  CHECK_FALSE(equal_secret("ab", "abc"));
  CHECK_FALSE(equal_secret("abcabc", "abc"));
  CHECK_FALSE(equal_secret("", "abc"));
  CHECK_FALSE(equal_secret("a", ""));
  CHECK(equal_secret("", ""));
}

TEST_CASE("bearer tokens") {
  CHECK(bearer_token("Bearer abc") == "abc");
  CHECK(bearer_token("bearer  abc") == "abc");
  CHECK(bearer_token("Basic abc").empty());
  CHECK(bearer_token("Bearerabc").empty());
  CHECK(bearer_token("Bearer ").empty());
  CHECK(bearer_token("").empty());
}
