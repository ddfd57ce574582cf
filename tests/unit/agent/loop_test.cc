// The loop at its bounds: time, calls and faults, and that what ended there replays as it was.
#include "agent/loop.h"

#include <catch2/catch.hpp>

#include "agent/ask.h"
#include "agent/bounds.h"
#include "agent/chat.h"
#include "agent/replay.h"
#include "engine/clock.h"
#include "queries/open.h"

using namespace dossier;

namespace {

class TickingClock final : public Clock {
 public:
  int64_t now_ms() override { return now_ += 10; }

 private:
  int64_t now_ = 1'700'000'000'000;
};

// Says its lines in order, and keeps what it was asked last.
class Speaker final : public Model {
 public:
  explicit Speaker(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  std::string name() const override { return "speaker"; }
  bool native_calls() const override { return false; }
  ModelReply reply(const ModelRequest& request, const ModelListener&, std::stop_token) override {
    last = request;
    return {{Role::assistant, lines_.at(next_++), {}, {}}, {5, 7}, {}};
  }
  ModelRequest last;

 private:
  std::vector<std::string> lines_;
  size_t next_ = 0;
};

const std::string kEcho = R"({"tool_calls":[{"tool":"echo","input":{"text":"hello"}}]})";
const std::string kNothing =
    R"({"version":1,"question":"?","summary":"nothing","steps":[],"findings":[]})";

struct Place {
  TickingClock clock;
  Store store = open_in_memory(clock);
  Toolbox tools;
  int runs = 0;
  Policy policy{Policy::kLookups};

  Place() {
    const SchemaField fields[] = {{"text", "string", "What to say"}};
    tools.add({{"echo", "Says it again", schema_of(fields)},
               Capability::lookup,
               false,
               [this](const Json& input, const EditListener&, ToolResult& result) {
                 ++runs;
                 result.result = Json::object({{"said", input.text("text")}});
               }});
  }
  Journal begin() {
    SessionInfo info;
    info.mode = "automation";
    return Journal::begin(store, info, system_entropy());
  }
  Transcript transcript(Journal& journal, Model& model) {
    return Transcript(journal, {&model, &tools, &policy, &clock, {}});
  }
  static SetupOptions options(const std::string& mode, int64_t ms = 600'000) {
    SetupOptions out;
    out.mode = mode;
    out.limits.ms = ms;
    return out;
  }
  AskResult ask(Journal& journal, Model& model, int64_t ms = 600'000) {
    Transcript own = transcript(journal, model);
    const SetupOptions chosen = options("automation", ms);
    return run_ask(own, set_up(tools, chosen), "why?", chosen.limits, {}, {});
  }
  bool replays(const Journal& journal) const {
    const Replayed replayed = replay_strictly(journal.events(), tools, "");
    return !replayed.divergence && replayed.events == journal.events().size();
  }
};

}  // namespace

TEST_CASE("a session whose time is up replays as it was, whenever that is") {
  int answered = 0, late = 0;
  for (int64_t ms = 0; ms < 400; ms += 10) {
    INFO(ms);
    Place place;
    Journal journal = place.begin();
    Speaker model({kEcho, kEcho, kEcho, kNothing});
    const AskResult result = place.ask(journal, model, ms);
    answered += result.answered;
    late += result.problem == "time is up";
    CHECK((result.answered || result.problem == "time is up"));
    if (!model.last.messages.empty()) CHECK(model.last.timeout_ms <= ms);
    CHECK(place.replays(journal));
  }
  CHECK(answered > 0);
  CHECK(late > 0);
}

TEST_CASE("a chat's turn whose time is up replays as it was") {
  for (int64_t ms = 0; ms < 200; ms += 10) {
    INFO(ms);
    Place place;
    Journal journal = place.begin();
    const std::string action = "ACTION: LIST_DIR(path='.')";
    Speaker model({action, action, "One.", action, "Two.", "Three.", "Four."});
    place.policy = Policy(permissions_of("ask", ""), nullptr, "no");
    Transcript transcript = place.transcript(journal, model);
    const SetupOptions chosen = Place::options("ask", ms);
    Chat chat(transcript, set_up(place.tools, chosen), chosen.limits);
    chat.turn("first", {}, {});
    chat.turn("second", {}, {});
    CHECK(place.replays(journal));
  }
}

TEST_CASE("a reply with too many calls runs none of them") {
  for (const size_t count : {kPeerBounds.calls, kPeerBounds.calls + 1}) {
    std::string calls = R"({"tool_calls":[)";
    for (size_t i = 0; i < count; ++i)
      calls += std::string(i == 0 ? "" : ",") + R"({"tool":"echo","input":{"text":"hello"}})";
    Place place;
    Journal journal = place.begin();
    Speaker model({calls + "]}", kNothing});
    CHECK(place.ask(journal, model).answered);
    CHECK(place.runs == (count > kPeerBounds.calls ? 0 : 20));
    CHECK(place.replays(journal));
    if (count > kPeerBounds.calls)
      CHECK(model.last.messages.back().text.find("at most 256 calls of tools fit in one reply") !=
            std::string::npos);
  }
}

TEST_CASE("only the first of many faults are reported") {
  std::string reply;
  for (int i = 0; i < 1000; ++i) reply += "ACTION: NOTHING(path='a')\n";
  Place place;
  Journal journal = place.begin();
  Speaker model({reply, "Done."});
  Transcript transcript = place.transcript(journal, model);
  const SetupOptions chosen = Place::options("ask");
  Chat chat(transcript, set_up(place.tools, chosen), chosen.limits);
  CHECK(chat.turn("go", {}, {}).text == "Done.");
  const std::string& told = model.last.messages.back().text;
  CHECK(told.find("line 20: ") != std::string::npos);
  CHECK(told.find("line 21: ") == std::string::npos);
  CHECK(told.find("and 980 more") != std::string::npos);
  CHECK(place.replays(journal));
}
