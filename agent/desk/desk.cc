#include "agent/desk/desk.h"

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

#include "agent/automation.h"
#include "agent/sessions.h"
#include "agent/surroundings.h"
#include "agent/workspace/snapshot.h"
#include "engine/clock.h"
#include "engine/error.h"
#include "queries/open.h"

namespace dossier {
namespace {

constexpr size_t kMostKept = 200;      // whose permissions are remembered
constexpr size_t kMostSaid = 100'000;  // bytes of a question

void check_said(const std::string& text) {
  if (text.empty()) throw Error(ErrorCode::invalid, "there is nothing to answer");
  if (text.size() > kMostSaid)
    throw Error(ErrorCode::limit, "a question has at most 100,000 bytes");
}

[[noreturn]] void deny_folder(const std::string& folder) {
  throw Error(ErrorCode::denied, "this server offers no folder of that name; see serve --root",
              folder);
}

// A chat works on the files of one snapshot: of several projects, on those of the newest.
std::string newest_of(Store& store, const std::string& project) {
  const std::string ids = store.scope(project, "").text();
  return ids.substr(ids.rfind(',') + 1);
}

// What a person has selected, in the words of the lookup.
std::string selection_of(const Toolbox& tools, const std::string& about) {
  const ToolResult result =
      tools.dispatch({{}, "clear_lookup", Json::object({{"identifier", about}})}, nullptr);
  return "\n\nThe user has selected " + about + ": " + result.result.dump();
}

// An automation under way. The order of members is that of their dependence.
struct Asking {
  Asking(const Desk& desk, const std::string& model_name, const AskRequest& asked,
         const std::string& prompts)
      : store(desk.store_to_write()),
        model(open_model(model_name)),
        request(asked),
        automation(store, *model, request.project, request.snapshot) {
    automation.begin(request.question, std::nullopt, prompts);
  }

  void run(Live& live, const std::stop_token& stop) {
    std::string question = request.question;
    if (!request.about.empty()) question += selection_of(automation.tools(), request.about);
    const AskResult result = automation.run(
        question, {stop, live.listener(), [&live](const ScriptEvent&) { live.note_change(); }});
    if (result.failure && !stop.stop_requested()) throw Error(*result.failure);
  }

