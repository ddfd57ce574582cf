#include "cli/terminal.h"

#include <iostream>

#include <sys/ioctl.h>
#include <unicode/uchar.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/unicode.h"

namespace dossier::cli {
namespace {

bool is_hidden(char32_t c) {
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_CONTROL_CHAR || type == U_FORMAT_CHAR || type == U_LINE_SEPARATOR ||
         type == U_PARAGRAPH_SEPARATOR || type == U_SURROGATE;
}

void append_escaped(std::string& out, char32_t c, bool valid) {
  char text[16];
  if (valid && c == '\n') {
    out += "\\n";
  } else if (valid && c == '\t') {
    out += "\\t";
  } else if (c < 0x100) {
    std::snprintf(text, sizeof text, "\\x%02x", static_cast<unsigned>(c));
    out += text;
  } else {
    std::snprintf(text, sizeof text, "\\u{%x}", static_cast<unsigned>(c));
    out += text;
  }
}

size_t width_of(char32_t c) {
  const auto type = u_charType(static_cast<UChar32>(c));
  if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK) return 0;
  const int wide = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_EAST_ASIAN_WIDTH);
  return wide == U_EA_WIDE || wide == U_EA_FULLWIDTH ? 2 : 1;
}

// The text cut to `width` columns, its last one an ellipsis where anything is missing.
std::string fit(const std::string& text, size_t width) {
  if (columns_of(text) <= width) return text;
  if (width == 0) return {};
  size_t used = 0, at = 0;
  while (at < text.size()) {
    const auto c = decode_utf8(text, at);
    if (used + width_of(c.code) > width - 1) break;
    used += width_of(c.code);
    at += c.length;
  }
  return text.substr(0, at) + "…";
}

// The text's end, `width` columns of it, its first one an ellipsis where anything is missing. A
// list of parameters gives way before the name that it belongs to.
std::string fit_end(const std::string& text, size_t width) {
  static constexpr std::string_view kShort = "(…)";
  const size_t open = text.find('(');
  if (text.ends_with(')') && text.size() - open > kShort.size() && columns_of(text) > width)
    return fit_end(text.substr(0, open) + std::string(kShort), width);
  size_t columns = columns_of(text), at = 0;
  if (columns <= width) return text;
  if (width == 0) return {};
  for (; columns > width - 1; at += decode_utf8(text, at).length)
    columns -= width_of(decode_utf8(text, at).code);
  return "…" + text.substr(at);
}

// Of a qualified name or a path the end tells rows apart.
bool holds_names(std::string_view title) {
  static constexpr std::string_view kTitles[] = {"full name", "full_name", "symbol", "type",
                                                 "caller",    "calls",     "from",   "to",
                                                 "in",        "path",      "file",   "of"};
  return std::find(std::begin(kTitles), std::end(kTitles), title) != std::end(kTitles);
}

// Of a path, too; but these give way to the names.
bool ends_tell(std::string_view title) {
  return holds_names(title) || title == "module" || title == "assembly" || title == "source";
}

// Widths that together fit: the widest column gives way first, names after everything else.
std::vector<size_t> fit_widths(std::vector<size_t> widths, const std::vector<std::string>& titles,
                               size_t room) {
  constexpr size_t kLeast = 8, kLeastBesideNames = 12, kGap = 2;
  size_t sum = kGap * (widths.size() - 1);
  for (const size_t width : widths) sum += width;
  for (const bool names : {false, true})
    while (sum > room) {
      size_t widest = widths.size();
      for (size_t i = 0; i < widths.size(); ++i)
        if ((names || !holds_names(titles[i])) &&
            (widest == widths.size() || widths[i] > widths[widest]))
          widest = i;
      if (widest == widths.size() || widths[widest] <= (names ? kLeast : kLeastBesideNames)) break;
      --widths[widest];
      --sum;
    }
  return widths;
}

}  // namespace

bool on_terminal() {
  static const bool kTerminal = isatty(STDOUT_FILENO) != 0;
  return kTerminal;
}

