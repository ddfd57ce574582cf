#include "server/http/url.h"

#include <catch2/catch.hpp>

using namespace dossier;
using namespace std::literals;

TEST_CASE("percent escapes are decoded, and other text is kept") {
  struct Row {
    std::string_view text;
    std::string plain, query;  // without and with '+' as a space
  };
  const Row rows[] = {
      {"", "", ""},
      {"abc", "abc", "abc"},
      {"a+b", "a+b", "a b"},
      {"a%2Bb", "a+b", "a+b"},
      {"%41%7a", "Az", "Az"},
      {"%e2%82%ac", "€", "€"},
      {"%E2%82%AC", "€", "€"},
      {"%", "%", "%"},
      {"%4", "%4", "%4"},
      {"%4g", "%4g", "%4g"},
      {"%g1", "%g1", "%g1"},
      {"%%41", "%A", "%A"},
      {"100%", "100%", "100%"},
      {"%u0041", "%u0041", "%u0041"},
      {"%2541", "%41", "%41"},
      {"a%00b", "a\0b"s, "a\0b"s},
      {"%ff", "\xFF", "\xFF"},
      {"é", "é", "é"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(percent_decode(row.text, false) == row.plain);
    CHECK(percent_decode(row.text, true) == row.query);
  }
}

TEST_CASE("a query keeps its order, its repeats and its later equal signs") {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  struct Row {
    std::string_view query;
    Pairs pairs;
  };
  const Row rows[] = {
      {"", {}},
      {"&&", {}},
      {"a", {{"a", ""}}},
      {"a=", {{"a", ""}}},
      {"=a", {{"", "a"}}},
      {"b=2&a=1&b=3", {{"b", "2"}, {"a", "1"}, {"b", "3"}}},
      {"a=b=c", {{"a", "b=c"}}},
      {"p=Player.*%28Health%7CAttack%29", {{"p", "Player.*(Health|Attack)"}}},
      {"p=a?b", {{"p", "a?b"}}},
      {"p=%26%3D&q=+x+", {{"p", "&="}, {"q", " x "}}},
      {"a+b=c", {{"a b", "c"}}},
      {"a;b=c", {{"a;b", "c"}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.query);
    CHECK(parse_query(row.query) == row.pairs);
  }
}

TEST_CASE("a target splits into path and query") {
  struct Row {
    std::string_view target, path, query;
  };
  const Row rows[] = {
      {"/", "/", ""},
      {"/a?b=c", "/a", "b=c"},
      {"/a?b?c", "/a", "b?c"},
      {"/a#f", "/a", ""},
      {"/a?b#f?g", "/a", "b"},
      {"http://h:1/a?b", "/a", "b"},
      {"http://h", "/", ""},
      {"http://h?b", "", "b"},
      {"*", "*", ""},
      {"HTTPS://h/a", "/a", ""},
      {"http://h#/a", "/", ""},
      {"x?u=http://h/a", "x", "u=http://h/a"},
      {"ftp://h/a", "ftp://h/a", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.target);
    CHECK(split_target(row.target).path == row.path);
    CHECK(split_target(row.target).query == row.query);
  }
}

TEST_CASE("the authority of an absolute target ends where its path, query or fragment begins") {
  CHECK(authority_of("http://a:1/b@c") == "a:1");
  CHECK(authority_of("HttpS://a?b/c") == "a");
  CHECK(authority_of("http://a#@b") == "a");
  CHECK(authority_of("http://u@a/") == "u@a");
  CHECK(authority_of("http://") == "");
  for (const std::string_view other :
       {"/", "*", "a:1", "/x?u=http://a", "x?u=http://a", "ftp://a", "http:/a"}) {
    CAPTURE(other);
    CHECK(authority_of(other) == std::nullopt);
  }
}
