#pragma once
// The IL of a method, read from the file that its module was imported from. The database does not
// hold the bytes of programs. The file at the path is read once, compared with what was imported,
// and shown only if it is the same: by the hash of its bytes or, if none is known (an export, an
// older database), by its Mvid and the meaning of the body.
//
// Rejected: comparing the file's size and time, because another build of the same size in the same
// second is another program; comparing the meaning of the body only, because an export has no
// bodies.
#include <string>

#include "engine/readers/assembly/disassemble.h"
#include "queries/graph/definitions.h"

namespace dossier {

class Store;

struct MethodCode {
  assembly::Listing listing;  // empty if there is none, or if `note` says why it is not shown
  std::string note;
  bool stale = false;  // the file is not the one that was imported
};

/// For a symbol that is not a method, only `stale` is set: its token also depends on the file.
MethodCode method_code(Store& store, const Definition& subject);

}  // namespace dossier
