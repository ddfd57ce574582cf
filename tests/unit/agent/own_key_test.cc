// The key of a model's service in what the service says: as it is, encoded, and in pieces.
#include "agent/models/own_key.h"

#include <catch2/catch.hpp>

#include "agent/models/http.h"

using namespace dossier;
using models::KeylessPieces;
using models::OwnKey;

namespace {

const std::string kKeyOfTest = "a/b\"c=d-0123", kMarkOfKey = "[redacted:assigned-secret]";

}  // namespace

TEST_CASE("a key is taken out as it is, percent-encoded and escaped") {
  const OwnKey key(kKeyOfTest);
  for (const std::string form :
       {"a/b\"c=d-0123", "a%2Fb%22c%3Dd-0123", "a%2fb%22c%3dd-0123", R"(a/b\"c=d-0123)"})
    CHECK(key.without("<" + form + form + ">") == "<" + kMarkOfKey + kMarkOfKey + ">");
  CHECK(key.without("a/b\"c=d-012 a/b\"c") == "a/b\"c=d-012 a/b\"c");
  const Json value = Json::object(
      {{"q", Json(Json::Array{Json(kKeyOfTest), Json(7)})}, {kKeyOfTest, Json::object({})}});
  CHECK(key.without_in(value).dump() ==
        R"({"q":["[redacted:assigned-secret]",7],"[redacted:assigned-secret]":{}})");
}

TEST_CASE("what is shorter than a key would be taken out of ordinary words") {
  CHECK(OwnKey("sixteen").without("sixteen") == "sixteen");
  CHECK(OwnKey("eighteen").without("eighteen") == kMarkOfKey);
  CHECK(OwnKey().without("") == "");
}

TEST_CASE("a key is taken out wherever pieces part it") {
  const OwnKey key(kKeyOfTest);
  const std::string text = "a/" + kKeyOfTest + " a%2fb%22c%3dd-0123, a/b\"c";
  for (size_t size = 1; size <= text.size(); ++size) {
    KeylessPieces pieces(key);
    std::string shown;
    for (size_t at = 0; at < text.size(); at += size)
      shown += pieces.feed(std::string_view(text).substr(at, size));
    INFO(size);
    CHECK(shown == "a/" + kMarkOfKey + " " + kMarkOfKey + ", ");
    CHECK(pieces.finish() == "a/b\"c");
  }
}

TEST_CASE("what a service says of a failure is told without the key that it repeats") {
  const std::string key = "sk-proj-" + std::string(40, 'q');
  ModelSettings settings;
  settings.attempts = 1;
  for (const auto outcome : {models::Attempt::failed, models::Attempt::again}) {
    std::string told;
    try {
      models::with_retries(settings, {}, {}, [&](int64_t) {
        return models::Attempt{outcome, {}, "HTTP 401: bad key Authorization: Bearer " + key};
      });
    } catch (const Error& error) {
      told = error.message();
    }
    CHECK(told.find("HTTP 401") != told.npos);
    CHECK(told.find(key) == told.npos);
  }
}
