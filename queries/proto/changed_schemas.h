#pragma once
// The .proto files that a change is read from: those that differ between two versions, and those
// that stay and are imported by them.
//
// Rejected: all .proto files of both versions. A tree of public interfaces has thousands, and a
// change touches a few.
#include <cstdint>
#include <span>
#include <vector>

#include "queries/proto/changed_paths.h"
#include "queries/proto/schema_diff.h"
#include "store/store.h"

namespace dossier::proto {

struct SchemaVersions {
  std::vector<SchemaFile> before, after, imported;
};
/// `moves`: the files that are elsewhere in the later version. Within a read transaction.
SchemaVersions changed_schemas(Store& store, int64_t before, int64_t after,
                               std::span<const Move> moves);

}  // namespace dossier::proto
