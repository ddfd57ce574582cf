// Times what sessions cost: time_sessions [FOLDER]. Makes its database in FOLDER (default: a
// temporary one), prints a Markdown table. Run by bench/sessions.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "agent/ask.h"
#include "agent/chat.h"
#include "agent/replay.h"
#include "agent/tools/tools.h"
#include "queries/open.h"

using namespace dossier;
using std::chrono::steady_clock;

namespace {

constexpr int kAppends = 20'000, kLong = 100'000, kTurns = 2'000, kPage = 100;

double since(steady_clock::time_point begun) {
  return std::chrono::duration<double, std::micro>(steady_clock::now() - begun).count();
}

double at(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

void row(const char* what, const char* measured, const char* target) {
  std::printf("| %s | **%s** | %s |\n", what, measured, target);
}

// A body of `size` bytes that no other has.
std::string body_of(int number, size_t size) {
  std::string text = "event " + std::to_string(number) + " ";
  uint64_t state = static_cast<uint64_t>(number) * 0x9E3779B97F4A7C15ull + 1;
  while (text.size() < size) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    text += std::to_string(state) + " ";
  }
  text.resize(size);
  return Json::object({{"role", "user"}, {"text", text}}).dump();
}

SessionInfo info_of(const char* mode) {
  SessionInfo info;
  info.title = "bench";
  info.mode = mode;
  info.model = "none";
  return info;
}

// Calls one tool, then answers: two replies a turn, at once.
class Instant final : public Model {
 public:
  std::string name() const override { return "instant"; }
  bool native_calls() const override { return true; }
  ModelReply reply(const ModelRequest& request, const ModelListener&, std::stop_token) override {
    Message message{Role::assistant, body_of(++count_, 1000), {}, {}};
    if (request.messages.back().role == Role::user)
      message.calls.push_back({"c", "look", Json::object({{"at", count_}})});
    return {std::move(message), {10, 10}, {}};
  }

 private:
  int count_ = 0;
};

Toolbox tools_of() {
  Toolbox tools;
  const SchemaField fields[] = {{"at", "integer", "Where"}};
  tools.add({{"look", "Looks", schema_of(fields)},
             Capability::lookup,
             false,
             [](const Json& input, const EditListener&, ToolResult& result) {
               result.result = body_of(static_cast<int>(input.number("at")), 1000);
             }});
  return tools;
}

void appends(Store& store) {
  Journal journal = Journal::begin(store, info_of("ask"), system_entropy());
  std::vector<double> times;
  for (int i = 0; i < kAppends; ++i) {
    const std::string body = body_of(i, 1500);
    const auto begun = steady_clock::now();
    journal.append(EventKind::message, {}, body);
    times.push_back(since(begun));
  }
  char text[80];
  std::snprintf(text, sizeof text, "%.0f µs", at(times, 0.5));
  row("append with commit, 1.5 KB body: median of 20,000", text, "≤ 50 µs");
  std::snprintf(text, sizeof text, "%.0f µs", at(times, 0.99));
  row("the same, 99th percentile", text, "reported");
}

int64_t long_session(Store& store) {
  Journal journal = Journal::begin(store, info_of("ask"), system_entropy());
  std::vector<SessionEvent> events;
  for (int i = 0; i < kLong; ++i)
    events.push_back({0, 0, i, -1, EventKind::message, {}, body_of(-i - 1, 1500)});
  journal.append_imported(events, 0, {});
  return journal.info().id;
}

void opens(Store& store, int64_t session) {
  std::vector<double> times;
  for (int i = 0; i < 21; ++i) {
    const auto begun = steady_clock::now();
    const Journal journal = Journal::open(store, session);
    size_t bytes = 0;
    for (const auto& event : journal.newest(kPage)) bytes += event.body.size();
    if (bytes == 0) std::abort();
    times.push_back(since(begun));
  }
  char text[80];
  std::snprintf(text, sizeof text, "%.2f ms", at(times, 0.5) / 1000);
  row("open a session of 100,000 events and read its newest 100", text, "≤ 50 ms");
  const auto begun = steady_clock::now();
  const Journal journal = Journal::open(store, session);
  if (journal.events().size() != kLong) std::abort();
  std::snprintf(text, sizeof text, "%.0f ms", since(begun) / 1000);
  row("read all of it, every hash derived again", text, "reported");
}

void turns(Store& store) {
  Instant model;
  const Toolbox tools = tools_of();
  Policy policy(Policy::kLookups);
  Journal journal = Journal::begin(store, info_of("ask"), system_entropy());
  Transcript transcript(journal, {&model, &tools, &policy, &system_clock(), {}});
  SetupOptions options;
  options.mode = "ask";
  options.native = true;
  Chat chat(transcript, set_up(tools, options), options.limits);
  std::vector<double> times;
  for (int i = 0; i < kTurns; ++i) {
    const std::string text = body_of(i, 300);
    const auto begun = steady_clock::now();
    chat.turn(text, {}, {});
    times.push_back(since(begun));
  }
  char text[80];
  std::snprintf(text, sizeof text, "%.2f ms", at(times, 0.5) / 1000);
  row("a turn with one call of a tool, beside the model: median of 2,000", text, "≤ 2 ms");
  std::snprintf(text, sizeof text, "%.2f ms", at({times.end() - 100, times.end()}, 0.5) / 1000);
  row("the same, turns 1,901 to 2,000 of one conversation", text, "≤ 2 ms");

  const auto& record = journal.events();
  const auto begun = steady_clock::now();
  const Replayed replayed = replay_strictly(record, tools, "");
  if (replayed.divergence) std::abort();
  std::snprintf(text, sizeof text, "%.0f events/s",
                static_cast<double>(record.size()) / (since(begun) / 1e6));
  row("strict replay of that conversation", text, "≥ 10,000 events/s");
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder = argc > 1 ? argv[1] : "";
  const bool own = folder.empty();
  if (own) {
    folder = (std::filesystem::temp_directory_path() / "dossier-sessions-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return 1;
  }
  {
    Store store = open_to_write(folder + "/sessions.db");
    std::printf("|  | measured | target |\n| --- | --- | --- |\n");
    appends(store);
    turns(store);
    opens(store, long_session(store));
  }
  if (own) std::filesystem::remove_all(folder);
  return 0;
}
