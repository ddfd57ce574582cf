// The commands about the program itself.
#include <iostream>

#include "cli/command.h"

namespace dossier::cli {

Command completions_command() {
  return {"completions",
          Group::serve,
          "Print the completions of a shell",
          "",
          "dossier completions bash > /etc/bash_completion.d/dossier",
          {{"SHELL", "", "bash, zsh or fish", true, false, {"bash", "zsh", "fish"}}},
          [](const Invocation& invocation) {
            std::cout << completions(invocation.text("SHELL"));
            return 0;
          }};
}

Command man_command() {
  return {"man",
          Group::serve,
          "Print the manual page",
          "",
          "dossier man | man -l -",
          {},
          [](const Invocation&) {
            std::cout << man_page();
            return 0;
          }};
}

}  // namespace dossier::cli
