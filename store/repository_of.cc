#include "store/repository_of.h"

#include <filesystem>

#include "engine/error.h"
#include "engine/first_row.h"
#include "store/sql.h"

namespace dossier {

RepositoryOf repository_of(Statements& statements, int64_t snapshot) {
  const auto row = first_row<sql::SnapshotOrigin>(statements, snapshot);
  if (!row) throw Error(ErrorCode::not_found, "no such snapshot: " + std::to_string(snapshot));
  RepositoryOf out;
  out.source = row->source;
  out.revision = row->revision.value_or("");
  const auto without = [&](std::string why) {
    out.repository.reset();
    out.missing = std::move(why);
    return std::move(out);
  };
  if (out.revision.empty()) return without("it is of no commit of a git repository");
  std::error_code none;
  if (!std::filesystem::is_directory(out.source, none))
    return without(out.source + " is no longer there");
  out.repository = snapshot::Repository::at(out.source);
  if (!out.repository) return without(out.source + " is no repository any more");
  if (row->kind != "directory") return out;
  const auto place = out.repository->place_of(out.source);
  if (!place) return without(out.source + " lies in no work tree");
  out.place = *place;
  return out;
}

}  // namespace dossier
