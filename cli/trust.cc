// dossier trust: the person's word for a database that was not made here.
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "cli/database_path.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/person_state.h"
#include "engine/reserved.h"
#include "queries/open.h"
#include "queries/sql.h"
#include "store/origin.h"

namespace dossier::cli {
namespace {

void describe(Store& store) {
  const std::string& path = store.database().path();
  auto rows = store.rows<sql::Counts>();
  const auto row = rows.next();
  std::cout << printable(path) << ": " << (std::filesystem::file_size(path) + 1023) / 1024
            << " KB, " << counted(row->projects, "project") << ", "
            << counted(row->snapshots, "snapshot") << ", " << counted(row->sessions, "session")
            << " of agents\n";
}

int forget(const std::string& path) {
  if (!forget_origin(path))
    throw Error(ErrorCode::not_found, "the database is not remembered", path);
  std::cout << "forgot " << printable(path) << "\n";
  return 0;
}

int run_trust(const Invocation& invocation) {
  const auto given =
      invocation.has("FILE") ? std::optional(invocation.text("FILE")) : invocation.optional("--db");
  const std::string path = database_path(given);
  const std::string named = is_named(given) ? given.value_or(path) : found_database();
  if (::access(path.c_str(), F_OK) != 0)
    throw Error(ErrorCode::not_found, "there is no such database", path);
  if (invocation.has("--forget")) return forget(named);
  if (const Origin before = origin_of(named); before != Origin::foreign) {
    std::cout << printable(named)
              << (before == Origin::made ? " was made here by you" : " is trusted already") << "\n";
    return 0;
  }
  if (const std::string why = why_no_state(); !why.empty()) throw Error(ErrorCode::denied, why);
  if (std::filesystem::file_size(path) == 0)
    throw Error(ErrorCode::invalid, "the file is empty, so there is nothing to trust", path);
  // Brings an older one up to date, which gives it an identity.
  Store store = ::access(path.c_str(), W_OK) == 0 ? open_to_write(path) : open_to_read(path);
  describe(store);
  // Behind a link there may be one that is known.
  std::string why;
  if (origin_of(store.database()) == Origin::foreign)
    why = remember(store.database(), Origin::trusted);
  if (why.empty()) why = remember_link(named);
  if (!why.empty()) throw Error(ErrorCode::denied, why);
  std::cout << "trusted until the file is replaced; dossier trust --forget undoes that\n";
  return 0;
}

}  // namespace

Command trust_command() {
  return {
      "trust",
      Group::store,
      "Let commands write a database that was not made here",
      "A dossier.db that came with a clone or an archive is only read until you trust it, once. "
      "What it\n"
      "holds of permissions, settings and approved servers is never believed. A file that "
      "replaces it,\n"
      "after git pull for instance, has to be trusted again.",
      "dossier trust",
      {{"FILE", "", "The database (default: as for every command)", false, false},
       {"--forget", "", "Stop trusting it", false, false}},
      run_trust};
}

}  // namespace dossier::cli
