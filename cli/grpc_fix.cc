// dossier grpc fix: the tag dialogue over a case. What was changed goes to standard output as a
// diff, however the dialogue ended; everything else is told on standard error.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "agent/fix/context.h"
#include "agent/fix/resume.h"
#include "agent/fix/run_log.h"
#include "agent/fix/tools.h"
#include "agent/sessions.h"
#include "agent/workspace/snapshot.h"
#include "cli/agent.h"
#include "cli/fix_output.h"
#include "cli/grpc.h"
#include "cli/questions.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "queries/open.h"
#include "queries/proto/context.h"
#include "store/origin.h"

namespace dossier::cli {
namespace {

constexpr int64_t kLeastContext = 2'000;
constexpr size_t kMost = 999'999'999;
constexpr size_t kMostContext = 256 << 20;
constexpr size_t kShown = 3;  // suspects whose contents begin the dialogue

Json master_in(const std::string& folder) {
  const std::string path = folder + "/master_context.json";
  if (::access(path.c_str(), F_OK) != 0)
    throw Error(ErrorCode::not_found,
                "no master_context.json here; `dossier grpc context PREMERGE MERGE --out DIR` "
                "writes it",
                folder);
  auto parsed = parse_json(read_regular(path, kMostContext));
  if (const auto* fault = std::get_if<JsonFault>(&parsed))
    throw Error(ErrorCode::invalid,
                "no JSON at byte " + std::to_string(fault->offset) + ": " + fault->message, path);
  return std::move(std::get<Json>(parsed));
}

// The command is shown: a record that goes on may name another than the person thinks.
Consent ask_about_check(const PermissionRequest& request, const std::string& check) {
  const std::string question = "Allow " + printable(request.tool) + " (" +
                               std::string(name_of(request.capability)) + "), which runs `" +
                               printable(check) + "`? [y]es, [a]lways, [N]o ";
  std::string answer;
  if (!asked_line(std::cerr, question, answer) || answer.empty()) return {};
  if (answer[0] == 'a') return {true, Consent::tool};
  return answer[0] == 'y' ? Consent{true, Consent::call} : Consent{};
}

// The number of an option, else `otherwise`.
int64_t budget_of(const Invocation& invocation, const char* name, int64_t otherwise) {
  if (!invocation.has(name)) return otherwise;
  return static_cast<int64_t>(grpc_number(invocation, name, 1, kMost));
}

// Budgets, context and permissions, which may differ each time that a dialogue goes on.
void read_limits(const Invocation& invocation, FixOptions& options) {
  auto& limits = options.limits;
  limits.turns = static_cast<int>(budget_of(invocation, "--max-turns", limits.turns));
  limits.tokens = budget_of(invocation, "--max-tokens", limits.tokens);
  limits.ms = budget_of(invocation, "--timeout", limits.ms / 1000) * 1000;
  options.context_tokens = budget_of(invocation, "--context-tokens", options.context_tokens);
  if (options.context_tokens < kLeastContext)
    throw Error(ErrorCode::invalid,
                "--context-tokens takes at least " + std::to_string(kLeastContext));
  if (invocation.has("--permit")) options.permit = invocation.text("--permit");
  permissions_in(options.permit, Policy::kAgent);  // a mistake is told now
  // A person may be asked, where there is one and nothing was said about it.
  if (!options.check.empty() && ::isatty(STDIN_FILENO) != 0 &&
      options.permit.find("execute") == options.permit.npos)
    options.permit += options.permit.empty() ? "execute=ask" : ",execute=ask";
}

class Fix {
 public:
  Fix(const Invocation& invocation, const std::string& folder, const Json& master)
      : invocation_(invocation),
        store_(open_to_write(database_of(invocation, folder, master))),
        model_(open_model(model_name(invocation))) {
    if (invocation.has("--write"))
      place_ = std::make_unique<LaidOut>(invocation.text("--write"), invocation.has("--force"));
    if (invocation.has("--session"))
      resume();
    else
      begin(folder, master);
  }

  int run() {
    if (!journal_) return tell_nothing_to_do();
    FixPlace& place = *tree_;
    const auto ask = [this](const PermissionRequest& request) {
      return ask_about_check(request, options_.check);
    };
    Policy policy(permissions_of(kFixMode, options_.permit),
                  ::isatty(STDIN_FILENO) != 0 ? Asker(ask) : Asker());
    Transcript transcript(*journal_,
                          {model_.get(), &place.tools(), &policy, &system_clock(),
                           std::string(kSnapshotRoot) + options_.snapshot},
                          record_);
    const FixResult result =
        run_fix(transcript, std::move(setup_), first_, told_on_standard_error(), interrupt_.token(),
                record_.empty() ? nullptr : &options_);
    return finish(result);
  }

