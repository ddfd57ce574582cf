#pragma once
// Keeps a terminal from obeying what is printed on it. Names and texts come from files of others;
// tables, CSV and JSON escape what they print by their own rules, and this is the wall behind them,
// for every output: control characters, those of C1 and those that turn the direction of the text
// are shown as \u009b, which in JSON is the character itself. What styles and rewrites dossier's
// own lines passes. Nothing is changed where the stream is no terminal.
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace dossier::cli {

class TerminalGuard : private std::streambuf {
 public:
  /// Guards the stream while it lives, if the descriptor that it writes to is a terminal.
  TerminalGuard(std::ostream& stream, int descriptor);
  TerminalGuard(const TerminalGuard&) = delete;
  ~TerminalGuard() override;

 private:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;
  bool pass(bool is_end);

  std::ostream& stream_;
  std::streambuf* to_ = nullptr;  // null: not a terminal
  std::string waiting_;           // the beginning of a character or of a style
};

/// The text as it is shown; `used` is where an unfinished character or style begins, unless the
/// text ends here.
std::string guarded(std::string_view text, bool is_end, size_t& used);

}  // namespace dossier::cli
