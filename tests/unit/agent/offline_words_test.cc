// What offline answers know of words, and what they find of them in the lines of a file.
#include <catch2/catch.hpp>
#include <string>

#include "agent/offline/place_words.h"
#include "agent/offline/rank.h"

using namespace dossier;
using offline::Place;

namespace {

const offline::Term* term_called(const offline::Question& question, std::string_view word) {
  for (const auto& term : question.terms)
    if (term.word == word) return &term;
  return nullptr;
}

bool brings_in(const offline::Term& term, std::string_view word) {
  for (const auto& one : term.alternatives)
    if (one.word == word) return true;
  return false;
}

std::vector<offline::PlaceWords> words_of(const std::vector<Place>& places, std::string_view text,
                                          const offline::Question& question) {
  offline::Likeness likeness(question);
  return offline::words_of_places(places, text, question,
                                  std::vector<double>(question.terms.size(), 1), likeness);
}

}  // namespace

TEST_CASE("a phrase of a question is one term and brings in what it means") {
  const auto question = offline::question_of("how long before a header is left out?");
  REQUIRE(question.terms.size() == 3);
  CHECK(brings_in(question.terms[0], "timeout"));
  CHECK(question.terms[1].word == "header");
  const auto* omitted = term_called(question, "left out");
  REQUIRE(omitted != nullptr);
  CHECK(brings_in(*omitted, "exclude"));
  CHECK_FALSE(brings_in(*omitted, "right"));
  // The longest counts: not "time out" alone.
  CHECK(offline::phrase_at({"at", "the", "same", "time"}, 0)->stems.size() == 4);
  CHECK(offline::phrase_at({"at", "the"}, 0) == nullptr);
  CHECK(offline::phrase_at({"at"}, 0) == nullptr);
}

TEST_CASE("a name that is written as in code keeps all its words") {
  const auto question = offline::question_of("where is last_seen_at set, and who is seen?");
  CHECK(term_called(question, "last") != nullptr);
  CHECK(term_called(question, "seen") != nullptr);
  CHECK(term_called(question, "at") != nullptr);
  CHECK(term_called(question, "who") == nullptr);
  CHECK(term_called(offline::question_of("who reads isOn?"), "on") != nullptr);
  CHECK(term_called(offline::question_of("what is on?"), "on") == nullptr);
  CHECK(offline::question_of("_ __ _a").terms.empty());
}

TEST_CASE("contractions and fillers of a question say nothing") {
  for (const auto* text :
       {"why doesn't it retry?", "why doesn\u2019t it retry?", "they're what can't retry",
        "what won't retry in order to", "sort of retry, for example"}) {
    CAPTURE(text);
    const auto question = offline::question_of(text);
    REQUIRE(question.terms.size() == 1);
    CHECK(question.terms[0].word == "retry");
  }
  CHECK(term_called(offline::question_of("in which order are they?"), "order") != nullptr);
  CHECK(term_called(offline::question_of("what are the player's lives?"), "player") != nullptr);
}

TEST_CASE("forms that a stemmer does not know bring in their word") {
  const auto question = offline::question_of("where are indices written?");
  CHECK(brings_in(*term_called(question, "written"), "write"));
  CHECK(brings_in(*term_called(question, "indices"), "index"));
  CHECK(offline::base_of("write") == nullptr);
}

TEST_CASE("a kind says something where it is spoken of, not where it is asked for") {
  CHECK(term_called(offline::question_of("which field holds the size"), "field") == nullptr);
  const auto question = offline::question_of("how is a field read by reflection");
  const auto* field = term_called(question, "field");
  REQUIRE(field != nullptr);
  CHECK(field->weight < 0.5);
}

TEST_CASE("a clause that says when or why counts less") {
  const auto question = offline::question_of("where does the cache evict entries when memory ends");
  CHECK(term_called(question, "cache")->weight == 1);
  CHECK(term_called(question, "memory")->weight < 1);
  // What is asked for may begin so.
  CHECK(offline::question_of("when is a snapshot taken").terms[0].weight == 1);
}

TEST_CASE("a common synonym says less of a term than a rare one") {
  offline::Term term{"cut", 1, false, {}};
  term.alternatives = {{"cut", "cut", true, false, 1},
                       {"trim", "trim", false, false, 0.6},
                       {"get", "get", false, false, 0.6}};
  const double rare = offline::weigh(term, {10, 10, 990}, 1000);
  CHECK(rare == Approx(offline::rarity_of(10, 1000)));
  CHECK(term.alternatives[0].strength == 1);
  CHECK(term.alternatives[1].strength == Approx(0.6));
  CHECK(term.alternatives[2].strength == Approx(0.6 * 0.3));  // the least
  // Where nothing holds its own word, it is as rare as its commonest synonym.
  offline::Term unknown{"cut", 1, false, {}};
  unknown.alternatives = {{"cut", "cut", true, false, 1}, {"trim", "trim", false, false, 0.6}};
  CHECK(offline::weigh(unknown, {0, 40}, 1000) == Approx(offline::rarity_of(40, 1000)));
}

TEST_CASE("lines are of the innermost symbol, and comments above one are its own") {
  const auto question = offline::question_of("evict stale entries");
  const std::string text =
      "class Cache {\n"
      "  int size;\n"
      "  // Evict what is stale:\n"
      "  // all entries.\n"
      "  void drop() {\n"
      "    stale.clear();\n"
      "  }\n"
      "}\n";
  const auto said = words_of({{1, 1, 8}, {2, 2, 2}, {3, 5, 7}}, text, question);
  REQUIRE(said.size() == 3);
  CHECK(said[0].counts.empty());
  CHECK(said[1].counts.empty());
  REQUIRE(said[2].counts.size() == 3);
  CHECK(said[2].counts[0] >= 1);
  CHECK(said[2].counts[1] >= 2);
  CHECK(said[2].counts[2] >= 1);
  // Two of three terms stand in one line, none has all.
  CHECK(said[2].together >= 2.0 / 3);
  CHECK(said[2].together < 1);
  CHECK(said[0].words == 2);
}

TEST_CASE("places that a text does not hold say nothing") {
  const auto question = offline::question_of("evict stale entries");
  const auto said =
      words_of({{1, 0, 0}, {2, 7, 9}, {3, 3, 1}, {4, -5, 100'000}}, "stale", question);
  REQUIRE(said.size() == 4);
  CHECK(said[0].counts.empty());
  CHECK(said[1].counts.empty());
  CHECK(said[2].counts.empty());
  CHECK(said[3].counts.at(1) == 1);
  CHECK(words_of({}, "stale entries", question).empty());
  CHECK(words_of({{1, 1, 1}}, "", question).at(0).counts.empty());
}
