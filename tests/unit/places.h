#pragma once
// Where fixtures and the programs beside the tests are. One source is compiled with these paths, so
// that the compiler's cache serves the others to every work tree. Rejected: macros for all sources,
// of which none was then found there.

namespace dossier::test {

extern const char kSource[];        // the root of the work tree
extern const char kSandbox[];       // dossier-sandbox
extern const char kSandboxProbe[];  // what tries to leave a sandbox

}  // namespace dossier::test
