#pragma once
// Sessions that a test records: a clock and ids that are the same every time, a model that says
// what it is given, and one tool.
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "agent/ask.h"
#include "agent/replay.h"
#include "agent/transcript.h"
#include "engine/error.h"
#include "queries/open.h"

namespace dossier::test {

class FixedClock final : public Clock {
 public:
  int64_t now_ms() override { return now_ += 10; }

 private:
  int64_t now_ = 1'700'000'000'000;
};

class FixedEntropy final : public Entropy {
 public:
  uint64_t next() override { return next_ += 0x0101010101010101; }

 private:
  uint64_t next_ = 0;
};

// Replies in order, whatever it is asked.
class Replies final : public Model {
 public:
  explicit Replies(std::vector<Message> replies) : replies_(std::move(replies)) {}
  std::string name() const override { return "replies"; }
  bool native_calls() const override { return false; }
  ModelReply reply(const ModelRequest& request, const ModelListener&, std::stop_token) override {
    last = request;
    if (next_ == replies_.size()) throw Error(ErrorCode::io, "no more replies");
    return {replies_[next_++], usage, {}};
  }
  ModelRequest last;
  Usage usage{5, 7};  // of each; negative: not told

 private:
  std::vector<Message> replies_;
  size_t next_ = 0;
};

inline std::vector<Message> said(std::initializer_list<std::string> texts) {
  std::vector<Message> out;
  for (const auto& text : texts) out.push_back({Role::assistant, text, {}, {}});
  return out;
}

inline Tool echo_tool(int& runs) {
  return {{"echo", "Says it again",
           schema_of(std::vector<SchemaField>{{"text", "string", "What to say"}})},
          Capability::lookup,
          false,
          [&runs](const Json& input, const EditListener&, ToolResult& result) {
            ++runs;
            result.result = Json::object({{"said", input.text("text")}});
          }};
}

inline const std::string kCall = R"({"tool_calls":[{"tool":"echo","input":{"text":"hello"}}]})";
inline const std::string kEmpty =
    R"({"version":1,"question":"?","summary":"nothing","steps":[],"findings":[]})";

struct Run {
  FixedClock clock;
  FixedEntropy entropy;
  Store store = open_in_memory(clock);
  Toolbox tools;
  int runs = 0;
  Policy policy{Policy::kLookups};

  Run() { tools.add(echo_tool(runs)); }

  Journal begin() {
    SessionInfo info;
    info.title = "t";
    info.mode = "automation";
    info.model = "replies";
    return Journal::begin(store, info, entropy);
  }
  AskResult ask(Journal& journal, Model& model, const std::string& question = "why?") {
    Transcript transcript(journal, {&model, &tools, &policy, &clock, {}});
    SetupOptions options;
    options.mode = "automation";
    options.model = "replies";
    return run_ask(transcript, set_up(tools, options), question, {}, {}, {});
  }
};

inline bool is_identical(const Journal& journal, const Toolbox& tools) {
  const Replayed replayed = replay_strictly(journal.events(), tools, "");
  return !replayed.divergence && replayed.events == journal.events().size();
}

inline std::string kinds(const Journal& journal) {
  std::string out;
  for (const auto& event : journal.events())
    out += (out.empty() ? "" : " ") + std::string(name_of(event.kind));
  return out;
}

}  // namespace dossier::test
