// Runs at build time: compiles the prelude to bytecode of the engine, which the worker runs at its
// start. Compiling it there took a quarter of a start's processor time.
//
//   compile_prelude PRELUDE OUTPUT
#include <fstream>
#include <iostream>
#include <iterator>

#include "sandbox/worker/vm.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::string code{std::istreambuf_iterator<char>(in), {}};
  dossier::sandbox::Vm compiler({}, true);
  const std::string bytecode = compiler.compile(code, "prelude");
  if (bytecode.empty()) {
    std::cerr << argv[1] << ": "
              << compiler.text(compiler.property(compiler.exception(), "message")) << "\n";
    return 1;
  }
  std::ofstream out(argv[2], std::ios::binary);
  out << bytecode;
  out.close();
  return out ? 0 : 1;
}
