#pragma once
// Text for people: color and width apply only if standard output is a terminal, and names cannot
// control the terminal.
#include <string>
#include <string_view>
#include <vector>

namespace dossier::cli {

/// Whether standard output is a terminal.
bool on_terminal();
/// The width of the terminal; 0 if output is not one (nothing is then truncated).
size_t terminal_width();

enum class Style { plain, dim, bold, red, green, yellow, cyan };
/// The text in a style on a colour terminal ($NO_COLOR respected), else the text.
std::string styled(std::string_view text, Style style);

/// The text with control characters, bidirectional overrides and invalid UTF-8 as visible escapes
/// (\n, \x1b, \u{202e}).
std::string printable(std::string_view text);
/// The same, keeping newlines.
std::string printable_lines(std::string_view text);

/// The text as one word of a POSIX shell, in single quotes.
std::string shell_quoted(std::string_view text);

/// "1 file", "2 files".
std::string counted(int64_t count, std::string_view what);

/// The width of a printable text in terminal columns (wide and combining characters counted).
size_t columns_of(std::string_view text);

/// The printable text truncated to the terminal's width less `taken` columns; whole in a pipe.
std::string fit_line(const std::string& text, size_t taken = 0);

struct Table {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;  // raw: print() makes them printable
};
/// Aligned columns truncated with … to the terminal's width; the columns of names are truncated
/// last, at their beginnings. In a pipe, tab-separated without titles.
std::string print(const Table& table);
/// A table of which no cell may be cut: where its columns do not fit the terminal, each row is told
/// below its first cell, as "title value" after "title value".
std::string print_whole_cells(const Table& table);

/// Prints the note on standard error that files named in the answer have changed since their
/// import.
void print_stale();

}  // namespace dossier::cli
