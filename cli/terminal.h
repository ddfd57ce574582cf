#pragma once
// Text as a person reads it: colour and width only where standard output is a terminal, and names
// that cannot take the terminal over.
#include <string>
#include <string_view>
#include <vector>

namespace dossier::cli {

/// Standard output is a terminal.
bool on_terminal();
/// Columns of the terminal; 0 when output is not one (nothing is cut then).
size_t terminal_width();

enum class Style { plain, dim, bold, red, green, yellow, cyan };
/// The text in a style on a colour terminal ($NO_COLOR respected), else the text.
std::string styled(std::string_view text, Style style);

/// Control characters, bidirectional overrides and bytes that are not UTF-8 as visible escapes (\n,
/// \x1b, \u{202e}); everything else as it is.
std::string printable(std::string_view text);

/// "1 file", "2 files".
std::string counted(int64_t count, std::string_view what);

/// Terminal columns that a printable text takes (wide and combining characters counted).
size_t columns_of(std::string_view text);

/// The printable text cut to the terminal's width less `taken` columns; whole when piped.
std::string fit_line(const std::string& text, size_t taken = 0);

struct Table {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;  // raw: print() makes them printable
};
/// Aligned columns cut to the terminal's width with …, names last and at their beginnings;
/// tab-separated without titles when piped.
std::string print(const Table& table);

/// The note on standard error that an answer names files which have changed since their import.
void print_stale();

}  // namespace dossier::cli
