#pragma once
// A line of a person at a terminal: edited, with a history that outlives the program, completion,
// and pasted text as one piece, however many lines it has. It is libedit with what libedit lacks:
// bracketed paste, a history that several programs may add to at once, and Ctrl-C as a key.
// ~/.editrc is honoured.
//
// Rejected: GNU readline, whose license would be the program's; replxx and linenoise, which Debian
// 12 does not have.
#include <histedit.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::cli {

/// $XDG_STATE_HOME/dossier/NAME, else ~/.local/state/dossier/NAME; "" where its folder cannot be
/// made.
std::string state_file(std::string_view name);

class LineEditor {
 public:
  /// What completes the word that ends at the cursor: the text before the cursor is given, and
  /// where the word begins in it is set.
  using Completer =
      std::function<std::vector<std::string>(const std::string& before, size_t& word)>;

  /// `history` is a file; "" = none is kept. The terminal is that of standard input and output.
  LineEditor(std::string history, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  enum class End { line, interrupted, end };
  /// Reads a line without its end; it holds newlines where some were pasted or typed with
  /// Meta-Enter. `interrupted`: Ctrl-C, with what had been typed in `line`.
  End read(const std::string& prompt, std::string& line);
  /// Adds to the history, at once also in the file.
  void remember(const std::string& line);

 private:
  static unsigned char on_paste(EditLine* edit, int);
  static unsigned char on_newline(EditLine* edit, int);
  static unsigned char on_interrupt(EditLine* edit, int);
  static unsigned char on_suspend(EditLine* edit, int);
  static unsigned char on_complete(EditLine* edit, int);
  static char* prompt_of(EditLine* edit);
  unsigned char complete();

  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
  std::string history_path_, prompt_, last_;
  Completer completer_;
  bool is_interrupted_ = false;
  bool has_paste_ = false;  // the terminal can mark it
};

/// The text as libedit keeps it in a history file.
std::string history_line(std::string_view text);

}  // namespace dossier::cli