  Store store;
  std::unique_ptr<Model> model;
  AskRequest request;
  Automation automation;
};

// The folder on disk that the session works in, if it does.
std::optional<std::string> folder_of(const Journal& journal) {
  const std::string root = last_started(journal.events()).text("root");
  if (root.empty() || root.starts_with(kSnapshotRoot)) return std::nullopt;
  return root;
}

}  // namespace

Desk::Desk(DeskOptions options) : options_(std::move(options)) {}

Desk::~Desk() {
  for (const auto& [session, live] : live_) live->stop();
}

void Desk::check_writes() const {
  if (options_.read_only) throw Error(ErrorCode::denied, "this server only reads");
}

Store Desk::store_to_write() const {
  check_writes();
  return open_to_write(options_.database);
}

std::string Desk::model_named(const std::string& name) const {
  const auto& models = options_.models;
  if (name.empty()) return models.front();
  if (std::find(models.begin(), models.end(), name) == models.end())
    throw Error(ErrorCode::denied, "this server has no model of that name; see serve --model",
                name);
  return name;
}

void Desk::check_folder(const Journal& journal, bool edits) const {
  for (const auto& event : journal.events())
    if (event.kind == EventKind::started) edits = edits || body_of(event).text("mode") == "agent";
  const auto folder = folder_of(journal);
  if (edits && folder && !offers(*folder)) deny_folder(*folder);
}

// Who has checked the folder says so, whoever recorded it.
ChatOptions Desk::options_of(const Journal& journal) const {
  ChatOptions out;
  out.root = folder_of(journal);
  out.prompts = options_.prompts;
  return out;
}

bool Desk::offers(const std::string& folder) const {
  return std::find(options_.roots.begin(), options_.roots.end(), folder) != options_.roots.end();
}

std::shared_ptr<Live> Desk::live(const std::string& session) const {
  const std::lock_guard lock(mutex_);
  const auto at = live_.find(session);
  return at == live_.end() ? nullptr : at->second;
}

bool Desk::is_running(const std::string& session) const {
  const auto found = live(session);
  return found != nullptr && found->is_running();
}

std::shared_ptr<Live> Desk::live_for(const std::string& session) {
  const std::lock_guard lock(mutex_);
  if (live_.size() >= kMostKept)
    std::erase_if(live_, [](const auto& entry) { return !entry.second->is_running(); });
  auto& live = live_[session];
  if (live == nullptr) live = std::make_shared<Live>();
  return live;
}

std::string Desk::ask(const AskRequest& request) {
  check_said(request.question);
  const auto share = running_.take();
  AskRequest own = request;
  if (own.project.empty()) own.project = options_.project;
  auto asking = std::make_shared<Asking>(*this, model_named(own.model), own, options_.prompts);
  const std::string session = asking->automation.session();
  const auto live = live_for(session);
  live->run([this, share, asking, weak = live.get()](const std::stop_token& stop) {
    asking->run(*weak, stop);
  });
  return session;
}

std::string Desk::begin_chat(const ChatRequest& request) {
  if (!request.root.empty() && !offers(request.root)) deny_folder(request.root);
  Store store = store_to_write();
  const auto model = open_model(model_named(request.model));
  ChatOptions options;
  options.mode = request.mode.empty() ? "ask" : request.mode;
  options.project = request.project.empty() ? options_.project : request.project;
  if (request.root.empty())
    options.snapshot =
        request.snapshot.empty() ? newest_of(store, options.project) : request.snapshot;
  else
    options.root = request.root;
  options.permit = request.permit;
  options.prompts = options_.prompts;
  options.automatic = request.automatic;
  ChatPlace place(store, *model, std::move(options));
  return place.journal().info().uid;
}

void Desk::say(const std::string& session, const std::string& text) {
  check_said(text);
  const auto share = running_.take();
  Store looked = store_to_write();
  const int64_t id = find_session(looked, session);
  const Journal journal = Journal::open(looked, id);
  check_folder(journal, false);
  const std::string spec = journal.info().model;
  const auto live = live_for(session);
  live->run([this, share, id, text, model_name = model_named(spec),
             live = live.get()](const std::stop_token& stop) {
    Store store = store_to_write();
    const auto model = open_model(model_name);
    ChatOptions options = options_of(Journal::open(store, id));
    options.asker = [live](const PermissionRequest& request) { return live->ask(request); };
    options.on_script = [live](const ScriptEvent&) { live->note_change(); };
    ChatPlace place(store, *model, std::move(options), id);
    const Chat::Turn turn = place.turn(text, live->listener(), stop);
    if (turn.failure && !stop.stop_requested()) throw Error(*turn.failure);
    if (!turn.answered && !stop.stop_requested())
      throw Error(ErrorCode::invalid, "no answer: " + turn.text);
  });
}

void Desk::change(const std::string& session, const std::function<void(ChatPlace&)>& how,
                  bool edits) {
  if (is_running(session)) throw Error(ErrorCode::conflict, "the session is busy");
  Store store = store_to_write();
  const int64_t id = find_session(store, session);
  const Journal journal = Journal::open(store, id);
  check_folder(journal, edits);
  const auto model = open_model(model_named(journal.info().model));
  ChatPlace place(store, *model, options_of(journal), id);
  how(place);
  if (const auto found = live(session)) found->note_change();
}

void Desk::change_mode(const std::string& session, const std::string& mode) {
  change(
      session, [&](ChatPlace& place) { place.change_mode(mode); }, mode == "agent");
}

void Desk::change_tools(const std::string& session, bool automatic) {
  change(session, [&](ChatPlace& place) { place.change_tools(automatic); });
}

std::string Desk::fork(const std::string& session, int64_t after, const std::string& model_name) {
  const auto share = running_.take();
  Store looked = store_to_write();
  const int64_t id = find_session(looked, session);
  check_folder(Journal::open(looked, id), false);
  auto begun = std::make_shared<std::promise<std::string>>();
  auto born = begun->get_future();
  // Its id is known once it has begun, on its own thread.
  const auto live = std::make_shared<Live>();
  live->run([this, share, id, after, begun, name = model_named(model_name),
             live = live.get()](const std::stop_token& stop) {
    Store store = store_to_write();
    const Journal journal = Journal::open(store, id);
    SurroundingsOptions options;
    options.purpose = SurroundingsOptions::fork;
    options.root = folder_of(journal);
    options.after = after;
    options.prompts = options_.prompts;
    const Surroundings around(store, journal, options);
    const auto model = open_model(name);
    const Continued result = fork_session(
        store, journal, around, options, *model,
        [&](const std::string& uid) { begun->set_value(uid); }, live->listener(), stop);
    if (!result.answered) throw Error(ErrorCode::invalid, "no answer: " + result.text);
  });
  while (born.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
    if (live->is_running()) continue;
    if (born.wait_for(std::chrono::seconds(0)) == std::future_status::ready) break;
    const Json problem = live->state().shown;
    throw Error(ErrorCode::invalid, problem.text("problem"), session);
  }
  const std::string uid = born.get();
  const std::lock_guard lock(mutex_);
  live_[uid] = live;
  return uid;
}

std::vector<Edit> Desk::undo(const std::string& session, const std::vector<int64_t>& numbers,
                             bool force) {
  if (is_running(session))
    throw Error(ErrorCode::conflict, "the session is busy; stop it, then undo");
  Store store = store_to_write();
  Journal journal = Journal::open(store, find_session(store, session));
  const std::string root = last_started(journal.events()).text("root");
  const UndoPlace place{{}, &options_.roots};
  std::vector<Edit> undone;
  if (root.starts_with(kSnapshotRoot)) {
    const auto base = snapshot_workspace(store, parse_scope(root.substr(kSnapshotRoot.size())));
    OverlayWorkspace tree(*base);
    restore_edits(store, journal, journal.size(), tree);
    undone = undo_edits(store, journal, numbers, force, &tree, place);
  } else {
    undone = undo_edits(store, journal, numbers, force, nullptr, place);
  }
  if (const auto found = live(session)) found->note_change();
  return undone;
}

void Desk::stop(const std::string& session) {
  if (const auto found = live(session)) found->stop();
}

void Desk::answer(const std::string& session, int64_t question, const Consent& consent) {
  const auto found = live(session);
  if (found == nullptr) throw Error(ErrorCode::conflict, "this question is no longer asked");
  found->answer(question, consent);
}

}  // namespace dossier
