#pragma once
// Makes the recorded calls of a session again, on today's tools or another version, and compares
// each result with the recorded one by the symbols, files and lines that it names. No model is
// asked and nothing on disk is changed. Of another program's session those calls are made that have
// an equivalent here: reading, searching and listing files, and editing them.
#include <string>
#include <string_view>
#include <vector>

#include "agent/event.h"
#include "agent/tool.h"
#include "agent/workspace.h"

namespace dossier {

/// The result of one recorded call made again.
struct Retooled {
  // Keys were lost, gained, or both. `changed`: a result without symbols differs. `absent`: there
  // is no equivalent of the other program's tool here.
  enum Verdict : uint8_t {
    same,
    moved,
    lost,
    gained,
    both,
    changed,
    failed,
    absent
  } verdict = same;
  int64_t seq = 0;
  ToolCall call;
  std::vector<std::string> gone{};     // keys that only the recorded result has, or why it failed
  std::vector<std::string> added{};    // keys that only the new one has
  std::vector<std::string> renamed{};  // "Game.Hit → Game.Strike": the same, called otherwise
};
std::string_view name_of(Retooled::Verdict verdict);

/// Makes every recorded call that was executed again with `tools`, which must not change files on
/// disk.
std::vector<Retooled> retool(const std::vector<SessionEvent>& record, const Toolbox& tools);

/// The same for a session of another program. `files` is its folder, or another version of it;
/// edits are made there, so it is an overlay.
std::vector<Retooled> retool_foreign(const std::vector<SessionEvent>& record, Workspace& files);

}  // namespace dossier
