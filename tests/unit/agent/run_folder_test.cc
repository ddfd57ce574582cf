// The folder of a batch: what a kill leaves of it, and who may go on.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "agent/evaluation/run.h"
#include "tests/unit/refusal.h"
#include "tests/unit/scratch.h"

using namespace dossier;
using namespace dossier::evaluation;
using test::failure_of;
using test::Scratch;

namespace {

Outcome ended(std::string id, std::string status) {
  Outcome outcome;
  outcome.id = std::move(id);
  outcome.status = std::move(status);
  outcome.turns = 3;
  return outcome;
}

const Json kOptions = Json::object({{"model", "scripted:a"}, {"max-turns", "5"}});

std::string statuses(const RunRecord& run) {
  std::string out;
  for (const auto& outcome : run.outcomes) out += outcome.id + "=" + outcome.status + " ";
  return out;
}

}  // namespace

TEST_CASE("a batch goes on with the cases that have no line") {
  const Scratch place;
  place.write("dataset/x", "");
  {
    RunFolder run(place / "run", place / "dataset", kOptions, false);
    run.append(ended("p/issue/a", "fixed"));
    run.append(ended("p/issue/b", "failed"));
  }
  RunFolder again(place / "run", place / "dataset", kOptions, true);
  CHECK(statuses(again.record()) == "p/issue/a=fixed p/issue/b=failed ");
  again.append(ended("p/issue/b", "fixed"));
  CHECK(statuses(read_run(place / "run")) == "p/issue/a=fixed p/issue/b=fixed ");
}

TEST_CASE("a line cut off at any byte is no line, and the next one stands alone") {
  const Scratch place;
  place.write("dataset/x", "");
  { RunFolder run(place / "run", place / "dataset", kOptions, false); }
  const std::string one = json_of(ended("p/issue/a", "fixed")).dump() + "\n";
  const std::string two = json_of(ended("p/issue/b", "fixed")).dump() + "\n";
  for (size_t cut = 0; cut < two.size(); ++cut) {
    place.write("run/results.jsonl", one + two.substr(0, cut));
    CHECK(statuses(read_run(place / "run")) == "p/issue/a=fixed ");
    RunFolder run(place / "run", place / "dataset", kOptions, true);
    run.append(ended("p/issue/c", "fixed"));
    CHECK(statuses(read_run(place / "run")) == "p/issue/a=fixed p/issue/c=fixed ");
  }
}

TEST_CASE("a damaged line in the middle is named") {
  const Scratch place;
  place.write("dataset/x", "");
  { RunFolder run(place / "run", place / "dataset", kOptions, false); }
  place.write("run/results.jsonl", "{\"case\":\n{}\n");
  CHECK(failure_of([&] { read_run(place / "run"); }).starts_with("corrupt: "));
  place.write("run/results.jsonl", "{\"case\":\"a\"}\n");
  CHECK(failure_of([&] { read_run(place / "run"); }) ==
        "corrupt: the line has no case or no status");
  place.write("run/batch.json", "{\"version\":2}\n");
  CHECK(failure_of([&] { read_run(place / "run"); }) ==
        "corrupt: not the options of a batch of this version");
}

TEST_CASE("one batch at a time writes a run, with the options that it began with") {
  const Scratch place;
  place.write("dataset/x", "");
  place.write("other/x", "");
  const auto begin = [&](const char* dataset, const Json& options, bool resume) {
    return failure_of([&] { RunFolder(place / "run", place / dataset, options, resume); });
  };
  {
    const RunFolder run(place / "run", place / "dataset", kOptions, false);
    CHECK(begin("dataset", kOptions, true) == "conflict: another batch writes this folder");
  }
  CHECK(begin("dataset", kOptions, false).starts_with("conflict: there is a batch in this folder"));
  CHECK(begin("dataset", kOptions, true).empty());
  CHECK(begin("dataset", Json::object({{"model", "scripted:b"}, {"max-turns", "5"}}), true) ==
        "conflict: the batch in this folder has other options: --model is \"scripted:a\" there and "
        "\"scripted:b\" here");
  CHECK(begin("dataset", Json::object({{"model", "scripted:a"}}), true)
            .ends_with("--max-turns is \"5\" there and not given here"));
  CHECK(begin("other", kOptions, true)
            .starts_with("conflict: the batch in this folder is of another dataset"));
}

TEST_CASE("a batch begins in no folder that holds others, as a dataset does") {
  const Scratch place;
  place.write("dataset/p/issue/a/premerge_1/x", "kept");
  const auto begin = [&](const char* folder) {
    return failure_of([&] { RunFolder(place / folder, place / "dataset", kOptions, true); });
  };
  CHECK(begin("dataset").starts_with("conflict: this folder holds others and no batch"));
  CHECK(place.read("dataset/p/issue/a/premerge_1/x") == "kept");
  CHECK_FALSE(std::filesystem::exists(place / "dataset/batch.lock"));
  place.write("files/notes.txt", "");
  CHECK(begin("files").empty());
}
