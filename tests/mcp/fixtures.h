#pragma once
// What the protocol's conformance suite expects of a server: tools, prompts and resources that
// follow a script (fixtures.json). They tell, ask, wait and become tasks through the same parts as
// real tools, and are never recorded.
#include <string_view>

#include "agent/mcp/extras.h"

namespace dossier::mcp {

class Fixtures final : public Extras {
 public:
  void list(std::string_view key, Json& items) const override;
  const Json* find(std::string_view key, std::string_view name, Json& known) const override;
  const Json* completions(std::string_view prompt, std::string_view argument) const override;
  /// Follows the script; `known` are the arguments and the answers so far, which its texts name in
  /// braces. This outlives the tasks that the script becomes.
  Outcome answer(const Json& item, Json known, Dialogue& dialogue, Tasks& tasks,
                 Feed& feed) const override;

 private:
  Json all_ = read();
  static Json read();
};

}  // namespace dossier::mcp