size_t terminal_width() {
  if (!on_terminal()) return 0;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string styled(std::string_view text, Style style) {
  static const bool kColour = [] {
    const char* none = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    return on_terminal() && !(none && *none) && term && std::string_view(term) != "dumb";
  }();
  if (!kColour || style == Style::plain) return std::string(text);
  static constexpr const char* kCodes[] = {"", "2", "1", "31", "32", "33", "36"};
  return std::string("\x1b[") + kCodes[static_cast<size_t>(style)] + "m" + std::string(text) +
         "\x1b[0m";
}

// Nothing is special between single quotes, so a quote ends the word and starts another.
std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
  return out + "'";
}

std::string counted(int64_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string printable(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const auto c = decode_utf8(text, at);
    if (!c.valid || is_hidden(c.code))
      append_escaped(out, c.code, c.valid);
    else
      out += text.substr(at, c.length);
    at += c.length;
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += (at == 0 ? "" : "\n") + printable(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

size_t columns_of(std::string_view text) {
  size_t columns = 0;
  for (size_t at = 0; at < text.size();) {
    const auto c = decode_utf8(text, at);
    columns += width_of(c.code);
    at += c.length;
  }
  return columns;
}

std::string fit_line(const std::string& text, size_t taken) {
  const size_t room = terminal_width();
  return room == 0 ? text : fit(text, std::max(room, taken + 8) - taken);
}

std::string print(const Table& table) {
  std::string out;
  const size_t room = terminal_width();
  if (room == 0) {
    for (const auto& row : table.rows) {
      for (size_t i = 0; i < row.size(); ++i) out += (i ? "\t" : "") + printable(row[i]);
      out += '\n';
    }
    return out;
  }
  std::vector<std::vector<std::string>> cells;
  std::vector<size_t> widths;
  for (const auto& title : table.titles) widths.push_back(columns_of(title));
  for (const auto& row : table.rows) {
    auto& made = cells.emplace_back();
    for (size_t i = 0; i < row.size(); ++i) {
      made.push_back(printable(row[i]));
      widths[i] = std::max(widths[i], columns_of(made[i]));
    }
  }
  widths = fit_widths(std::move(widths), table.titles, room);
  const auto line = [&](const std::vector<std::string>& row, Style style) {
    std::string text;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string cell =
          ends_tell(table.titles[i]) ? fit_end(row[i], widths[i]) : fit(row[i], widths[i]);
      text += cell;
      if (i + 1 < row.size())
        text += std::string(widths[i] - std::min(widths[i], columns_of(cell)) + 2, ' ');
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return styled(text, style) + "\n";
  };
  out += line(table.titles, Style::dim);
  for (const auto& row : cells) out += line(row, Style::plain);
  return out;
}

std::string print_whole_cells(const Table& table) {
  const size_t room = terminal_width();
  size_t sum = 0;
  for (size_t i = 0; i < table.titles.size(); ++i) {
    size_t widest = columns_of(table.titles[i]);
    for (const auto& row : table.rows) widest = std::max(widest, columns_of(printable(row[i])));
    sum += widest + (i == 0 ? 0 : 2);
  }
  if (room == 0 || sum <= room) return print(table);
  std::string out;
  for (const auto& row : table.rows) {
    out += styled(printable(row[0]), Style::bold) + "\n";
    std::string line;
    for (size_t i = 1; i < row.size(); ++i) {
      const std::string part =
          table.titles[i] + " " + printable(row[i]) + (i + 1 < row.size() ? "," : "");
      if (!line.empty() && columns_of(line) + 1 + columns_of(part) > room) {
        out += line + "\n";
        line.clear();
      }
      line += (line.empty() ? "  " : " ") + part;
    }
    out += line + "\n";
  }
  return out;
}

void print_stale() {
  std::cerr << "dossier: stale: files named here have changed since the import; import again\n";
}

}  // namespace dossier::cli
