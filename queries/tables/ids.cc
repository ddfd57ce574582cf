#include "queries/tables/ids.h"

#include <charconv>
#include <string>

#include "engine/error.h"
#include "engine/statements.h"
#include "store/sql.h"

namespace dossier {

std::vector<int64_t> ids_of(std::string_view function, std::string_view text) {
  std::vector<int64_t> ids;
  for (const char* at = text.data(); at < text.data() + text.size();) {
    int64_t id = 0;
    const auto read = std::from_chars(at, text.data() + text.size(), id);
    if (read.ec != std::errc() || (read.ptr < text.data() + text.size() && *read.ptr != ','))
      throw Error(ErrorCode::invalid,
                  std::string(function) + "() takes ids with commas between them");
    ids.push_back(id);
    at = read.ptr + 1;
  }
  return ids;
}

void require_snapshot(Statements& statements, int64_t snapshot) {
  auto found = statements.rows<sql::SnapshotById>(snapshot);
  if (!found.next())
    throw Error(ErrorCode::not_found, "no snapshot '" + std::to_string(snapshot) + "'");
}

}  // namespace dossier
