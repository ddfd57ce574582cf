// Globs of paths, as grep takes them: their braces.
#include <catch2/catch.hpp>

#include "store/index/contents.h"
#include "tests/unit/refusal.h"

namespace dossier {
namespace {

std::string repeated(int times, const std::string& text) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("braces of a glob stand for one of several texts") {
  CHECK(path_matches("*.{cc,h}", "src/a.h"));
  CHECK(path_matches("{a,b}.{cc,h}", "src/b.cc"));
  CHECK_FALSE(path_matches("*.{cc,h}", "src/a.c"));
  CHECK(path_matches("a{b", "a{b"));
}

// Somebody else may have written the glob: a model, or a client of the server.
TEST_CASE("what a glob's braces cost is bounded") {
  const auto refusal = [](const std::string& glob) {
    return test::failure_of([&] { path_matches(glob, "src/none"); });
  };
  CHECK(refusal(repeated(8, "{a,b}")).empty());
  CHECK(refusal(repeated(9, "{a,b}")) == "limit: a glob stands for more than 256 alternatives");
  const std::string too_large = "limit: a glob is longer than 64 KB, or has more than 64 braces";
  CHECK(refusal(repeated(64, "{a}")).empty());
  CHECK(refusal(repeated(65, "{a}")) == too_large);
  CHECK(refusal(std::string(64 << 10, 'a')).empty());
  CHECK(refusal(std::string((64 << 10) + 1, 'a')) == too_large);
}

}  // namespace dossier
