// dossier grpc fix: the tag dialogue over a case. What was changed goes to standard output as a
// diff, however the dialogue ended; everything else is told on standard error.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "agent/fix/context.h"
#include "agent/fix/run_log.h"
#include "agent/fix/tools.h"
#include "agent/sessions.h"
#include "agent/workspace/snapshot.h"
#include "cli/agent.h"
#include "cli/chat_output.h"
#include "cli/grpc.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/reserved.h"
#include "queries/open.h"
#include "queries/proto/context.h"

namespace dossier::cli {
namespace {

constexpr int64_t kLeastContext = 2'000;
constexpr size_t kMost = 999'999'999;
constexpr size_t kShown = 3;  // suspects whose contents begin the dialogue

Json master_in(const std::string& folder) {
  const std::string path = folder + "/master_context.json";
  if (::access(path.c_str(), F_OK) != 0)
    throw Error(ErrorCode::not_found,
                "no master_context.json here; `dossier grpc context PREMERGE MERGE --out DIR` "
                "writes it",
                folder);
  auto parsed = parse_json(read_unreserved(path));
  if (const auto* fault = std::get_if<JsonFault>(&parsed))
    throw Error(ErrorCode::invalid,
                "no JSON at byte " + std::to_string(fault->offset) + ": " + fault->message, path);
  return std::move(std::get<Json>(parsed));
}

Consent ask_about_check(std::string_view tool, Capability capability, std::string_view) {
  std::cerr << "Allow " << printable(tool) << " (" << name_of(capability)
            << "), the command of --check? [y]es, [a]lways, [N]o " << std::flush;
  std::string answer;
  if (!std::getline(std::cin, answer) || answer.empty()) return {};
  if (answer[0] == 'a') return {true, Consent::tool};
  return answer[0] == 'y' ? Consent{true, Consent::call} : Consent{};
}

// One line for each thing that happens.
LoopListener told_on_standard_error() {
  LoopListener listener;
  listener.on_turn = [](int turn) {
    std::cerr << styled("turn " + std::to_string(turn), Style::dim) << "\n";
  };
  listener.on_result = [](const ToolResult& result) {
    std::cerr << "  " << styled(printable(shown_activity(result)), Style::dim) << "\n";
  };
  listener.model = [](const ModelProgress& progress) {
    if (progress.kind == ModelProgress::retry)
      std::cerr << "dossier: " << printable(progress.text) << "; asking again\n";
  };
  return listener;
}

class Fix {
 public:
  Fix(const Invocation& invocation, const std::string& folder, const Json& master)
      : invocation_(invocation),
        store_(open_to_write(database_of(invocation, folder))),
        model_(open_model(model_name(invocation))) {
    if (invocation.has("--write"))
      place_ = std::make_unique<LaidOut>(invocation.text("--write"), invocation.has("--force"));
    if (invocation.has("--session"))
      resume();
    else
      begin(folder, master);
  }

  int run() {
    FixPlace& place = *tree_;
    Policy policy(permissions_of(kFixMode, options_.permit),
                  ::isatty(STDIN_FILENO) != 0 ? Asker(ask_about_check) : Asker());
    Transcript transcript(*journal_,
                          {model_.get(), &place.tools(), &policy, &system_clock(),
                           std::string(kSnapshotRoot) + options_.snapshot},
                          record_);
    const FixResult result = run_fix(transcript, std::move(setup_), first_,
                                     told_on_standard_error(), interrupt_.token());
    return finish(result);
  }

 private:
  static std::string database_of(const Invocation& invocation, const std::string& folder) {
    const std::string own = folder + "/dossier.db";
    const std::string path = invocation.has("--db") ? invocation.database() : own;
    if (::access(path.c_str(), F_OK) != 0)
      throw Error(ErrorCode::not_found,
                  "no database of this context; `dossier grpc context` makes it, --db names it",
                  path);
    return path;
  }

