#include "cli/questions.h"

#include <termios.h>
#include <unistd.h>

#include <iostream>

namespace dossier::cli {

char asked_key(const std::string& question) {
  termios before{};
  const bool is_terminal = ::tcgetattr(STDIN_FILENO, &before) == 0;
  termios keys = before;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  if (is_terminal) ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys);
  std::cerr << question << std::flush;
  char key = 0;
  if (!is_terminal || ::read(STDIN_FILENO, &key, 1) != 1) key = 0;
  if (is_terminal) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
  return key;
}

bool asked_line(std::ostream& out, const std::string& question, std::string& line) {
  ::tcflush(STDIN_FILENO, TCIFLUSH);  // fails where it is no terminal
  out << question << std::flush;
  return static_cast<bool>(std::getline(std::cin, line));
}

bool says_yes(std::ostream& out, const std::string& question) {
  std::string line;
  return asked_line(out, question, line) && (line == "y" || line == "yes");
}

}  // namespace dossier::cli
