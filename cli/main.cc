// The composition root: the only main(), and the only place of the command line that catches.
#include <csignal>
#include <exception>
#include <iostream>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/error.h"

int main(int argc, char** argv) {
  using namespace dossier;
  // A reader that has seen enough (head) is no failure.
  std::signal(SIGPIPE, SIG_DFL);
  std::ios::sync_with_stdio(false);
  int status = 1;
  try {
    const auto parsed = cli::parse(argc, argv);
    if (parsed.command) {
      status = parsed.command->run(parsed.invocation);
    } else {
      std::cout << parsed.text;
      status = 0;
    }
    std::cout.flush();
    if (!std::cout) throw Error(ErrorCode::io, "cannot write the results", "standard output");
  } catch (const std::exception& failure) {
    std::cout.flush();
    std::cerr << "dossier: " << cli::printable(failure.what()) << "\n";
    return 1;
  }
  return status;
}
