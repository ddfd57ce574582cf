#pragma once
// Which files of a snapshot depend on which: those that name a symbol of another file, and those
// that include it. What a reference means is what the relations of the query language say
// (related.h), so a call of which only the name is known makes no file depend on another.
//
// Of symbols that several files define, the file's own is meant; in assemblies, that of the
// assembly which the reference names. A package of several files is none of them, and a name alone
// that may mean a symbol of several files means one in a file that is included, or nothing. What
// .proto files are changed with is another question (queries/proto).
//
// Computed when it is asked for. Rejected: storing the edges with the snapshot. One edited file
// changes what references in others mean, so every import would compute all of them again.
#include <cstdint>
#include <string>
#include <vector>

namespace dossier {

class SearchIndex;

struct Dependency {
  std::string path;          // the file, or the assembly
  std::string target;        // the file that it depends on
  int64_t symbols = 0;       // of the target that the file names; 0: it is only included
  bool is_included = false;  // by its path, or imported as a whole
};

/// In the order of paths, then of targets. Within a read transaction; stops at its deadline.
std::vector<Dependency> dependencies(SearchIndex& index, int64_t snapshot);

}  // namespace dossier
