#pragma once
// Text in several styles, broken into lines of a width. Escape sequences are written only when a
// line is laid out, so that nothing has to count around them.
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal.h"

namespace dossier::cli {

/// Printable text in one style; a line consists of some.
struct Piece {
  std::string text;
  Style style;
};
using Pieces = std::vector<Piece>;

size_t columns_of(const Pieces& pieces);
/// The pieces one behind the other, in their styles.
std::string laid_out(const Pieces& pieces);

/// The lines of at most `room` columns that the text has when it is broken at spaces; one line if
/// `room` is 0. A longer word stands on a line of its own and is longer, so that a path or an
/// address can be copied, or is broken if `breaks_words`.
std::vector<Pieces> wrapped(const Pieces& text, size_t room, bool breaks_words);

/// A table of rows of cells, the first of them titles, in lines of at most `room` columns (0 = of
/// any length). Cells fold where the columns do not fit; where there is no room for that either,
/// each row is told below the other, as "title: cell".
std::vector<std::string> table_lines(const std::vector<std::vector<Pieces>>& rows, size_t room);

/// The table with its cells folded where they do not fit the terminal; in a pipe, as print().
std::string print_folded(const Table& table);

}  // namespace dossier::cli
