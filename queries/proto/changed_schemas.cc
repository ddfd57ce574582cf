#include "queries/proto/changed_schemas.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "queries/proto/scanned.h"
#include "queries/proto/schema_file.h"
#include "queries/proto/suspect_files.h"
#include "queries/sql.h"
#include "store/index/contents.h"
#include "store/scope/texts.h"

namespace dossier::proto {
namespace {

constexpr size_t kMostImported = 500;  // .proto files that are read for their types

// What the schemas import, and what that imports: every unchanged file whose path ends so, since
// copies of one say the same.
std::vector<SchemaFile> imported_schemas(Store& store, int64_t after,
                                         const SchemaVersions& versions) {
  std::multimap<std::string, FileEntry> by_base;
  std::set<std::string> known;
  std::vector<std::string> wanted;
  const auto note = [&](const SchemaFile& file) {
    known.insert(file.path);
    wanted.insert(wanted.end(), file.schema.imports.begin(), file.schema.imports.end());
  };
  for (const auto* side : {&versions.before, &versions.after})
    for (const SchemaFile& file : *side) note(file);
  if (!wanted.empty())
    for (FileEntry& entry : files_in(store.statements(), Scope{{after}}))
      if (entry.path.ends_with(".proto") && entry.has_text && entry.size <= kLargestText)
        by_base.emplace(file_name_of(entry.path), std::move(entry));
  std::vector<SchemaFile> found;
  while (!wanted.empty() && found.size() < kMostImported) {
    const std::string import = "/" + std::exchange(wanted.back(), {});
    wanted.pop_back();
    const auto [begin, end] = by_base.equal_range(std::string(file_name_of(import)));
    for (auto at = begin; at != end; ++at) {
      if (known.contains(at->second.path) || !("/" + at->second.path).ends_with(import)) continue;
      found.push_back(schema_file(at->second.path, text_of(store.index(), at->second)));
      note(found.back());
    }
  }
  return found;
}

}  // namespace

SchemaVersions changed_schemas(Store& store, int64_t before, int64_t after,
                               std::span<const Move> moves) {
  SchemaVersions versions;
  const auto read = [&](int64_t of, int64_t other, std::vector<SchemaFile>& files) {
    for (const auto& row : store.rows<sql::ChangedFiles>(of, other)) {
      if (!row.path.ends_with(".proto")) continue;
      for (const FileEntry& entry : files_at(store.statements(), Scope{{of}}, row.path)) {
        if (!entry.has_text || entry.is_vendored) continue;
        files.push_back(schema_file(entry.path, text_of(store.index(), entry)));
      }
    }
  };
  read(before, after, versions.before);
  read(after, before, versions.after);
  std::unordered_map<std::string_view, std::string_view> from;  // by the later path
  for (const Move& move : moves) from.emplace(move.to, move.from);
  for (SchemaFile& file : versions.after)
    if (const auto found = from.find(file.path); found != from.end()) file.from = found->second;
  versions.imported = imported_schemas(store, after, versions);
  return versions;
}

}  // namespace dossier::proto
