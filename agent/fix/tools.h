#pragma once
// The tools of the tag dialogue: files and diffs of its tree, questions to the store about the
// earlier version and nothing else, the whole change, and the command of the final check.
#include <memory>
#include <stop_token>
#include <string>

#include "agent/fix/fix.h"
#include "agent/fix/laid_out.h"
#include "agent/tool.h"
#include "agent/workspace.h"
#include "store/store.h"

namespace dossier {

/// The tree of a dialogue: a snapshot, the changed .proto files over it, and the model's changes
/// over those.
class FixTree {
 public:
  /// `snapshot` is borrowed. Throws what apply_diff throws if the .proto files' diff does not fit.
  FixTree(Workspace& snapshot, const std::string& protos);
  FixTree(const FixTree&) = delete;

  OverlayWorkspace& files() { return changed_; }
  /// The model's changes as a unified diff, by path.
  std::string diff();

 private:
  OverlayWorkspace base_;
  OverlayWorkspace changed_;
};

/// Everything that the tools of one dialogue need; they borrow from it.
class FixPlace {
 public:
  /// The tree of the options' snapshot. The command of the final check runs in `laid_out`, or, if
  /// that is null, in a temporary folder. It is stopped with `stop`, and once the dialogue's time,
  /// which begins now, is up. Throws Error{not_found} for a snapshot that is gone.
  FixPlace(Store& store, const FixOptions& options, LaidOut* laid_out, std::stop_token stop);
  FixPlace(const FixPlace&) = delete;

  FixTree& tree() { return *tree_; }
  const Toolbox& tools() const { return tools_; }

 private:
  void add_files(const FixOptions& options);
  void add_check(const FixOptions& options, std::stop_token stop);
  LaidOut& laid_out();

  std::unique_ptr<Workspace> snapshot_;
  std::unique_ptr<FixTree> tree_;
  LaidOut* given_;
  std::unique_ptr<LaidOut> own_;
  Toolbox tools_;
};

}  // namespace dossier
