// The addresses of functions of libraries that are opened late: what cli/start/late.S asks for at
// the first call of each. A library stays open for as long as the program runs.
#include <dlfcn.h>

#include <atomic>
#include <string>

#include "engine/error.h"

namespace dossier::cli {
namespace {

// An entry of late.S. Threads that make the first call at once find the same address.
struct LateFunction {
  std::atomic<void*> address;
  const char* name;
  const char* library;
  const char* package;
};

}  // namespace

/// Throws Error{io} where the library is not installed, through the code of late.S to the caller.
extern "C" void* dossier_late_address(LateFunction* function) {
  void* const library = ::dlopen(function->library, RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    throw Error(ErrorCode::io, std::string("this needs a library that is not installed: ") +
                                   ::dlerror() + "; on Debian: apt install " + function->package);
  void* const address = ::dlsym(library, function->name);
  if (!address) throw Error(ErrorCode::internal, ::dlerror());
  function->address = address;
  return address;
}

}  // namespace dossier::cli
