#include "cli/first_import.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "cli/agent.h"
#include "cli/database_path.h"
#include "cli/import.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier::cli {

Store open_or_import(const Invocation& invocation) {
  namespace fs = std::filesystem;
  const std::string path = invocation.database();
  if (::access(path.c_str(), F_OK) == 0 || invocation.has("--session") ||
      invocation.has("--snapshot"))
    return open_existing(invocation);
  ImportOptions options;
  options.path = invocation.has("--root") ? invocation.text("--root") : ".";
  options.project = invocation.optional("--project");
  const fs::path folder = fs::weakly_canonical(options.path);
  const char* home = std::getenv("HOME");
  if (folder == "/" || (home != nullptr && *home != '\0' && folder == fs::weakly_canonical(home)))
    throw Error(ErrorCode::invalid,
                "no database here yet, and this folder is too much to import by itself; "
                "`dossier import PATH` makes one",
                folder.string());
  std::cerr << "dossier: no database here yet: importing " << printable(folder.string()) << " into "
            << printable(path) << std::endl;
  const Reservation own(path);
  exclude_from_git(path);
  if (const auto report = import_as_new(path, options))
    std::cerr << "dossier: imported " << counted(report->files, "file") << ", "
              << counted(report->types, "type") << ", " << counted(report->members, "member")
              << "\n";
  return open_existing(invocation);
}

}  // namespace dossier::cli
