#include "cli/vouched.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <optional>

#include "cli/database_path.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/person_state.h"
#include "engine/sealed.h"
#include "queries/open.h"
#include "store/origin.h"

namespace dossier::cli {
namespace {

bool is_there(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// What lies beside it is not read: anybody could have laid it there.
void tell_foreign(const std::string& found, const std::string& path) {
  std::string beside;
  for (const char* end : {"-wal", "-journal"}) {
    struct stat log {};
    if (::stat((path + end).c_str(), &log) == 0 && log.st_size > 0)
      beside += (beside.empty() ? ", without its log (" : ", ") + std::string(end);
  }
  std::cerr << "dossier: " << printable(found)
            << " was not made here by you: it is read as it stands"
            << (beside.empty() ? "" : beside + "),") << " and not written; if it is yours, "
            << (why_no_state().empty() ? "run dossier trust\n" : "name it with --db\n");
}

}  // namespace

Store open_reading(const Invocation& invocation, std::shared_ptr<UnitCache> units) {
  const std::string path = database_path(invocation.optional("--db"));
  if (is_named(invocation.optional("--db")) || !is_there(path)) return open_to_read(path, units);
  const std::string found = found_database();
  if (is_recorded(found)) {
    Store store = open_to_read(path, units);
    if (origin_of(store.database()) != Origin::foreign) return store;
  }
  seal_database(path);
  Store store = open_to_read(path, units);
  tell_foreign(found, path);  // now that it is one
  return store;
}

bool finds_foreign(const Invocation& invocation) {
  const std::string path = database_path(invocation.optional("--db"));
  return !is_named(invocation.optional("--db")) && is_there(path) &&
         origin_of(found_database()) == Origin::foreign;
}

Store open_or_make(const std::string& path) {
  std::error_code none;
  const bool is_new = !is_there(path) || std::filesystem::file_size(path, none) == 0;
  Store store = open_to_write(path);
  if (!is_new) return store;
  if (const std::string why = remember(store.database(), Origin::made); !why.empty())
    tell_not_remembered(path, why);
  return store;
}

void tell_not_remembered(const std::string& path, const std::string& why) {
  std::cerr << "dossier: " << printable(why) << "; name " << printable(path)
            << " with --db from now on\n";
}

}  // namespace dossier::cli
