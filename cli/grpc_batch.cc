// dossier grpc batch: fixes every case of a dataset, each in processes of its own.
#include <poll.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>

#include "agent/evaluation/dataset.h"
#include "agent/evaluation/result.h"
#include "cli/agent.h"
#include "cli/batch_summary.h"
#include "cli/case_process.h"
#include "cli/grpc.h"
#include "cli/terminal.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;
using evaluation::DatasetCase;
using evaluation::Outcome;

constexpr int kPollMs = 200;
constexpr int64_t kGiveUpMs = 5'000;
constexpr int64_t kContextMs = 600'000;
constexpr int64_t kGraceMs = 60'000;  // beyond --timeout, after which a case is killed
constexpr size_t kMostLog = 256 << 20;
constexpr size_t kMostError = 400;
constexpr size_t kMostJobs = 64;
constexpr size_t kUsualTimeout = 600;  // seconds, that of `grpc fix`
constexpr size_t kMostSeconds = 604'800;

// What is passed on to `grpc fix` as it was given.
constexpr const char* kPassed[] = {"--max-turns", "--max-tokens", "--timeout", "--context-tokens",
                                   "--check",     "--permit",     "--prompts"};
constexpr std::string_view kName = "{name}";  // in --model
constexpr const char* kPassedFlags[] = {"--seed-only"};

// Whether a case's name stands for itself in a command, whatever reads it there.
bool is_word(const std::string& name) {
  return !name.starts_with('-') && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
  });
}

// The model of one case: each may have a script of its own.
std::string model_of(const std::string& pattern, const DatasetCase& one) {
  std::string out = pattern;
  if (const size_t at = out.find(kName); at != out.npos) out.replace(at, kName.size(), one.name);
  return out;
}

// The last line that a case printed, without the program's name before it.
std::string last_line(const fs::path& path) {
  std::error_code unknown;
  if (!fs::exists(path, unknown)) return {};
  std::string text = read_unreserved(path.string(), kMostLog);
  while (text.ends_with('\n')) text.pop_back();
  text.erase(0, text.rfind('\n') + 1);
  constexpr std::string_view kProgram = "dossier: ";
  if (text.starts_with(kProgram)) text.erase(0, kProgram.size());
  return printable(text).substr(0, kMostError);
}

// A case under way: its context is made first, then it is fixed.
struct Running {
  const DatasetCase* one = nullptr;
  fs::path folder;
  bool is_fixing = false;
  bool timed_out = false;
  int64_t began = 0, deadline = 0;
  std::optional<CaseProcess> child;
};

class Batch {
 public:
  Batch(const Invocation& invocation, std::vector<DatasetCase> cases, evaluation::RunFolder& run)
      : invocation_(invocation), cases_(std::move(cases)), run_(run) {
    const bool again = invocation.has("--retry");
    std::set<std::string> ended;
    for (const auto& outcome : run.record().outcomes)
      if (outcome.is_fixed() || !again) ended.insert(outcome.id);
    for (const auto& one : cases_)
      if (!ended.contains(one.id)) waiting_.push_back(&one);
    skipped_ = cases_.size() - waiting_.size();
    timeout_ms_ =
        static_cast<int64_t>(grpc_number(invocation, "--timeout", kUsualTimeout, kMostSeconds)) *
        1000;
  }

  /// False if it was stopped before its end.
  bool run(size_t jobs, std::stop_token stop) {
    jobs_ = jobs;
    began_ = steady_ms();
    if (skipped_ != 0)
      std::cerr << counted(static_cast<int64_t>(skipped_), "case") << " of " << cases_.size()
                << " ended before\n";
    while (!waiting_.empty() || !running_.empty()) {
      if (stop.stop_requested()) {
        give_up();
        return false;
      }
      while (running_.size() < jobs && !waiting_.empty()) {
        start(*waiting_.front());
        waiting_.pop_front();
      }
      wait();
    }
    return true;
  }