  void begin(const std::string& folder, const Json& master) {
    options_.model = model_->name();
    const FixVersions versions = fix_versions_in(master, folder + "/master_context.json");
    const Json context =
        fix_context(store_, versions, grpc_number(invocation_, "--top", kShown, proto::kMostTop));
    options_.snapshot = std::to_string(versions.before);
    options_.protos = context.text("proto_diff");
    options_.prompts = invocation_.text("--prompts");
    options_.permit = invocation_.text("--permit");
    permissions_in(options_.permit, Policy::kAgent);  // a mistake is told now
    options_.check = invocation_.text("--check");
    // A person may be asked, where there is one and nothing was said about it.
    if (!options_.check.empty() && ::isatty(STDIN_FILENO) != 0 &&
        options_.permit.find("execute") == options_.permit.npos)
      options_.permit += options_.permit.empty() ? "execute=ask" : ",execute=ask";
    options_.is_seed_only = invocation_.has("--seed-only");
    auto& limits = options_.limits;
    const auto number = [&](const char* name, int64_t otherwise) {
      return static_cast<int64_t>(
          grpc_number(invocation_, name, static_cast<size_t>(otherwise), kMost));
    };
    limits.turns = static_cast<int>(number("--max-turns", limits.turns));
    limits.tokens = number("--max-tokens", limits.tokens);
    limits.ms = number("--timeout", limits.ms / 1000) * 1000;
    options_.context_tokens = number("--context-tokens", options_.context_tokens);
    if (options_.context_tokens < kLeastContext)
      throw Error(ErrorCode::invalid,
                  "--context-tokens takes at least " + std::to_string(kLeastContext));
    tree_ = std::make_unique<FixPlace>(store_, options_, place_.get(), interrupt_.token());
    // Half of the context: four bytes a token.
    first_ = first_message(context, tree_->tree().files(),
                           static_cast<size_t>(options_.context_tokens) * 2);
    setup_ = set_up_fix(tree_->tools(), options_);
    SessionInfo info;
    info.title = context.text("summary");
    info.mode = kFixMode;
    info.model = options_.model;
    journal_.emplace(Journal::begin(store_, info, system_entropy()));
  }

  // A session that was stopped goes on as a new one, which shares all of it up to the last reply
  // that was asked for.
  void resume() {
    const Journal before =
        Journal::open(store_, find_session(store_, invocation_.text("--session")));
    const auto& all = before.events();
    const Json started = all.empty() ? Json() : body_of(all.front());
    if (started.text("mode") != kFixMode)
      throw Error(ErrorCode::invalid, "only a dialogue of grpc fix can be continued here",
                  before.info().uid);
    size_t count = 0;
    for (size_t i = 0; i < all.size(); ++i)
      if (all[i].kind == EventKind::model_asked) count = i;
    if (count == 0)
      throw Error(ErrorCode::invalid, "the session ended before the model was asked; begin anew",
                  before.info().uid);
    record_.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    options_ = fix_options_in(started);
    tree_ = std::make_unique<FixPlace>(store_, options_, place_.get(), interrupt_.token());
    restore_edits(store_, before, static_cast<int64_t>(count), tree_->tree().files());
    setup_ = set_up_again(tree_->tools(), record_, 0, {});
    for (const auto& event : record_)
      if (event.kind == EventKind::message && first_.empty()) first_ = body_of(event).text("text");
    SessionInfo info = before.info();
    info.uid.clear();
    info.model = model_->name();
    info.started_at = 0;
    info.parent = info.id;
    info.parent_event = record_.back().id;
    journal_.emplace(Journal::begin(store_, info, system_entropy()));
  }

  void write_log() {
    if (!invocation_.has("--log")) return;
    const std::string path = invocation_.text("--log");
    std::ofstream out(path);
    out << run_log_of(journal_->info(), journal_->events()).dump() << "\n";
    if (!out.flush()) throw Error(ErrorCode::io, "cannot be written", path);
  }

