#pragma once
// The IL of a method, from the file that its module was read from. The database holds no bytes of
// programs; what lies at the path now is read once, compared with what was imported, and shown only
// where it is the same: by the hash of its bytes, and where none is known (an export, a database
// made before there was one) by its Mvid and what the body means. Rejected: comparing size and time
// of the file (a build of the same size in the same second is another program), and comparing what
// the body means alone (an export knows no bodies).
#include <string>

#include "engine/readers/assembly/disassemble.h"
#include "queries/graph/definitions.h"

namespace dossier {

class Store;

struct MethodCode {
  assembly::Listing listing;  // no lines: there are none, or `note` says why they are not shown
  std::string note;
  bool stale = false;  // the file is no longer the one that was imported
};

/// Of what is no method only `stale` tells anything: its token, too, is of the file imported.
MethodCode method_code(Store& store, const Definition& subject);

}  // namespace dossier