 private:
  void start(const DatasetCase& one) {
    Running running;
    running.one = &one;
    running.folder = run_.record().folder / one.id;
    running.began = steady_ms();
    fs::remove_all(running.folder);  // of a case that was killed, or is tried again
    fs::create_directories(running.folder);
    std::string fault = one.fault;
    if (fault.empty() && !is_word(one.name) && model_name(invocation_).starts_with("process:") &&
        model_name(invocation_).find(kName) != std::string::npos)
      fault = "its name does not go into a command: --model has {name}";
    if (!fault.empty()) {
      end(running, "failed", fault);
      return;
    }
    std::vector<std::string> arguments = {"grpc",
                                          "context",
                                          one.premerge.string(),
                                          one.merge.string(),
                                          "--out",
                                          running.folder.string()};
    pass_top(arguments);
    running.deadline = steady_ms() + kContextMs;
    spawn(running, std::move(arguments), "context.txt");
    running_.push_back(std::move(running));
  }

  // Contents in the files of the context, and in the first message.
  void pass_top(std::vector<std::string>& arguments) const {
    if (const auto top = invocation_.optional("--top"))
      arguments.insert(arguments.end(), {"--top", *top});
  }

  void fix(Running& running) {
    running.is_fixing = true;
    std::vector<std::string> arguments = {"grpc",
                                          "fix",
                                          running.folder.string(),
                                          "--log",
                                          (running.folder / evaluation::kLogFile).string(),
                                          "--model",
                                          model_of(model_name(invocation_), *running.one)};
    for (const char* name : kPassed)
      if (const auto value = invocation_.optional(name))
        arguments.insert(arguments.end(), {name, *value});
    for (const char* name : kPassedFlags)
      if (invocation_.has(name)) arguments.emplace_back(name);
    pass_top(arguments);
    running.deadline = steady_ms() + timeout_ms_ + kGraceMs;
    spawn(running, std::move(arguments), unfinished_diff());
  }

  static std::string unfinished_diff() { return std::string(evaluation::kDiffFile) + ".part"; }

  void spawn(Running& running, std::vector<std::string> arguments, const std::string& output) {
    arguments.insert(arguments.end(), {"--db", (running.folder / "dossier.db").string()});
    running.child.emplace(std::move(arguments), (running.folder / output).string(),
                          (running.folder / "errors.txt").string());
  }

  // Those under way have no line, and begin anew with the next --resume.
  void give_up() {
    for (auto& running : running_) running.child->interrupt();
    const int64_t deadline = steady_ms() + kGiveUpMs;
    for (auto& running : running_) {
      pollfd polled{running.child->ended(), POLLIN, 0};
      ::poll(&polled, 1, static_cast<int>(std::max<int64_t>(0, deadline - steady_ms())));
    }
    running_.clear();
  }

