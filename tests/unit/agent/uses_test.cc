// What the lines around the uses of a candidate say of it.
#include <catch2/catch.hpp>
#include <string>

#include "agent/offline/uses.h"

using namespace dossier;

namespace {

// A file with `reset` in its first line, and a user of it in all that follow. Of the question "is
// the pool full", "pool" is the first term.
class UsingFile {
 public:
  UsingFile& line(std::string_view text, int times = 1) {
    for (int i = 0; i < times; ++i) text_ += std::string(text) + "\n";
    return *this;
  }
  void add_to(offline::Uses& uses) const {
    const std::string text = "int reset() { return pool + reset(); }\n" + text_;
    const std::vector<offline::Place> places{{1, 1, 1}, {2, 2, 100'000}};
    offline::Likeness likeness(question);
    offline::LineWords lines;
    offline::words_of_places(places, text, question, std::vector<double>(question.terms.size(), 1),
                             likeness, &lines);
    uses.add(text, places, std::move(lines));
  }
  // The part of the uses of `reset` that say "pool"; `before` other candidates are better.
  float pool_around_reset(size_t before = 0) const {
    offline::Uses uses;
    add_to(uses);
    std::vector<offline::Candidate> best(before + 1);
    best.back().name = "reset";
    best.back().symbol = 1;
    uses.say(best, question.terms.size());
    return best.back().said[offline::kAround].empty() ? -1 : best.back().said[offline::kAround][0];
  }

 private:
  offline::Question question = offline::question_of("is the pool full");
  std::string text_;
};

}  // namespace

TEST_CASE("what stands around the uses of a candidate is said of it") {
  CHECK(UsingFile().line("give(pool);").line("reset();").pool_around_reset() ==
        Approx(1 / 1.5).epsilon(0.001));
  // Of two uses one; several on a line are one.
  CHECK(UsingFile()
            .line("give(pool);")
            .line("reset(); reset();")
            .line("", 20)
            .line("reset();")
            .pool_around_reset() == Approx(1 / 2.5).epsilon(0.001));
  // Its own lines are no use of it, nor is a longer name.
  CHECK(UsingFile().line("").pool_around_reset() == 0);
  CHECK(UsingFile().line("", 20).line("reset_pool();").pool_around_reset() == 0);
}

TEST_CASE("lines far from a use do not count") {
  const auto above = [](int lines) {
    return UsingFile().line("pool").line("", lines - 1).line("reset();").pool_around_reset();
  };
  CHECK(above(10) > 0);
  CHECK(above(11) == 0);
  const auto below = [](int lines) {
    return UsingFile()
        .line("", 20)
        .line("reset();")
        .line("", lines - 1)
        .line("pool")
        .pool_around_reset();
  };
  CHECK(below(3) > 0);
  CHECK(below(4) == 0);
}

TEST_CASE("uses of several files count together") {
  offline::Uses uses;
  UsingFile().line("pool.reset();").add_to(uses);
  UsingFile().line("", 20).line("a.reset();").add_to(uses);
  std::vector<offline::Candidate> best(1);
  best[0].name = "reset";
  best[0].symbol = 1;
  uses.say(best, 2);
  CHECK(best[0].said[offline::kAround].at(0) == Approx(1 / 2.5).epsilon(0.001));
}

TEST_CASE("of uses only so many are looked at, and of the best candidates only so many") {
  const auto behind = [](int uses) {
    return UsingFile()
        .line("", 20)
        .line("reset();", uses)
        .line("", 20)
        .line("pool.reset();")
        .pool_around_reset();
  };
  CHECK(behind(offline::kMostUses - 1) > 0);
  CHECK(behind(offline::kMostUses) == 0);
  UsingFile file;
  file.line("pool.reset();");
  CHECK(file.pool_around_reset(offline::kMostUsed - 1) > 0);
  CHECK(file.pool_around_reset(offline::kMostUsed) == -1);
}
