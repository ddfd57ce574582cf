#pragma once
// The differences between two snapshots: of files by path and content, of symbols by what
// identifies them (kind and key, docs/formats.md). A module that both snapshots hold is the same
// row of the database, so only the other modules are compared, and those whose file has another
// text.
//
// Symbols are compared by their bodies to tell "changed" and "moved". The body of a symbol is
// - in a source file: its lines, without indentation;
// - in an assembly: what it and its code refer to and the literals in it, in order, a constant's
//   value, and what the code means (engine/readers/assembly/body_meaning.h): every instruction, but
//   no token, RVA, offset or line. An abstract method that gains a body has changed by a modifier.
// - in an export: the constant's value.
// A different signature, base type or modifier is a change as well, and in what has no lines a
// different attribute, constraint, interface or native import; of a module of an assembly or an
// export its full name, what it refers to and the names of its resources. Not stored, and so not
// compared: default values, flags that C# writes as attributes, the bytes of resources.
// Numbers that compilers count up in the names of an assembly make no difference
// (engine/readers/assembly/ordinals.h).
//
// An import of a folder leaves out hidden files, one of a revision has all that are committed.
// Between the two, hidden files are counted and not compared: they are neither removed nor added.
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
  std::string kind;    // file, module, type, field, method, property, event
  std::string name;    // a file's path, a type's full name, a member's key
  std::string from;    // of a moved file or symbol: its path or name before
  std::string path;    // a file's own, a symbol's module's
  int64_t symbol = 0;  // in the later snapshot (removed: in the earlier); 0 for a file
};

struct Differences {
  /// Files in path order, then, if asked for, symbols in discovery order. Removed ones come last
  /// within each.
  std::vector<Change> changes;
  int64_t hidden = 0;   // hidden files of one snapshot that are left out, with their symbols
  int64_t without = 0;  // the other snapshot: of a folder, and without a hidden file
  // Neither the code of assemblies nor what stands beside it is compared: the snapshots have them
  // by different rules.
  bool is_code_unlike = false;
  bool is_cut = false;  // more files may have moved: a limit was met (edited_moves.h)
};

Differences changes_between(SearchIndex& index, int64_t before, int64_t after, bool symbols);

}  // namespace dossier