  // Until one has ended, or for a moment.
  void wait() {
    std::vector<pollfd> polled;
    for (const auto& running : running_) polled.push_back({running.child->ended(), POLLIN, 0});
    ::poll(polled.data(), polled.size(), kPollMs);
    const int64_t now = steady_ms();
    for (size_t i = polled.size(); i-- > 0;) {
      Running& running = running_[i];
      if (polled[i].revents == 0) {
        if (now > running.deadline) {
          running.timed_out = true;
          running.child->kill();
        }
        continue;
      }
      const int status = running.child->wait();
      if (!running.is_fixing && status == 0) {
        fix(running);
        continue;
      }
      settle(running, status);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void settle(Running& running, int status) {
    const std::string said = last_line(running.folder / "errors.txt");
    if (running.timed_out) return end(running, "timeout", "killed: it took too long");
    if (status < 0)
      return end(running, "crashed", "ended by signal " + std::to_string(-status) + ": " + said);
    if (running.is_fixing)
      fs::rename(running.folder / unfinished_diff(), running.folder / evaluation::kDiffFile);
    // How a dialogue came out is in its log.
    end(running, status == 0 || status == 2 ? "" : "failed", status == 0 ? "" : said);
  }

  void end(const Running& running, const std::string& status, const std::string& error) {
    Outcome outcome;
    outcome.id = running.one->id;
    outcome.status = status;
    outcome.error = error;
    outcome.ms = steady_ms() - running.began;
    evaluation::count_left(running.folder, outcome);
    run_.append(outcome);
    tell(outcome);
  }

  void tell(const Outcome& outcome) {
    ++done_;
    if (!outcome.is_fixed()) ++not_fixed_;
    spent_.tokens_in += outcome.tokens_in;
    spent_.tokens_out += outcome.tokens_out;
    spent_.is_estimated |= outcome.is_estimated;
    const size_t left = cases_.size() - skipped_ - done_;
    std::cerr << "[" << skipped_ + done_ << "/" << cases_.size() << "] " << outcome.id << ": "
              << outcome.status;
    if (!outcome.error.empty()) std::cerr << " (" << outcome.error << ")";
    std::cerr << ", " << counted(outcome.turns, "turn") << ", " << outcome.tokens_text()
              << " tokens, " << outcome.ms / 1000 << " s; so far " << not_fixed_ << " not fixed, "
              << spent_.tokens_text() << " tokens";
    if (left != 0)
      std::cerr << "; about "
                << duration((steady_ms() - began_) / static_cast<int64_t>(done_) *
                            static_cast<int64_t>(left))
                << " left";
    std::cerr << "\n";
  }

  static std::string duration(int64_t ms) {
    const int64_t seconds = (ms + 999) / 1000;
    if (seconds < 120) return std::to_string(seconds) + " s";
    return seconds < 7200 ? std::to_string(seconds / 60) + " min"
                          : std::to_string(seconds / 3600) + " h";
  }

  const Invocation& invocation_;
  std::vector<DatasetCase> cases_;
  evaluation::RunFolder& run_;
  std::deque<const DatasetCase*> waiting_;
  std::vector<Running> running_;
  size_t skipped_ = 0, done_ = 0, not_fixed_ = 0, jobs_ = 1;
  int64_t timeout_ms_ = 0, began_ = 0;
  Outcome spent_;
};

// What decides a case's result, and so has to be the same when a batch goes on.
Json options_of(const Invocation& invocation) {
  Json options = Json::object({{"model", model_name(invocation)}});
  for (const char* name : kPassed)
    if (const auto value = invocation.optional(name)) options.set(std::string(name + 2), *value);
  for (const char* name : kPassedFlags)
    if (invocation.has(name)) options.set(std::string(name + 2), true);
  if (const auto top = invocation.optional("--top")) options.set("top", *top);
  return options;
}

int run_grpc_batch(const Invocation& invocation) {
  const fs::path dataset = grpc_word(invocation, "DATASET");
  const auto jobs = grpc_number(invocation, "--jobs", 1, kMostJobs);
  auto cases = evaluation::cases_of(dataset);
  refuse_offline(invocation);
  const fs::path out =
      invocation.optional("--out").value_or(fs::canonical(dataset).string() + "-run");
  evaluation::RunFolder run(fs::absolute(out), dataset, options_of(invocation),
                            invocation.has("--resume") || invocation.has("--retry"));
  Interrupt interrupt;
  bool whole = false;
  {
    Batch batch(invocation, std::move(cases), run);
    whole = batch.run(jobs, interrupt.token());
  }
  print_batch(run.record().outcomes, invocation.json());
  if (!whole)
    throw Error(ErrorCode::conflict, "stopped; --resume goes on with what is left", out.string());
  const auto& outcomes = run.record().outcomes;
  return std::all_of(outcomes.begin(), outcomes.end(),
                     [](const Outcome& outcome) { return outcome.is_fixed(); })
             ? 0
             : 2;
}

}  // namespace

GrpcAction grpc_batch_action() {
  return {
      "batch",
      "  batch DATASET      fixes every case DATASET/PROJECT/{pullrequest,issue}/NAME, each in a\n"
      "                     process and a database of its own, in a folder of --out; what fails "
      "or\n"
      "                     crashes is told, and stops no other. --resume goes on after a stop of "
      "any\n"
      "                     kind without repeating a case that has ended. Options of fix are "
      "passed\n"
      "                     on. Exit status 2: not every case was fixed",
      {{"--jobs", "N", "batch: cases at a time (default: 1)"},
       {"--resume", "", "batch: go on with the batch that is in the folder"},
       {"--retry", "", "batch: go on, and repeat the cases that were not fixed"},
       {"--model", "MODEL", "batch: as fix; {name} is the case's NAME"}},
      run_grpc_batch};
}

}  // namespace dossier::cli
