#include "agent/automation.h"

#include "agent/locate.h"
#include "agent/offline/rank_tool.h"
#include "agent/sessions.h"
#include "agent/tools/tools.h"
#include "engine/clock.h"

namespace dossier {

Automation::Automation(Store& store, Model& model, std::string project, std::string snapshot)
    : store_(store),
      model_(model),
      project_(std::move(project)),
      snapshot_(std::move(snapshot)),
      searched_(store.scope(project_, snapshot_).text()) {
  add_op_tools(tools_, store_, project_, snapshot_);
  add_locate_tool(tools_, store_, project_);
  add_rank_tool(tools_, store_, project_, snapshot_);
}

void Automation::begin(const std::string& title, std::optional<bool> automatic,
                       const std::string& prompts, const LoopLimits& limits) {
  scripts_ = scripts_of(tools_, store_, automatic);
  limits_ = limits;
  SetupOptions options;
  options.mode = "automation";
  options.model = model_.name();
  options.native = model_.native_calls();
  options.project = project_;
  options.snapshots = searched_;
  options.prompts = prompts;
  options.limits = limits_;
  options.automatic = scripts_.get();
  setup_ = set_up(tools_, options);  // first: a mistake leaves no session
  SessionInfo info;
  info.title = title;
  info.mode = options.mode;
  info.model = options.model;
  info.project = project_of_session(store_, project_, snapshot_);
  journal_.emplace(Journal::begin(store_, std::move(info), system_entropy()));
}

AskResult Automation::run(const std::string& question, Terms terms) {
  Transcript transcript(*journal_, {&model_, &tools_, &terms.policy, &system_clock(), {}});
  if (scripts_) {
    scripts_->use(transcript, {}, session(), terms.on_script);
    scripts_->stop_with(terms.stop);
  }
  return run_ask(transcript, setup_, question, limits_, terms.listener, terms.stop);
}

}  // namespace dossier
