#pragma once
// What grep prints: matching lines as path:line:column:text, in the order of paths, the first as
// soon as it is found. Where many texts may match, a second thread with a connection of its own
// searches parts of them; each part's output is printed in its turn, so that it is the same as
// without.
#include <cstdint>
#include <string>

#include "queries/contents.h"
#include "queries/scope.h"
#include "queries/store.h"

namespace dossier::cli {

struct HitFormat {
  bool counts = false;    // only how many lines of each file
  bool paths = false;     // only the files
  bool projects = false;  // of several ones: named before the path
  int64_t context = 0;    // lines before and after
  int64_t most = 0;       // 0 = all
};

/// Prints what the scope holds, within the store's read transaction. True when a file that was
/// printed has changed since.
bool print_hits(Store& store, const Scope& scope, const LineQuery& query, const HitFormat& format);

}  // namespace dossier::cli