  int finish(const FixResult& result) {
    const std::string diff = tree_->tree().diff();
    const std::string session = journal_->info().uid;
    const bool is_done = result.end.why == LoopEnd::accepted;
    if (invocation_.json())
      std::cout << Json::object({{"session", session},
                                 {"status", is_done ? "done" : "failed"},
                                 {"reason", result.end.text},
                                 {"turns", result.turns},
                                 {"tokens", result.tokens},
                                 {"diff", diff}})
                       .dump()
                << "\n";
    else
      std::cout << (on_terminal() ? coloured_diff(diff) : diff);
    std::cout << std::flush;
    if (place_)
      for (const auto& path : place_->update(tree_->tree().files()))
        std::cerr << "dossier: left out, since no text of it is stored: " << printable(path)
                  << "\n";
    write_log();
    std::cerr << styled("session " + session + ": " + counted(result.turns, "turn") + ", " +
                            counted(result.tokens, "token"),
                        Style::dim)
              << "\n";
    if (result.end.failure) throw Error(*result.end.failure);
    if (is_done) return 0;
    std::cerr << "dossier: not finished: " << printable_lines(result.end.text)
              << "; the diff is what was changed until then\n";
    return 2;
  }

  const Invocation& invocation_;
  Store store_;
  std::unique_ptr<Model> model_;
  const Interrupt interrupt_;
  std::unique_ptr<LaidOut> place_;
  FixOptions options_;
  std::unique_ptr<FixPlace> tree_;
  Setup setup_;
  std::string first_;
  std::optional<Journal> journal_;
  std::vector<SessionEvent> record_;
};

// What this command prints on standard output is the change alone.
class OutputAside {
 public:
  OutputAside() : before_(std::cout.rdbuf(std::cerr.rdbuf())) {}
  ~OutputAside() { std::cout.rdbuf(before_); }
  OutputAside(const OutputAside&) = delete;

 private:
  std::streambuf* before_;
};

// The context of a dataset's case, as `dossier grpc context` makes it.
void make_context_of(const Invocation& invocation, const std::string& folder) {
  Invocation context;
  context.add("ACTION", "context");
  context.add("ACTION", folder);
  if (invocation.has("--db")) context.add("--db", invocation.text("--db"));
  const OutputAside aside;
  grpc_context_action().run(context);
}

int run_fix_action(const Invocation& invocation) {
  const auto words = grpc_words(invocation);
  if (words.size() != 1)
    throw Error(ErrorCode::invalid, "fix takes one folder: a context, or a case of a dataset");
  std::string folder = words.front();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  if (!std::filesystem::is_directory(folder))
    throw Error(ErrorCode::not_found, "no such folder", folder);
  const bool has_context = ::access((folder + "/master_context.json").c_str(), F_OK) == 0;
  if (!has_context && grpc_case(folder)) make_context_of(invocation, folder);
  // Before a database is opened: what is wrong with the folder is told of the folder.
  const Json master = invocation.has("--session") ? Json() : master_in(folder);
  return Fix(invocation, folder, master).run();
}

}  // namespace

GrpcAction grpc_fix_action() {
  GrpcAction action{
      "fix",
      "fix CONTEXT|CASE   lets a model mend the earlier version, whose .proto files are the later "
      "ones, in\n"
      "                   a dialogue of tags (docs/grpc.md). CONTEXT is a folder that context "
      "wrote to, CASE\n"
      "                   one of a dataset, whose context is made first. Prints the change as a "
      "unified\n"
      "                   diff; exit status 2 if the dialogue did not come to its end",
      {},
      run_fix_action};
  action.options = {
      {"--write", "FOLDER", "fix: lay the changed tree out in this folder, which must be empty"},
      {"--force", "", "fix: write into a folder that holds something"},
      {"--log", "FILE", "fix: write the run log, as JSON"},
      {"--check", "COMMAND",
       "fix: run this by sh in the changed tree before the end, and hand its failure back; needs "
       "--permit execute=allow"},
      {"--permit", "RULES",
       "fix: lookup|read|write|execute=allow|ask|deny, … (default: all but execute=deny)"},
      {"--seed-only", "", "fix: offer no questions to the store"},
      {"--max-turns", "N", "fix: replies at most (default: 40)"},
      {"--max-tokens", "N", "fix: tokens of all requests and replies (default: 2000000)"},
      {"--context-tokens", "N",
       "fix: tokens of a request, beyond which older turns are summarised (default: 100000)"},
      {"--session", "ID", "fix: go on with a dialogue that was stopped, as a new session"}};
  for (auto& option : model_options())
    if (option.name != "--json" && option.name != "--project")
      action.options.push_back(std::move(option));
  return action;
}

}  // namespace dossier::cli
