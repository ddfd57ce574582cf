#pragma once
// What the protocol's conformance suite expects of a server, beside what this one offers: tools,
// prompts and resources that follow a script (conformance.json). Offered with --conformance alone,
// and never recorded. They tell, ask, wait and become tasks through the same parts as real tools.
#include <optional>
#include <string_view>

#include "agent/mcp/dialogue.h"
#include "agent/mcp/feed.h"
#include "agent/mcp/tasks.h"

namespace dossier::mcp {

class Fixtures {
 public:
  /// Adds what the list of this key shows of them: tools, prompts, resources, resourceTemplates.
  void list(std::string_view key, Json& items) const;
  /// The tool or prompt with this name, the resource with this name or of a template that has it;
  /// null if there is none. `known` gets what a template's name stands for.
  const Json* find(std::string_view key, std::string_view name, Json& known) const;
  /// What an argument of a prompt may be; null if no fixture says it.
  const Json* completions(std::string_view prompt, std::string_view argument) const;

 private:
  Json all_ = read();
  static Json read();
};

/// What scripts work with.
struct Stage {
  Tasks& tasks;
  Feed& feed;
};

/// Follows the script of a fixture from a step on; `known` are its arguments and the answers so
/// far, which its texts name in braces. The fixture outlives the tasks that it becomes.
Outcome play(const Json& fixture, Json known, Dialogue& dialogue, const Stage& stage,
             size_t from = 0);

}  // namespace dossier::mcp
