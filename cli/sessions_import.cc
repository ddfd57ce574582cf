// dossier sessions import: imports transcripts of other agents, and our own exports.
#include <unistd.h>

#include <iostream>

#include "agent/import_sessions.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

void print(const SessionImport& report) {
  std::cout << counted(report.added, "session") << " added, " << report.extended << " extended, "
            << report.unchanged << " unchanged";
  if (report.forked != 0) std::cout << ", " << report.forked << " forked (their files changed)";
  std::cout << " (" << counted(report.files, "file") << ", " << counted(report.events, "event")
            << (report.edits > 0 ? ", " + counted(report.edits, "edit") : "") << ")\n";
  for (const auto& [kind, count] : report.lost)
    std::cout << "left out: " << printable(kind) << " (" << count << ")\n";
  for (const auto& [path, why] : report.skipped)
    std::cerr << "dossier: " << printable(path) << ": " << printable(why) << "\n";
}

Json json_of(const SessionImport& report) {
  Json lost = Json::object(), sessions = Json::array(), skipped = Json::array();
  for (const auto& [kind, count] : report.lost) lost.set(kind, count);
  for (const auto& uid : report.sessions) sessions.add(uid);
  for (const auto& [path, why] : report.skipped)
    skipped.add(Json::object({{"path", path}, {"reason", why}}));
  return Json::object({{"files", report.files},
                       {"added", report.added},
                       {"extended", report.extended},
                       {"unchanged", report.unchanged},
                       {"forked", report.forked},
                       {"events", report.events},
                       {"edits", report.edits},
                       {"sessions", std::move(sessions)},
                       {"lost", std::move(lost)},
                       {"skipped", std::move(skipped)}});
}

}  // namespace

int import_sessions_here(const Invocation& invocation) {
  std::vector<std::string> paths = session_words(invocation);
  if (paths.empty()) paths = session_folders();
  if (paths.empty())
    throw Error(ErrorCode::not_found,
                "no transcripts of Claude Code or Codex found here; name a file or a folder");
  Store store = open_or_make(invocation.database());
  SessionImport report;
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  for (const auto& path : paths)
    import_sessions(
        store, path, system_entropy(),
        [&](const SessionImport& so_far) {
          if (terminal)
            std::cerr << "\r\x1b[K" << counted(so_far.files, "file") << ", "
                      << counted(so_far.events, "event") << std::flush;
        },
        report);
  // Of several what can be read is imported.
  if (paths.size() == 1 && report.files == 0 && report.skipped.size() == 1 &&
      report.skipped[0].first == paths[0])
    throw Error(ErrorCode::invalid, report.skipped[0].second, paths[0]);
  if (terminal) std::cerr << "\r\x1b[K" << std::flush;
  if (invocation.json())
    std::cout << json_of(report).dump() << "\n";
  else
    print(report);
  if (report.skipped.empty()) return 0;
  return report.files == 0 ? 1 : 2;
}

}  // namespace dossier::cli
