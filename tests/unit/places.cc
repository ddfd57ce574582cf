#include "tests/unit/places.h"

namespace dossier::test {

const char kSource[] = DOSSIER_SOURCE_DIR;
const char kSandbox[] = DOSSIER_SANDBOX;
const char kSandboxProbe[] = DOSSIER_SANDBOX_PROBE;

}  // namespace dossier::test
