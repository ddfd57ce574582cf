// Bounds on what a model says, where no socket is needed: tests/security/peers.py has the others.
#include "agent/bounds.h"

#include <catch2/catch.hpp>

#include "agent/model.h"
#include "agent/models/http.h"
#include "agent/models/own_key.h"
#include "agent/models/providers.h"
#include "agent/models/sse.h"
#include "agent/models/stream.h"
#include "agent/protocol.h"
#include "agent/report.h"
#include "engine/child.h"
#include "engine/error.h"
#include "tests/unit/agent/recorded.h"
#include "tests/unit/refusal.h"

using namespace dossier;

namespace {

std::string many_times(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

ModelReply ask_process(const std::string& command, ModelRequest request = {}) {
  request.messages = {{Role::user, "hi", {}, {}}};
  return open_model("process:" + command)->reply(request, nullptr, {});
}

}  // namespace

TEST_CASE("an address or a header that would be two lines is refused before anything is sent") {
  const auto refused = [](const std::string& url,
                          std::vector<std::pair<std::string, std::string>> headers) {
    const models::HttpPost request{url, std::move(headers), "{}", 1000};
    try {
      models::post(request, [](std::string_view, const std::string&) { return true; }, {});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing is refused");
  };
  CHECK(refused("http://127.0.0.1:1/a b", {}) ==
        "http://127.0.0.1:1/a b: the model's address has a space or a line break");
  CHECK(refused("ftp://127.0.0.1/", {}) ==
        "ftp://127.0.0.1/: the model's address must begin with http:// or https://");
  CHECK(refused("http://127.0.0.1:1/", {{"X-One", "a\nX-Two: b"}}) ==
        "the header X-One has more than one line");
}

TEST_CASE("a limit is reported in its own unit") {
  CHECK(over("the reply", 16 << 20) == "the reply is over 16 MB");
  CHECK(over("the head", 256 << 10) == "the head is over 256 KB");
}

TEST_CASE("a budget of JSON values counts every value, over several texts") {
  JsonBudget budget{5};
  CHECK(std::holds_alternative<Json>(parse_json("[1,2,3]", budget)));
  CHECK(budget.values == 1);
  CHECK(std::holds_alternative<Json>(parse_json("{}", budget)));
  CHECK(budget.values == 0);
  const auto fault = parse_json("null", budget);
  REQUIRE(std::holds_alternative<JsonFault>(fault));
  CHECK(std::get<JsonFault>(fault).message == "more values than are read at once");
  JsonBudget small{3};
  CHECK(std::holds_alternative<JsonFault>(parse_json("[1,2,3]", small)));
}

TEST_CASE("arguments over the budget are not an object") {
  JsonBudget budget{10};
  CHECK(models::arguments_of(R"({"a":1})", budget).fields() != nullptr);
  const std::string wide = R"({"a":[)" + many_times("1,", 20) + "1]}";
  CHECK(models::arguments_of(wide, budget) == Json(wide));
}

TEST_CASE("JSON of a text model is read within the budget") {
  const std::string wide = R"({"tool_calls":[)" + many_times("1,", 200'000) + "1]}";
  const Turn turn = json_calls().parse({Role::assistant, wide, {}, {}});
  REQUIRE(turn.faults.size() == 1);
  CHECK(turn.faults[0].message ==
        "the tool call is not one JSON object: more values than are read at once");
  const auto report = parse_report(wide);
  REQUIRE(std::holds_alternative<std::vector<Violation>>(report));
  CHECK(std::get<std::vector<Violation>>(report)[0].message.find("more values") !=
        std::string::npos);
}

TEST_CASE("an answer's lists and the complaints about it are short") {
  const auto report_with = [](size_t findings) {
    return R"({"version":1,"question":"","summary":"","steps":[],"findings":[)" +
           many_times("1,", findings - 1) + "1]}";
  };
  const auto many = std::get<std::vector<Violation>>(parse_report(report_with(1001)));
  REQUIRE(many.size() == 1);
  CHECK(many[0].message == "must have at most 1000 entries");
  const auto fewer = std::get<std::vector<Violation>>(parse_report(report_with(1000)));
  CHECK(fewer.size() >= 1000);
  const std::string told = correction_of(fewer);
  CHECK(told.find("- and " + std::to_string(fewer.size() - 20) + " more\n") != std::string::npos);
  CHECK(told.size() < 4000);
  const auto few = std::get<std::vector<Violation>>(parse_report(report_with(1)));
  CHECK(correction_of(few).find("more\n") == std::string::npos);
}

TEST_CASE("the output of a process is limited, and its diagnostics are truncated") {
  CHECK(test::failure_of([] { ask_process("yes"); }) == "limit: the command's reply is over 16 MB");
  // Exactly the bound is a reply.
  const std::string most = std::to_string(kPeerBounds.message_bytes);
  CHECK(ask_process("head -c " + most + " /dev/zero").message.text.size() ==
        kPeerBounds.message_bytes);
  const ModelReply noisy = ask_process("sh -c 'head -c 1000000 /dev/zero >&2; echo fine'");
  CHECK(noisy.message.text == "fine\n");
  CHECK(noisy.diagnostics.size() == Child::kMostErrors);
}

TEST_CASE("a reply and its record have a bound, whatever the model") {
  test::Run run;
  Journal journal = run.begin();
  // Of the second, each byte takes six in the record.
  test::Replies model(test::said({std::string((16 << 20) + 1, 'x'), std::string(9 << 20, '\x01'),
                                  std::string(16 << 20, 'x')}));
  Transcript transcript(journal, {&model, &run.tools, &run.policy, &run.clock, {}});
  const auto asked = [&] {
    Message raw;
    const auto outcome = transcript.reply({}, nullptr, {}, raw);
    const auto* error = std::get_if<Error>(&outcome);
    return error != nullptr ? std::string(name_of(error->code())) + ": " + error->message() : "";
  };
  CHECK(asked() == "limit: the reply is over 16 MB");
  CHECK(asked() == "limit: the record of the reply is over 48 MB");
  CHECK(asked().empty());
  CHECK(journal.size() == 6);
  CHECK(test::refusal_of([&] {
          journal.append(EventKind::message, "", std::string(kMaxEventBytes + 1, 'x'));
        }).find("an event of a session is over 48 MB") != std::string::npos);
  CHECK(journal.size() == 6);
}

TEST_CASE("the parts of a reply have a bound, however small they are") {
  const ModelListener nobody;
  const models::OwnKey key("");
  for (const bool is_text : {true, false}) {
    models::Gathering reply{nobody, key, {}, {}};
    models::PartialCall& call = reply.calls[0];
    const auto add = [&] { is_text ? reply.add_text("x") : reply.add_arguments(call, ""); };
    for (size_t i = 0; i < kPeerBounds.parts; ++i) add();
    CHECK(reply.over().empty());
    reply.add_text("");  // nothing
    CHECK(reply.over().empty());
    add();
    CHECK(reply.over() == "the reply has over 500000 parts");
  }
}

TEST_CASE("a request has the smaller of its own timeout and the settings'") {
  ModelRequest request;
  ModelSettings settings;
  settings.timeout_ms = 100;
  CHECK(models::within(settings, request).timeout_ms == 100);
  request.timeout_ms = 7;
  CHECK(models::within(settings, request).timeout_ms == 7);
  request.timeout_ms = -5;
  CHECK(models::within(settings, request).timeout_ms == 1);
  request.timeout_ms = 300;
  CHECK(test::failure_of([&] { ask_process("sleep 60", request); }) ==
        "limit: no reply within 0.300 s");
}

TEST_CASE("the size of an unfinished event is reported") {
  models::EventStream events;
  events.feed("event: name\ndata: " + std::string(100, 'x'));
  CHECK(events.pending() == 4 + 6 + 100);
  events.feed("\ndata: y\n");
  CHECK(events.pending() == 4 + 102);
  CHECK(events.feed("\n").size() == 1);
  CHECK(events.pending() == 0);
}

TEST_CASE("an answer over its limit is not retried") {
  models::HttpAnswer answer;
  answer.status = 200;
  answer.over = true;
  answer.error = "the answer is over 64 MB";
  const models::Attempt attempt = models::attempt_of(answer);
  CHECK(attempt.outcome == models::Attempt::failed);
  CHECK(attempt.code == ErrorCode::limit);
  CHECK(attempt.why == answer.error);
}

TEST_CASE("a peer's own words are truncated in messages") {
  models::HttpAnswer answer;
  answer.status = 400;
  answer.body = R"({"error":{"message":")" + many_times("word ", 1000) + R"("}})";
  CHECK(models::attempt_of(answer).why == "HTTP 400: " + many_times("word ", 60));
  answer.body = R"({"error":"short"})";
  CHECK(models::attempt_of(answer).why == "HTTP 400: short");
  answer.body = R"({"message":"other"})";
  CHECK(models::attempt_of(answer).why == "HTTP 400: other");
}
