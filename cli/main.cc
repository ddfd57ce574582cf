// The composition root: the only main(), and the only place of the command line that catches.
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/terminal.h"
#include "cli/terminal_guard.h"
#include "engine/error.h"

int main(int argc, char** argv) {
  using namespace dossier;
  // A reader that has read enough (head) is not a failure.
  std::signal(SIGPIPE, SIG_DFL);
  // A file that reaches its limit (ulimit -f) is a write that fails, with an error like any other.
  std::signal(SIGXFSZ, SIG_IGN);
  std::ios::sync_with_stdio(false);
  const cli::TerminalGuard out(std::cout, STDOUT_FILENO), err(std::cerr, STDERR_FILENO);
  int status = 1;
  bool json = cli::asks_for_json(argc, argv);
  try {
    const auto parsed = cli::parse(argc, argv);
    json = parsed.invocation.json();
    if (parsed.command) {
      status = parsed.command->run(parsed.invocation);
    } else {
      std::cout << cli::fitted(parsed.text, cli::terminal_width());
      status = 0;
    }
    std::cout.flush();
    if (!std::cout) throw Error(ErrorCode::io, "cannot write the results", "standard output");
  } catch (const std::exception& failure) {
    std::cout.flush();
    std::cerr << cli::failure_line(failure, json);
    return 1;
  }
  return status;
}
