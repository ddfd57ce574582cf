// What a session keeps and shows of secrets that stand where nobody looks for them.
#include <catch2/catch.hpp>

#include "agent/foreign/recorder.h"
#include "agent/redact.h"
#include "agent/transcript.h"
#include "queries/open.h"

using namespace dossier;

namespace {

struct Here {
  Store store = open_in_memory();
  Toolbox tools;
  Policy policy{Policy::kLookups};
  Clock& clock = system_clock();

  Journal begin() {
    SessionInfo info;
    info.title = "t";
    info.mode = "automation";
    return Journal::begin(store, info, system_entropy());
  }
};

}  // namespace

TEST_CASE("listeners to a reply never get a secret, however it is split") {
  class Pieces final : public Model {
   public:
    std::string name() const override { return "pieces"; }
    bool native_calls() const override { return false; }
    ModelReply reply(const ModelRequest&, const ModelListener& listener, std::stop_token) override {
      const std::string text = "The key is sk-ant-" + std::string(24, 'k') + " as you know.";
      listener({ModelProgress::piece, "half sk-ant-kk"});
      listener({ModelProgress::retry, "Authorization: Bearer abcdef123456"});
      for (const char c : text) listener({ModelProgress::piece, std::string_view(&c, 1)});
      return {{Role::assistant, text, {}, {}}, {}, {}};
    }
  };
  Here here;
  Journal journal = here.begin();
  Pieces model;
  Transcript transcript(journal, {&model, &here.tools, &here.policy, &here.clock, {}});
  std::string heard, retried;
  Message raw;
  transcript.reply(
      {},
      [&](const ModelProgress& progress) {
        (progress.kind == ModelProgress::piece ? heard : retried) += progress.text;
      },
      {}, raw);
  CHECK(heard == "The key is [redacted:anthropic-key] as you know.");
  CHECK(retried == "Authorization: Bearer [redacted:bearer]");
}

TEST_CASE("secrets are hidden in names of tools, keys of inputs, paths and findings") {
  Here here;
  Journal journal = here.begin();
  const std::string secret =
      "gl"
      "pat-" +
      std::string(20, 'x');
  Transcript transcript(journal, {nullptr, &here.tools, &here.policy, &here.clock, {}});
  transcript.call({secret, secret, Json::object({{secret, secret}})});
  transcript.refuse({secret, secret, Json::object()}, "no " + secret);
  Edit edit{secret + ".txt", std::nullopt, "x", 1, 0, "+" + secret};
  journal.append_edit(edit, "");
  journal.append_answer("{}", {{{secret, secret, secret, secret, {}, {}, secret, secret}, secret}});
  for (const auto& event : journal.events()) {
    INFO(event.body);
    CHECK(event.tool.find(secret) == std::string::npos);
    CHECK(event.body.find(secret) == std::string::npos);
  }
  Statement findings(here.store.database(), "SELECT * FROM findings");
  REQUIRE(findings.step());
  for (int column = 0; column < findings.columns(); ++column)
    CHECK(findings.text(column).find(secret) == std::string::npos);
}

TEST_CASE("a secret split between parts of one message is joined") {
  const std::string token =
      "gl"
      "pat-" +
      std::string(20, 'x');
  const auto shown = [](const std::vector<std::string>& parts) {
    return redact(foreign::joined_parts(parts));
  };
  CHECK(shown({"The token is " + token.substr(0, 12), token.substr(12) + " now."}) ==
        "The token is [redacted:gitlab-token] now.");
  CHECK(shown({"It is " + token.substr(0, 3), token.substr(3, 9), token.substr(12), "Next"}) ==
        "It is [redacted:gitlab-token]\nNext");
  CHECK(shown({"postgres://bob:hun", "ter22@db/x"}) ==
        "postgres://bob:[redacted:url-password]@db/x");
  CHECK(shown({"password: hunter2", "More text", "", "end"}) ==
        "password: [redacted:assigned-secret]\nMore text\n\nend");
}
