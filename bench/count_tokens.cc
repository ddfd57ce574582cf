// What a model is sent to answer questions that take several tools, with each tool's schema and
// with run_auto_tool: bytes of all requests of a session, at four a token, and round trips. The
// dialogues are scripted (auto_tasks.json); the loop, the tools and the scripts are real.
//
//   count_tokens DATABASE TASKS [FOLDER]
//
// With FOLDER each request is written there, for a real tokenizer.
//
// Beyond our own tools there are copies of them under the names of other servers, as the tools of
// external servers have names: their schemas are as long as ours.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

#include "agent/auto/auto_tools.h"
#include "agent/chat.h"
#include "agent/tools/tools.h"
#include "agent/workspace/snapshot.h"
#include "engine/error.h"
#include "queries/open.h"

namespace {

using namespace dossier;

struct Counted {
  size_t bytes = 0, requests = 0;
};

// Replies in order, and counts what it is sent.
class Counting final : public Model {
 public:
  Counting(std::vector<Message> replies, std::string folder)
      : replies_(std::move(replies)), folder_(std::move(folder)) {}
  std::string name() const override { return "counting"; }
  bool native_calls() const override { return true; }

  ModelReply reply(const ModelRequest& request, const ModelListener&, std::stop_token) override {
    std::string sent = request.system;
    for (const auto& message : request.messages) sent += to_json(message).dump();
    for (const auto& tool : request.tools)
      sent += tool.name + tool.description + tool.schema.dump();
    sum.bytes += sent.size();
    if (!folder_.empty())
      std::ofstream(folder_ + "-" + std::to_string(sum.requests) + ".txt") << sent;
    if (sum.requests >= replies_.size()) throw Error(ErrorCode::io, "no more replies");
    return {replies_[sum.requests++], {}, {}};
  }

  Counted sum;

 private:
  std::vector<Message> replies_;
  const std::string folder_;
};

Message calling(const Json& calls) {
  Message out{Role::assistant, "", {}, {}};
  for (const auto& call : calls.each())
    out.calls.push_back({"c" + std::to_string(out.calls.size()), call.text("tool"), call["input"]});
  return out;
}

std::vector<Message> dialogue(const Json& task, bool automatic) {
  std::vector<Message> out;
  if (automatic)
    out.push_back(calling(Json::array().add(
        Json::object({{"tool", kAutoTool}, {"input", Json::object({{"code", task["code"]}})}}))));
  else
    for (const auto& turn : task["turns"].each()) out.push_back(calling(turn));
  out.push_back({Role::assistant, "That is it.", {}, {}});
  return out;
}

// Our own tools, and copies of them, `count` in all.
void fill(Toolbox& tools, Store& store, Workspace& files, size_t count) {
  Toolbox own;
  add_op_tools(own, store, {});
  add_file_tools(own, files);
  const size_t ours = own.all().size();
  // The few that the tasks need come first where there is no room for all.
  std::vector<std::string> first = {"broad_lookup", "show",        "callers",  "derived",
                                    "type_refs",    "refs",        "literals", "list_snapshots",
                                    "find",         "clear_lookup"};
  if (count >= ours) first.clear();
  for (const auto& name : first) {
    const Tool* tool = own.find(name);
    if (tool == nullptr) throw Error(ErrorCode::internal, "there is no such tool", name);
    tools.add(*tool);
  }
  for (size_t i = 0; tools.all().size() < count; ++i) {
    Tool tool = own.all()[i % ours];
    if (i >= ours) tool.spec.name = "server" + std::to_string(i / ours) + "__" + tool.spec.name;
    tools.add(std::move(tool));
  }
}

Counted run(Store& store, const Json& task, size_t count, bool automatic,
            const std::string& folder) {
  const auto base = snapshot_workspace(store, store.scope({}, {}));
  Toolbox tools;
  fill(tools, store, *base, count);
  Policy policy(Policy::kAgent);
  Counting model(dialogue(task, automatic), folder);
  SessionInfo info;
  info.title = "count";
  info.mode = "agent";
  info.model = model.name();
  Journal journal = Journal::begin(store, info, system_entropy());
  Transcript transcript(journal, {&model, &tools, &policy, &system_clock(), {}});
  std::optional<AutoTools> scripts;
  SetupOptions options;
  options.mode = "agent";
  options.model = model.name();
  options.native = true;
  if (automatic) {
    scripts.emplace(tools, AutoSettings());
    scripts->use(transcript, "/", "count");
    options.automatic = &*scripts;
  }
  Chat chat(transcript, set_up(tools, options), options.limits);
  const auto turn = chat.turn(task.text("question"), {}, {});
  if (!turn.answered) throw Error(ErrorCode::internal, turn.text, task.text("question"));
  for (const auto& result : results_in(journal.events()))
    if (!result.ok) throw Error(ErrorCode::internal, result.result.dump(), task.text("question"));
  return model.sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: count_tokens DATABASE TASKS [FOLDER]\n";
    return 1;
  }
  std::stringstream text;
  text << std::ifstream(argv[2]).rdbuf();
  const Json tasks = read_json(text.str());
  Store store = open_to_write(argv[1]);
  std::printf("| tools | tokens, traditional | auto-tools | part | round trips | auto-tools |\n");
  std::printf("| --- | --- | --- | --- | --- | --- |\n");
  for (const size_t count : {10u, 50u, 200u}) {
    Counted sums[2];
    for (size_t i = 0; i < tasks.each().size(); ++i)
      for (const bool automatic : {false, true}) {
        std::string folder;
        if (argc > 3)
          folder = std::string(argv[3]) + "/" + std::to_string(count) +
                   (automatic ? "-auto-" : "-traditional-") + std::to_string(i);
        const Counted one = run(store, tasks.each()[i], count, automatic, folder);
        sums[automatic].bytes += one.bytes;
        sums[automatic].requests += one.requests;
      }
    const double n = static_cast<double>(tasks.each().size());
    std::printf(
        "| %zu | %.0f | %.0f | %.2f | %.1f | %.1f |\n", count,
        static_cast<double>(sums[0].bytes) / 4 / n, static_cast<double>(sums[1].bytes) / 4 / n,
        static_cast<double>(sums[1].bytes) / static_cast<double>(sums[0].bytes),
        static_cast<double>(sums[0].requests) / n, static_cast<double>(sums[1].requests) / n);
  }
  return 0;
}
