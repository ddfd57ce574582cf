#pragma once
// What a recorded session had around it beside the store: its tools, files, program and dialogue,
// made again so that it can be replayed, compared or continued. A fork works on the session's
// folder; everything else at most on a copy of it in memory.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "agent/auto/auto_tools.h"
#include "agent/fix/tools.h"
#include "agent/journal.h"
#include "agent/loop.h"
#include "agent/mcp/place.h"
#include "agent/model.h"
#include "agent/note.h"
#include "agent/program.h"
#include "agent/replay.h"
#include "agent/tool.h"
#include "agent/workspace.h"

namespace dossier {

struct SurroundingsOptions {
  enum Purpose : uint8_t { strict, retool, fork } purpose = strict;
  int64_t after = 0;                     // fork: the event after which it goes on
  std::optional<std::string> root{};     // absent: as recorded
  std::optional<std::string> project{};  // absent: as recorded
  std::string snapshot;                  // what live tools search; "" = the newest
  std::string prompts;
};

class Surroundings {
 public:
  /// Borrows the store. Throws what opening the files throws.
  Surroundings(Store& store, const Journal& journal, const SurroundingsOptions& options);
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  const Toolbox& tools() const { return tools_; }
  const std::string& root() const { return root_; }
  /// Of a dialogue that fixes a tree; null for every other session.
  FixPlace* dialogue() const { return dialogue_.get(); }
  /// The scripts of a fork; null where its model has its tools one by one.
  AutoTools* scripts() const { return scripts_.get(); }
  /// A copy in memory of the folder of a chat, or of another program's session; null for others.
  OverlayWorkspace* copy() const { return scratch_.get(); }

 private:
  bool forks() const { return options_.purpose == SurroundingsOptions::fork; }
  bool retools() const { return options_.purpose == SurroundingsOptions::retool; }
  void open_dialogue();
  void open_scripts();
  void open_chat(const std::string& project);
  std::unique_ptr<Workspace> files_of(const std::string& project) const;

  Store& store_;
  const Journal& journal_;
  const SurroundingsOptions& options_;
  Toolbox tools_;
  std::unique_ptr<Workspace> files_;
  std::unique_ptr<OverlayWorkspace> scratch_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<FixPlace> dialogue_;
  std::unique_ptr<AutoTools> scripts_;
  std::string root_;
  NoteAuthor author_;
  mcp::Around client_;  // of what a client asked: nothing stops it
};

/// Goes on live after the event `options.after` of the journal, as a new session that shares what
/// came before. `begun` is told its id before the model is asked. Throws Error{invalid} where the
/// model was not asked before that event, or speaks another dialect.
Continued fork_session(Store& store, const Journal& journal, const Surroundings& around,
                       const SurroundingsOptions& options, Model& model,
                       const std::function<void(const std::string& uid)>& begun,
                       const LoopListener& listener, const std::stop_token& stop);

}  // namespace dossier
