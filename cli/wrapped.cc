#include "cli/wrapped.h"

#include <algorithm>

#include "engine/unicode.h"

namespace dossier::cli {
namespace {

constexpr size_t kGap = 2, kLeastColumn = 6;
constexpr std::string_view kClosing = "、。，．！？；：）］｝」』】》〉”’…";

void append(Pieces& line, std::string_view text, Style style) {
  if (!line.empty() && line.back().style == style)
    line.back().text += text;
  else if (!text.empty())
    line.push_back({std::string(text), style});
}

// Breaks a text, word by word; a word may have pieces in several styles.
class Lines {
 public:
  Lines(size_t room, bool breaks_words) : room_(room), breaks_words_(breaks_words) {}

  void space(std::string_view text, Style style) {
    end_word();
    append(gap_, text, style);
  }
  // Scripts without spaces break between their characters, but not before what closes a sentence.
  void letters(std::string_view text, Style style) {
    for (size_t at = 0; at < text.size();) {
      const std::string_view letter = text.substr(at, decode_utf8(text, at).length);
      const bool is_wide = cli::columns_of(letter) == 2;
      if (is_wide && kClosing.find(letter) == kClosing.npos) end_word();
      append(word_, letter, style);
      at += letter.size();
    }
  }

  std::vector<Pieces> take() {
    end_word();
    if (!line_.empty() || lines_.empty()) lines_.push_back(std::move(line_));
    return std::move(lines_);
  }

 private:
  void end_word() {
    if (word_.empty()) return;
    const size_t gap = columns_of(gap_), columns = columns_of(word_);
    if (room_ == 0 || used_ + gap + columns <= room_)
      put(gap_);
    else if (used_ > 0)
      end_line();
    gap_.clear();
    if (breaks_words_ && room_ > 0 && columns > room_)
      break_word();
    else
      put(word_);
    word_.clear();
  }

  void break_word() {
    for (const auto& piece : word_)
      for (size_t at = 0; at < piece.text.size();) {
        const std::string letter = piece.text.substr(at, decode_utf8(piece.text, at).length);
        at += letter.size();
        if (used_ > 0 && used_ + cli::columns_of(letter) > room_) end_line();
        put({{letter, piece.style}});
      }
  }

  void put(const Pieces& pieces) {
    for (const auto& piece : pieces) append(line_, piece.text, piece.style);
    used_ += columns_of(pieces);
  }

  void end_line() {
    lines_.push_back(std::move(line_));
    line_.clear();
    used_ = 0;
  }

  size_t room_;
  bool breaks_words_;
  std::vector<Pieces> lines_;
  Pieces line_, gap_, word_;
  size_t used_ = 0;  // columns of the line
};

Pieces bold(Pieces pieces) {
  for (auto& piece : pieces)
    if (piece.style == Style::plain) piece.style = Style::bold;
  return pieces;
}

size_t longest_word(const Pieces& text) {
  size_t longest = 0;
  for (const auto& word : wrapped(text, 1, false)) longest = std::max(longest, columns_of(word));
  return longest;
}

// The widest columns give way until all fit, down to their longest words before any is broken;
// false if they cannot.
bool narrow(std::vector<size_t>& widths, const std::vector<size_t>& words, size_t room) {
  size_t sum = kGap * (widths.size() - 1), least = sum;
  for (size_t& width : widths) {
    width = std::min(width, room);
    sum += width;
    least += std::min(width, kLeastColumn);
  }
  if (least > room) return false;
  for (const bool breaks_words : {false, true})
    while (sum > room) {
      size_t widest = widths.size();
      for (size_t i = 0; i < widths.size(); ++i)
        if (widths[i] > (breaks_words ? kLeastColumn : std::max(words[i], kLeastColumn)) &&
            (widest == widths.size() || widths[i] > widths[widest]))
          widest = i;
      if (widest == widths.size()) break;
      --widths[widest];
      --sum;
    }
  return sum <= room;
}

// Rows that do not fit beside each other.
std::vector<std::string> told_rows(const std::vector<std::vector<Pieces>>& rows, size_t room) {
  std::vector<std::string> out;
  for (size_t row = rows.size() > 1 ? 1 : 0; row < rows.size(); ++row) {
    if (!out.empty()) out.emplace_back();
    for (size_t i = 0; i < rows[row].size(); ++i) {
      Pieces cell = row > 0 && i < rows[0].size() ? bold(rows[0][i]) : Pieces();
      if (!cell.empty()) append(cell, ": ", Style::plain);
      for (const auto& piece : rows[row][i]) append(cell, piece.text, piece.style);
      for (const auto& line : wrapped(cell, room, false)) out.push_back(laid_out(line));
    }
  }
  return out;
}

}  // namespace

size_t columns_of(const Pieces& pieces) {
  size_t columns = 0;
  for (const auto& piece : pieces) columns += columns_of(piece.text);
  return columns;
}

std::string laid_out(const Pieces& pieces) {
  std::string out;
  for (const auto& piece : pieces) out += styled(piece.text, piece.style);
  return out;
}

std::vector<Pieces> wrapped(const Pieces& text, size_t room, bool breaks_words) {
  Lines lines(room, breaks_words);
  for (const auto& piece : text)
    for (size_t at = 0; at < piece.text.size();) {
      const bool is_space = piece.text[at] == ' ';
      const size_t end =
          std::min(is_space ? piece.text.find_first_not_of(' ', at) : piece.text.find(' ', at),
                   piece.text.size());
      const std::string_view part = std::string_view(piece.text).substr(at, end - at);
      is_space ? lines.space(part, piece.style) : lines.letters(part, piece.style);
      at = end;
    }
  return lines.take();
}

std::vector<std::string> table_lines(const std::vector<std::vector<Pieces>>& rows, size_t room) {
  std::vector<size_t> widths, words;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    words.resize(widths.size());
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], columns_of(row[i]));
      words[i] = std::max(words[i], longest_word(row[i]));
    }
  }
  if (widths.empty()) return {};
  if (room > 0 && !narrow(widths, words, room)) return told_rows(rows, room);
  std::vector<std::string> out;
  for (size_t row = 0; row < rows.size(); ++row) {
    std::vector<std::vector<Pieces>> cells;
    size_t height = 0;
    for (size_t i = 0; i < rows[row].size(); ++i) {
      cells.push_back(
          wrapped(row == 0 ? bold(rows[row][i]) : rows[row][i], room > 0 ? widths[i] : 0, true));
      height = std::max(height, cells.back().size());
    }
    for (size_t line = 0; line < height; ++line) {
      std::string text;
      size_t blank = 0;  // before what comes next
      for (size_t i = 0; i < cells.size(); ++i) {
        const Pieces cell = line < cells[i].size() ? cells[i][line] : Pieces();
        if (!cell.empty()) text += std::string(blank, ' ') + laid_out(cell), blank = 0;
        blank += widths[i] - std::min(widths[i], columns_of(cell)) + kGap;
      }
      out.push_back(std::move(text));
    }
  }
  return out;
}

std::string print_folded(const Table& table) {
  if (!on_terminal()) return print(table);
  std::vector<std::vector<Pieces>> rows(1 + table.rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    for (const auto& cell : i == 0 ? table.titles : table.rows[i - 1])
      rows[i].push_back(Pieces{{printable(cell), Style::plain}});
  std::string out;
  for (const auto& line : table_lines(rows, terminal_width())) out += line + "\n";
  return out;
}

}  // namespace dossier::cli
