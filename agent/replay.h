#pragma once
// A recorded session read back. Strict: the loop runs again with model, tools, clock and
// permissions from the record, touching nothing; it must do the same, byte for byte. Retool: the
// recorded calls are made again on a chosen snapshot, and each result is held against the recorded
// one. Both fail closed: no live model is ever asked.
#include <string>
#include <vector>

#include "agent/journal.h"
#include "agent/tool.h"

namespace dossier {

/// How many events were compared. Throws Error{conflict} naming the first step that differs, what
/// was expected and what the program did instead.
size_t replay_strictly(const std::vector<SessionEvent>& record, const Toolbox& tools,
                       const std::string& prompts);

/// What became of one recorded call.
struct Retooled {
  enum Verdict : uint8_t { same, moved, changed, failed } verdict = same;
  int64_t seq = 0;
  ToolCall call;
  std::vector<std::string> gone;   // keys that only the recorded result has
  std::vector<std::string> added;  // keys that only the new one has
};
std::string_view name_of(Retooled::Verdict verdict);

/// Makes every recorded call again with `tools`, which must not change any file on disk.
std::vector<Retooled> retool(const std::vector<SessionEvent>& record, const Toolbox& tools);

}  // namespace dossier
