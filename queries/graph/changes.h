#pragma once
// What differs between two snapshots: files by path and content, symbols by what identifies them
// (kind and key, docs/formats.md). A module that both hold is the same row of the database, so only
// the others are looked into.
//
// The body of a symbol, which tells "changed" and "moved", is
// - of a source file's symbol: its lines, without their indentation;
// - of an assembly's: what it and its code refer to and the literals in it, in order, a constant's
//   value, and what the code means (engine/readers/assembly/body_meaning.h): every instruction, but
//   no token, RVA, offset or line. An abstract method that gains a body has changed by a modifier.
// - of an export's: the constant's value.
// A signature, a base type or a modifier that differs is a change as well.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

class SearchIndex;

enum class ChangeKind { added, removed, changed, moved };
std::string_view name_of(ChangeKind kind);

struct Change {
  ChangeKind change{};
  std::string kind;    // file, type, field, method, property, event
  std::string name;    // a file's path, a type's full name, a member's key
  std::string from;    // of what was moved: its path, or name, before
  std::string path;    // of a symbol: its module's
  int64_t symbol = 0;  // in the later snapshot; of what was removed, in the earlier; 0: a file
};

/// Files in the order of their paths, what was removed last; then, if `symbols`, symbols in the
/// order of discovery, what was removed last.
std::vector<Change> changes_between(SearchIndex& index, int64_t before, int64_t after,
                                    bool symbols);

}  // namespace dossier
