#pragma once
// A person's state folder of a test's own. The variable is the process's, so it is put back.
#include <stdlib.h>

#include "tests/unit/scratch.h"

namespace dossier::test {

struct StateHome : Scratch {
  StateHome() { ::setenv("XDG_STATE_HOME", path().c_str(), 1); }
  ~StateHome() { ::unsetenv("XDG_STATE_HOME"); }
};

}  // namespace dossier::test
