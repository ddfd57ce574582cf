#pragma once
// The desk of a server: starts sessions of agents, lets them go on, stops them, and answers their
// questions. Each runs on a thread of its own with a connection of its own, as a command would. The
// record is the only state that lasts: a chat is taken up from it for every turn, so a server that
// was stopped in between changes nothing.
//
// A desk opens only the models and folders that it was given: a page chooses among them by name,
// and cannot name a command to run or a folder to write in.
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "agent/chat_place.h"
#include "agent/desk/live.h"
#include "agent/desk/quota.h"
#include "store/store.h"

namespace dossier {

struct DeskOptions {
  std::string database;
  std::string project;              // of sessions that name none
  std::vector<std::string> models;  // specifications; the first is the default
  std::vector<std::string> roots;   // folders that chats may work on
  std::string prompts;
  bool read_only = false;
};

struct AskRequest {
  std::string question;
  std::string about;  // a symbol or place that the person has selected; "" = none
  std::string project, snapshot, model;
};

struct ChatRequest {
  std::string mode, model, project;
  std::string root;      // one of the desk's folders, or ""
  std::string snapshot;  // else the files of this snapshot; "" = the newest
  std::string permit;
  std::optional<bool> automatic{};  // tools through scripts; absent: as enableAutoTools says
};

class Desk {
 public:
  explicit Desk(DeskOptions options);
  /// Stops every session that runs, and waits for it.
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  const DeskOptions& options() const { return options_; }

  /// Begins an automation; returns its session. So many sessions run at a time, also of those
  /// below: throws Error{limit, "busy"} before anything is opened or recorded for another.
  std::string ask(const AskRequest& request);
  /// Begins a chat, in which nothing is said yet; returns its session.
  std::string begin_chat(const ChatRequest& request);
  /// Says something in a chat; the answer comes in its record. Throws Error{conflict} if it is
  /// answering already.
  void say(const std::string& session, const std::string& text);
  /// Changes a chat's mode or its way to its tools, and records it. Throws Error{conflict} if it is
  /// answering.
  void change_mode(const std::string& session, const std::string& mode);
  void change_tools(const std::string& session, bool automatic);
  /// Goes on after an event as a new session; returns it.
  std::string fork(const std::string& session, int64_t after, const std::string& model);
  /// Takes edits back, of these numbers or all; returns them.
  std::vector<Edit> undo(const std::string& session, const std::vector<int64_t>& numbers,
                         bool force);
  /// A conversation cannot be stopped twice; one that does not run is left alone.
  void stop(const std::string& session);
  void answer(const std::string& session, int64_t question, const Consent& consent);

  bool is_running(const std::string& session) const;
  /// Of a session that runs or ran here; null for every other.
  std::shared_ptr<Live> live(const std::string& session) const;
  /// To be held during a replay, which runs on its caller's thread. Throws Error{limit, "busy"}.
  Quota::Share take_replay() { return replaying_.take(); }
  /// A connection that may write. Throws Error{denied} if the desk only reads.
  Store store_to_write() const;
  /// Throws Error{denied} where nothing may be written.
  void check_writes() const;

 private:
  std::string model_named(const std::string& name) const;
  bool offers(const std::string& folder) const;
  /// Throws Error{denied} where the session's files are a folder that the desk was not given, as
  /// one that was recorded or imported by another program may be. Ask mode (`edits` false) has no
  /// tools for files.
  void check_folder(const Journal& journal, bool edits) const;
  ChatOptions options_of(const Journal& journal) const;
  void change(const std::string& session, const std::function<void(ChatPlace&)>& how,
              bool edits = false);
  std::shared_ptr<Live> live_for(const std::string& session);

  static constexpr size_t kMostRunning = 8, kMostReplaying = 2;

  const DeskOptions options_;
  Quota running_{kMostRunning}, replaying_{kMostReplaying};
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Live>, std::less<>> live_;
};

}  // namespace dossier
