#pragma once
// An automation with what it needs beside a store and a model: its tools, its scripts and its
// session. The command, the page and a client of MCP run it alike; which tools it has besides, who
// hears of it and what it is permitted are theirs to say.
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "agent/ask.h"
#include "agent/auto/auto_tools.h"
#include "agent/journal.h"
#include "agent/policy.h"

namespace dossier {

class Automation {
 public:
  /// Borrows the store and the model. Throws Error{not_found} for a project or a snapshot that is
  /// not there.
  Automation(Store& store, Model& model, std::string project, std::string snapshot = {});
  Automation(const Automation&) = delete;
  Automation& operator=(const Automation&) = delete;

  /// More may be added before begin().
  Toolbox& tools() { return tools_; }
  /// Begins the session. `automatic`: tools through scripts; absent: as enableAutoTools says.
  /// `prompts`: the folder of replaced prompts, or ""; throws where it is not there.
  void begin(const std::string& title, std::optional<bool> automatic = std::nullopt,
             const std::string& prompts = {}, const LoopLimits& limits = {});
  /// The id of the session.
  const std::string& session() const { return journal_->info().uid; }
  /// Null where the model has its tools one by one.
  const AutoTools* scripts() const { return scripts_.get(); }

  struct Terms {
    std::stop_token stop{};
    LoopListener listener{};
    ScriptListener on_script{};
    Policy policy{Policy::kLookups};
  };
  AskResult run(const std::string& question, Terms terms);

 private:
  Store& store_;
  Model& model_;
  const std::string project_, snapshot_, searched_;
  Toolbox tools_;
  std::unique_ptr<AutoTools> scripts_;
  LoopLimits limits_;
  Setup setup_;
  std::optional<Journal> journal_;
};

}  // namespace dossier