 private:
  // --db; the one that the context names; the one beside it, where the context was moved with it.
  static std::string database_of(const Invocation& invocation, const std::string& folder,
                                 const Json& master) {
    if (invocation.has("--db")) return invocation.database();
    const std::string& named = master.text("database");
    const std::string beside = folder + "/dossier.db";
    for (const auto& path : {named, beside})
      if (!path.empty() && ::access(path.c_str(), F_OK) == 0) {
        require_known(path);
        return path;
      }
    throw Error(ErrorCode::not_found,
                "the database of this context is not there; --db names it, `dossier grpc context` "
                "makes it",
                named.empty() ? beside : named);
  }

  void begin(const std::string& folder, const Json& master) {
    const FixVersions versions = fix_versions_in(master, folder + "/master_context.json");
    const Json context =
        fix_context(store_, versions, grpc_number(invocation_, "--top", kShown, proto::kMostTop));
    options_.model = model_->name();
    options_.snapshot = std::to_string(versions.before);
    options_.protos = context.text("proto_diff");
    options_.prompts = prompts_folder(invocation_);
    options_.check = invocation_.text("--check");
    options_.is_seed_only = invocation_.has("--seed-only");
    read_limits(invocation_, options_);
    if (options_.protos.empty()) return;
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

  // A session that was stopped goes on as a new one, which shares what was done.
  void resume() {
    for (const char* name : {"--check", "--seed-only", "--prompts", "--top"})
      if (invocation_.has(name))
        throw Error(ErrorCode::invalid,
                    "a dialogue goes on as it began; leave it out beside --session", name);
    const Journal before =
        Journal::open(store_, find_session(store_, invocation_.text("--session")));
    const auto& all = before.events();
    const size_t count = kept_events(before.info(), all);
    record_.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    options_ = fix_options_in(body_of(all.front()));
    if (was_recorded_elsewhere(store_, before)) options_.permit.clear();
    options_.model = model_->name();
    read_limits(invocation_, options_);
    tree_ = std::make_unique<FixPlace>(store_, options_, place_.get(), interrupt_.token());
    restore_edits(store_, before, record_.back().seq, tree_->tree().files());
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

  int tell_nothing_to_do() const {
    constexpr const char* kWhy = "no .proto file changed: there is nothing to follow";
    if (invocation_.json())
      std::cout << Json::object({{"status", "unchanged"}, {"reason", kWhy}, {"diff", ""}}).dump()
                << "\n";
    std::cerr << "dossier: " << kWhy << "; the model was not asked\n";
    return 0;
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
    if (invocation_.json())
      std::cout << json_of(result, journal_->info().uid, diff).dump() << "\n";
    else
      std::cout << (on_terminal() ? coloured_diff(diff) : diff);
    std::cout << std::flush;
    if (place_)
      for (const auto& path : place_->update(tree_->tree().files()))
        std::cerr << "dossier: left out, since no text of it is stored: " << printable(path)
                  << "\n";
    write_log();
    return tell_end(result, journal_->info().uid, options_);
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
  std::optional<Journal> journal_;  // absent: there is nothing to do
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
  refuse_offline(invocation);
  std::string folder = words.front();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  if (!std::filesystem::is_directory(folder))
    throw Error(ErrorCode::not_found, "no such folder", folder);
  const std::string context = folder + "/master_context.json";
  if (::access(context.c_str(), F_OK) != 0 && grpc_case(folder))
    make_context_of(invocation, folder);
  const bool has_context = ::access(context.c_str(), F_OK) == 0;
  // Before a database is opened: what is wrong with the folder is told of the folder.
  const bool is_needed = !invocation.has("--session");
  const Json master = is_needed || has_context ? master_in(folder) : Json();
  return Fix(invocation, folder, master).run();
}

}  // namespace

void refuse_offline(const Invocation& invocation) {
  if (model_name(invocation) == "offline")
    throw Error(ErrorCode::invalid,
                "--model is needed: offline, dossier answers questions and writes no code; "
                "anthropic:NAME, openai:NAME@URL, ollama:NAME, process:CMD or scripted:FILE do");
}

GrpcAction grpc_fix_action() {
  GrpcAction action{
      "fix",
      "  fix CONTEXT|CASE   lets a model mend the earlier version, whose .proto files are the "
      "later "
      "ones, in\n"
      "                     a dialogue of tags (docs/grpc.md). CONTEXT is a folder that context "
      "wrote to, CASE\n"
      "                     one of a dataset, whose context is made first. Prints the change as a "
      "unified\n"
      "                     diff; exit status 2 if the dialogue did not come to its end",
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
