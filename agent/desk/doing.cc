// Actions that begin, continue, stop, replay and undo sessions, and attach notes.
#include <algorithm>
#include <string>
#include <vector>

#include "agent/desk/action.h"
#include "agent/json_texts.h"
#include "agent/note.h"
#include "agent/retool.h"
#include "agent/sessions.h"
#include "agent/surroundings.h"
#include "engine/error.h"

namespace dossier {
namespace {

Json session_named(std::string session) { return Json::object({{"session", std::move(session)}}); }

std::string ask_something(Desk& desk, Store&, const Json& input) {
  return session_named(desk.ask({input.text("question"), input.text("about"), input.text("project"),
                                 input.text("snapshot"), input.text("model")}))
      .dump();
}

std::string begin_talk(Desk& desk, Store&, const Json& input) {
  ChatRequest request;
  request.mode = input.text("mode");
  request.model = input.text("model");
  request.project = input.text("project");
  request.root = input.text("root");
  request.snapshot = input.text("snapshot");
  request.permit = input.text("permit");
  if (const Json* wanted = input.find("autoTools"); wanted != nullptr && !wanted->is_null())
    request.automatic = input.flag("autoTools");
  return session_named(desk.begin_chat(request)).dump();
}

std::string say_something(Desk& desk, Store&, const Json& input) {
  desk.say(input.text("id"), input.text("text"));
  return session_named(input.text("id")).dump();
}

std::string choose_mode(Desk& desk, Store&, const Json& input) {
  desk.change_mode(input.text("id"), input.text("mode"));
  return Json::object({{"session", input.text("id")}, {"mode", input.text("mode")}}).dump();
}

std::string choose_tools(Desk& desk, Store&, const Json& input) {
  desk.change_tools(input.text("id"), input.flag("autoTools"));
  return Json::object({{"session", input.text("id")}, {"autoTools", input.flag("autoTools")}})
      .dump();
}

std::string stop_it(Desk& desk, Store&, const Json& input) {
  desk.stop(input.text("id"));
  return session_named(input.text("id")).dump();
}

std::string permit_it(Desk& desk, Store&, const Json& input) {
  const std::string& scope = input.text("scope");
  Consent consent;
  consent.granted = input.flag("granted");
  if (scope == "session")
    consent.scope = Consent::tool;
  else if (scope == "category")
    consent.scope = Consent::category;
  else if (scope == "kind")
    consent.scope = Consent::capability;
  else if (!scope.empty() && scope != "once")
    throw Error(ErrorCode::invalid, "'scope' is once, session, category or kind", scope);
  desk.answer(input.text("id"), input.number("question"), consent);
  return session_named(input.text("id")).dump();
}

std::string replay_it(Desk& desk, Store& store, const Json& input) {
  const auto share = desk.take_replay();
  SurroundingsOptions options;
  const bool retools = input.flag("retool");
  options.purpose = retools ? SurroundingsOptions::retool : SurroundingsOptions::strict;
  options.snapshot = input.text("snapshot");
  options.prompts = desk.options().prompts;
  const Journal journal = Journal::open(store, find_session(store, input.text("id")));
  const Surroundings around(store, journal, options);
  Json out = session_named(journal.info().uid);
  if (retools) {
    Json calls = Json::array();
    for (const Retooled& call : retool(journal.events(), around.tools()))
      calls.add(Json::object({{"seq", call.seq},
                              {"tool", call.call.tool},
                              {"input", call.call.input},
                              {"verdict", name_of(call.verdict)},
                              {"gone", list_of(call.gone)},
                              {"new", list_of(call.added)}}));
    return out.set("calls", std::move(calls)).dump();
  }
  const Replayed replayed =
      replay_strictly(journal.events(), around.tools(), desk.options().prompts);
  out.set("identical", !replayed.divergence).set("events", replayed.events);
  if (replayed.divergence)
    out.set("step", replayed.divergence->step())
        .set("expected", replayed.divergence->expected())
        .set("got", replayed.divergence->got());
  return out.dump();
}

std::string fork_it(Desk& desk, Store&, const Json& input) {
  return session_named(desk.fork(input.text("id"), input.number("event"), input.text("model")))
      .dump();
}

std::string undo_it(Desk& desk, Store&, const Json& input) {
  std::vector<int64_t> numbers;
  for (const Json& item : input["edits"].each()) numbers.push_back(*item.integer());
  Json rows = Json::array();
  for (const Edit& edit : desk.undo(input.text("id"), numbers, input.flag("force")))
    rows.add(Json::object({{"path", edit.path},
                           {"added", edit.added},
                           {"removed", edit.removed},
                           {"unchanged", edit.before == edit.after}}));
  return session_named(input.text("id")).set("undone", std::move(rows)).dump();
}

std::string note_it(Desk& desk, Store&, const Json& input) {
  Store store = desk.store_to_write();
  // A note belongs to a symbol's full name, which a key has before its parameters.
  const std::string& key = input.text("symbol");
  const std::string& project = input.text("project");
  auto noted = attach_note(store, project, key, input.text("text"), NoteAuthor());
  if (!noted)
    noted =
        attach_note(store, project, key.substr(0, key.find('(')), input.text("text"), NoteAuthor());
  if (!noted) throw Error(ErrorCode::not_found, "no symbol has this name", key);
  return Json::object({{"key", noted->key}, {"text", noted->notes.back().text}}).dump();
}

std::string set_it(Desk& desk, Store&, const Json& input) {
  const Setting& one = setting_named(input.text("name"));
  desk.check_writes();
  const std::string& database = desk.options().database;
  if (input.find("value") == nullptr || input["value"].is_null())
    unset_setting(database, one);
  else
    set_setting(database, one, parse_setting(one, input.text("value")));
  return described(database, one).dump();
}

using Field = ActionField;
constexpr Field kId = {"id", Field::text, "The session", true};

constexpr Field kAskFields[] = {
    {"question", Field::text, "In the person's own words", true},
    {"about", Field::text, "The symbol or place that is selected"},
    {"project", Field::text, "Only this project"},
    {"snapshot", Field::text, "In this snapshot (default: the newest)"},
    {"model", Field::text, "One of the server's models (default: its first)"}};
constexpr Field kChatFields[] = {
    {"mode", Field::text, "agent or ask (default: ask)"},
    {"model", Field::text, "One of the server's models (default: its first)"},
    {"project", Field::text, "Only this project"},
    {"root", Field::text, "One of the server's folders to work on (default: a snapshot)"},
    {"snapshot", Field::text, "The snapshot to work on; edits stay in the record"},
    {"permit", Field::text, "Changes to the permissions of mode agent, as chat --permit"},
    {"autoTools", Field::flag, "Tools through scripts (default: as enableAutoTools says)"}};
constexpr Field kSayFields[] = {kId, {"text", Field::text, "What the person says", true}};
constexpr Field kModeFields[] = {kId, {"mode", Field::text, "agent or ask", true}};
constexpr Field kToolsFields[] = {
    kId, {"autoTools", Field::flag, "Tools through scripts, or each with its schema", true}};
constexpr Field kIdOnly[] = {kId};
constexpr Field kPermitFields[] = {
    kId,
    {"question", Field::integer, "The number of the question that waits", true},
    {"granted", Field::flag, "Whether the call may be made", true},
    {"scope", Field::text,
     "How far a yes goes: once, session (this tool), category (its kind of tools in its "
     "category), kind (all of its kind)"}};
constexpr Field kReplayFields[] = {
    kId,
    {"retool", Field::flag, "Make the recorded calls again with live tools, and compare"},
    {"snapshot", Field::text, "What live tools search (default: the newest)"}};
constexpr Field kForkFields[] = {
    kId,
    {"event", Field::integer, "Go on after the event of this number", true},
    {"model", Field::text, "One of the server's models (default: its first)"}};
constexpr Field kUndoFields[] = {
    kId,
    {"edits", Field::integers, "The numbers of the events to undo (default: every edit)"},
    {"force", Field::flag, "Also where a file has changed since"}};
constexpr Field kNoteFields[] = {{"symbol", Field::text, "Its full name or key", true},
                                 {"text", Field::text, "What to remember", true},
                                 {"project", Field::text, "The project of the symbol"}};

constexpr Field kSettingFields[] = {
    {"name", Field::text, "The setting's name", true},
    {"value", Field::text, "As `dossier config set` takes it (default: its default)"}};

constexpr Action kDoing[] = {
    {"POST", "/api/ask", "Asks a question about the program; the answer comes in the session",
     kAskFields, ask_something},
    {"POST", "/api/chat", "Begins a chat about a folder or a snapshot", kChatFields, begin_talk},
    {"POST", "/api/chat/say", "Says something in a chat; the answer comes in the session",
     kSayFields, say_something},
    {"POST", "/api/chat/mode", "Changes a chat's mode", kModeFields, choose_mode},
    {"POST", "/api/chat/tools", "Changes how a chat's model gets its tools", kToolsFields,
     choose_tools},
    {"POST", "/api/session/stop", "Stops what the session does now", kIdOnly, stop_it},
    {"POST", "/api/session/permit", "Answers the question of a session for permission",
     kPermitFields, permit_it},
    {"POST", "/api/session/replay",
     "Does a session again, strictly or with live tools, and says what differs", kReplayFields,
     replay_it},
    {"POST", "/api/session/fork", "Goes on live after an event, as a new session", kForkFields,
     fork_it},
    {"POST", "/api/session/undo",
     "Takes edits of a session back; on disk, in the folders of serve --root alone", kUndoFields,
     undo_it},
    {"POST", "/api/settings", "Sets one of the person's settings for the folder of the database",
     kSettingFields, set_it},
    {"POST", "/api/notes", "Attaches a note to a symbol", kNoteFields, note_it}};

}  // namespace

std::span<const Action> doing_actions() { return kDoing; }

}  // namespace dossier
