#pragma once
// What a server offers beside dossier's own tools, prompts and resources. The program has none; the
// server of the protocol's conformance suite has what that suite calls (tests/mcp/fixtures.h).
#include <string_view>

#include "agent/mcp/dialogue.h"
#include "agent/mcp/feed.h"
#include "agent/mcp/tasks.h"

namespace dossier::mcp {

class Extras {
 public:
  virtual ~Extras() = default;
  /// Adds what the list of this key shows of them: tools, prompts, resources, resourceTemplates.
  virtual void list(std::string_view key, Json& items) const = 0;
  /// The tool or prompt with this name, the resource with this name or of a template that has it,
  /// with its entry in the list as "listed"; null if there is none. `known` gets what a template's
  /// name stands for.
  virtual const Json* find(std::string_view key, std::string_view name, Json& known) const = 0;
  /// What an argument of a prompt may be; null if it is not known.
  virtual const Json* completions(std::string_view prompt, std::string_view argument) const = 0;
  /// Answers with an item that find() gave.
  virtual Outcome answer(const Json& item, Json known, Dialogue& dialogue, Tasks& tasks,
                         Feed& feed) const = 0;
};

}  // namespace dossier::mcp
