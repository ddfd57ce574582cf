#pragma once
// Where a chat takes place: its files, its tools, its permissions and its record, beside a store
// and a model that are lent. It begins a conversation or goes on with a recorded one, whose mode,
// folder and dialect are the record's. A terminal and a server hold it the same way; who is asked
// for permission, and who hears of what scripts call, are theirs to say.
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agent/auto/auto_settings.h"
#include "agent/auto/auto_tools.h"
#include "agent/chat.h"
#include "agent/journal.h"
#include "agent/model.h"
#include "agent/note.h"
#include "agent/policy.h"
#include "agent/sessions.h"
#include "agent/transcript.h"
#include "agent/workspace.h"

namespace dossier {

struct ChatOptions {
  std::string mode = "ask";           // agent or ask
  std::optional<std::string> root{};  // a folder; absent: this one, or the record's
  std::string snapshot;               // work on its files instead; "" = on the folder
  std::string project;
  std::optional<std::string> permit{};  // changes to the permissions of mode agent
  std::string prompts;
  std::optional<int64_t> timeout_ms{};  // of a turn
  std::optional<bool> automatic{};  // tools through scripts; absent: as the record or setting says
  bool recalls = true;              // the tool `recall`
  bool defers = false;              // begins the session with the first question
  std::optional<int64_t> context_tokens{};  // absent: as the table of prices says
  Asker asker{};                            // null: asking means denying
  ScriptListener on_script{};               // what its scripts do
  // Adds what Agent mode has beside our tools, when it is first entered; "" = there is no folder.
  std::function<void(const std::string& folder, Toolbox&)> add_tools{};
};

class ChatPlace {
 public:
  /// Begins a conversation. Throws Error{invalid} for a mode or permissions that are none.
  ChatPlace(Store& store, Model& model, ChatOptions options);
  /// Goes on with the session. Throws Error{invalid} where it is no chat. Another model than the
  /// record's, in whatever dialect, or a context of its own is recorded once something is said.
  ChatPlace(Store& store, Model& model, ChatOptions options, int64_t session);
  ChatPlace(const ChatPlace&) = delete;
  ChatPlace& operator=(const ChatPlace&) = delete;

  // What follows and records something throws Error{conflict}, and changes nothing, where the
  // session has gone on elsewhere since it was read.

  /// Changes the mode and records the change.
  void change_mode(const std::string& mode);
  /// Gives the model its tools through scripts, or each with its schema, and records the change.
  /// Throws Error{denied} where forceTraditionalMode forbids scripts.
  void change_tools(bool automatic);
  bool is_automatic() const { return auto_ && auto_->is_on(); }
  const AutoSettings& settings() const { return settings_; }
  /// Another model answers from now on; borrowed.
  void change_model(Model& model);
  /// `asked` is what the person typed, where `text` holds more than that; for the title.
  Chat::Turn turn(const std::string& text, const LoopListener& listener,
                  const std::stop_token& stop, const std::string& asked = {});
  /// Takes the last question back with its answer, and asks it again.
  Chat::Turn retry(const LoopListener& listener, const std::stop_token& stop);
  /// Undoes every edit that is not undone yet.
  std::vector<Edit> undo();
  /// Makes them again.
  std::vector<Edit> redo();

  /// Throws Error{not_found} before the first question of a session that is deferred.
  Journal& journal();
  /// Of the session; "" before it begins.
  std::string id() const { return journal_ ? journal_->info().uid : std::string(); }
  const std::string& mode() const { return mode_; }
  const Toolbox& tools() const { return tools_; }
  Workspace& files() { return overlay_ ? *overlay_ : *workspace_; }
  /// What the next request consists of, or would.
  Chat::Filling filling();

 private:
  void open_root(const std::string& folder);
  void prepare();
  void begin(const std::string& asked);
  void resume(int64_t session);
  void ready(const std::string& asked, const std::stop_token& stop);
  void refuse_overtaken() const;
  void change();
  void set_mode(const std::string& mode);
  void choose_tools(bool otherwise);
  void turn_automatic(bool on);
  UndoPlace undo_place();
  void use_scripts();
  void use(Journal journal);
  SetupOptions setup();

  Store& store_;
  Model* model_;
  ChatOptions options_;
  const AutoSettings settings_;
  std::string root_, mode_, permit_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<OverlayWorkspace> overlay_;  // over a snapshot
  NoteAuthor author_;
  Toolbox tools_;
  std::unique_ptr<AutoTools> auto_;  // over the tools
  Policy policy_{Policy::kLookups};
  std::stop_token stop_;  // of the turn
  bool changes_ = false;  // the model or the context is another than the record's
  std::optional<Journal> journal_;
  std::optional<Transcript> transcript_;
  std::optional<Chat> chat_;
};

}  // namespace dossier
