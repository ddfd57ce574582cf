#pragma once
// What changed between two versions of a set of .proto files, as a person would say it: added,
// removed, changed, renamed; each with the breaking rules of queries/proto/breaking.h that it
// breaks. Pure. Every change is told once, at the declaration that it is about: a package that is
// renamed is one change and not one for each message in it, and a message that is gone takes its
// fields along only where they are asked for by name.
//
// A rename is told from a removal beside an addition by number, type and likeness of the names: for
// a field, the same number and type with names that share a little, the same number with names that
// share much, or the same type with names that share nearly all; for a type, half of its members or
// the same name elsewhere (queries/proto/schema_pairs.h). A file that was moved is one that was
// renamed, and what it says of itself, its package and its options, is compared.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "queries/proto/breaking.h"

namespace dossier::proto {

struct SchemaChange {
  enum What : uint8_t { added, removed, changed, renamed } what = changed;
  // file, syntax, package, import, option, message, field, oneof, enum, enum value, service, rpc
  std::string_view kind;
  std::string name;    // full; of what was removed, as it was called
  std::string from;    // of what was renamed: its full name before
  std::string path;    // of the later file, or of the earlier where it is gone
  uint32_t line = 0;   // 1-based in that file; 0: the file itself
  std::string before;  // as .proto text; "": there was none
  std::string after;
  std::vector<std::string_view> aspects;  // of what changed: type, number, label, oneof, options, …
  std::vector<const BreakingRule*> rules;
  const Declaration* was = nullptr;  // of the versions compared
  const Declaration* is = nullptr;
};
std::string_view name_of(SchemaChange::What what);

/// By path, then in the order of the files' declarations; what was removed behind the rest of its
/// file. Points into both versions. `rest`: as for breaches().
std::vector<SchemaChange> schema_changes(std::span<const SchemaFile> before,
                                         std::span<const SchemaFile> after,
                                         std::span<const SchemaFile> rest = {});

}  // namespace dossier::proto
