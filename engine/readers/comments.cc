#include "engine/readers/comments.h"

#include <algorithm>

#include "engine/ascii.h"

namespace dossier {
namespace {

/// Leaves the mark at the front that begins a comment of one line.
std::string_view without_mark(std::string_view line, const CommentStyle& style) {
  for (auto marks = style.lines; !marks.empty();) {
    const auto mark = marks.substr(0, marks.find(' '));
    marks.remove_prefix(std::min(marks.size(), mark.size() + 1));
    if (!line.starts_with(mark)) continue;
    const auto is_more = [&](char c) {
      return c == mark.back() || (c != '*' && style.decoration.find(c) != style.decoration.npos);
    };
    line.remove_prefix(mark.size());
    while (!line.empty() && is_more(line.front())) line.remove_prefix(1);
    break;
  }
  return line;
}

}  // namespace

std::string comment_text(std::string_view comment, const CommentStyle& style) {
  const auto is_decoration = [&](char c) { return style.decoration.find(c) != std::string::npos; };
  std::string out;
  bool in_block = false;
  while (!comment.empty()) {
    const auto end = std::min(comment.find('\n'), comment.size());
    auto line = trimmed(comment.substr(0, end));
    comment.remove_prefix(std::min(comment.size(), end + 1));
    if (!in_block && !style.open.empty() && line.starts_with(style.open)) {
      in_block = true;
      line.remove_prefix(style.open.size());
      while (!line.empty() && line != style.close && is_decoration(line.front()))
        line.remove_prefix(1);
    } else if (in_block && line.starts_with('*') && !line.starts_with(style.close)) {
      line.remove_prefix(is_decoration('*') ? 1 : 0);
    } else if (!in_block) {
      line = without_mark(line, style);
    }
    if (in_block && line.ends_with(style.close)) {
      in_block = false;
      line.remove_suffix(style.close.size());
      while (line.ends_with('*') && is_decoration('*')) line.remove_suffix(1);
    }
    if (line.starts_with(' ')) line.remove_prefix(1);
    while (!line.empty() && trimmed(line.substr(line.size() - 1)).empty()) line.remove_suffix(1);
    if (!out.empty() || !line.empty()) out.append(line).append("\n");
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

}  // namespace dossier
