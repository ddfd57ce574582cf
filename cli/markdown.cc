#include "cli/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/agent.h"
#include "cli/terminal.h"
#include "cli/wrapped.h"

namespace dossier::cli {
namespace {

// Draws what md4c reads of one block.
class Drawing {
 public:
  int enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        prefixes_.push_back({styled("│ ", Style::dim), styled("│ ", Style::dim), 2});
        break;
      case MD_BLOCK_UL:
        lists_.push_back({false, 0});
        break;
      case MD_BLOCK_OL:
        lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
        break;
      case MD_BLOCK_LI:
        item(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
        break;
      case MD_BLOCK_H:
        spans_.push_back(Style::bold);
        break;
      case MD_BLOCK_HR:
        put("────────────────", Style::dim);
        end_line();
        break;
      case MD_BLOCK_CODE:
        if (!text_.empty()) end_line();  // of the item that it stands in
        is_code_ = true;
        break;
      case MD_BLOCK_TR:
        rows_.emplace_back();
        break;
      default:
        break;
    }
    return 0;
  }

  int leave(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        end_line();
        prefixes_.pop_back();
        break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        end_line();
        lists_.pop_back();
        break;
      case MD_BLOCK_LI:
        end_line();
        prefixes_.pop_back();
        break;
      case MD_BLOCK_H:
        end_line();
        spans_.pop_back();
        break;
      case MD_BLOCK_CODE:
        is_code_ = false;
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        rows_.back().push_back(std::exchange(text_, {}));
        break;
      case MD_BLOCK_TABLE:
        for (const auto& line : table_lines(std::exchange(rows_, {}), room())) put_line(line);
        break;
      default:
        end_line();
        break;
    }
    return 0;
  }

  int span(MD_SPANTYPE type, void* detail, bool is_begin) {
    if (type == MD_SPAN_A && !is_begin) {
      const auto& link = *static_cast<MD_SPAN_A_DETAIL*>(detail);
      const std::string target(link.href.text, link.href.size);
      if (target != link_text_ && !target.empty()) put(" (" + target + ")", Style::dim);
    }
    if (type == MD_SPAN_A) link_text_.clear();
    const Style style = type == MD_SPAN_STRONG ? Style::bold
                        : type == MD_SPAN_EM   ? Style::bold
                        : type == MD_SPAN_CODE ? Style::cyan
                                               : Style::plain;
    if (is_begin)
      spans_.push_back(style);
    else
      spans_.pop_back();
    return 0;
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
      end_line();
    } else if (is_code_) {
      for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        put("  " + std::string(text.substr(at, end - at)), Style::cyan);
        if (end < text.size()) end_line();
        at = end + 1;
      }
    } else {
      link_text_ += text;
      put(type == MD_TEXT_ENTITY ? entity(text) : text, style());
    }
    return 0;
  }

  std::string take() {
    end_line();
    return std::move(out_);
  }

 private:
  struct List {
    bool is_ordered;
    unsigned next;
  };
  struct Prefix {
    std::string first, rest;  // of its lines
    size_t columns;
  };

  void item(const MD_BLOCK_LI_DETAIL& detail) {
    end_line();
    List& list = lists_.back();
    std::string mark = list.is_ordered ? std::to_string(list.next++) + ". " : "• ";
    if (detail.is_task != 0) mark += detail.task_mark == ' ' ? "☐ " : "☑ ";
    const size_t columns = columns_of(mark);
    prefixes_.push_back({mark, std::string(columns, ' '), columns});
  }

  // Emphasis in a heading is a heading all the same.
  Style style() const {
    for (auto span = spans_.rbegin(); span != spans_.rend(); ++span)
      if (*span != Style::plain) return *span;
    return Style::plain;
  }

  static std::string_view entity(std::string_view name) {
    constexpr std::pair<std::string_view, std::string_view> kKnown[] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", " "}};
    for (const auto& [known, text] : kKnown)
      if (known == name) return text;
    return name;
  }

  void put(std::string_view text, Style style) {
    if (!text.empty()) text_.push_back({printable(text), style});
  }

  // What the prefixes leave of a line; 0 = it has no end.
  size_t room() const {
    constexpr size_t kLeastRoom = 20;
    const size_t width = terminal_width();
    size_t taken = 0;
    for (const auto& prefix : prefixes_) taken += prefix.columns;
    return width == 0 ? 0 : std::max(width, taken + kLeastRoom) - taken;
  }

  void put_line(const std::string& line) {
    for (auto& prefix : prefixes_) out_ += std::exchange(prefix.first, prefix.rest);
    out_ += line + "\n";
  }

  // Code is not broken: whoever copies it wants its lines.
  void end_line() {
    if (text_.empty()) return;
    for (const auto& line : wrapped(std::exchange(text_, {}), is_code_ ? 0 : room(), false))
      put_line(laid_out(line));
  }

  std::string out_, link_text_;
  Pieces text_;  // of the line
  std::vector<Prefix> prefixes_;
  std::vector<List> lists_;
  std::vector<Style> spans_;
  bool is_code_ = false;
  std::vector<std::vector<Pieces>> rows_;
};

std::string drawn(const std::string& block) {
  Drawing drawing;
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_NOHTML;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
    return static_cast<Drawing*>(self)->enter(type, detail);
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
    return static_cast<Drawing*>(self)->leave(type);
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
    return static_cast<Drawing*>(self)->span(type, detail, true);
  };
  parser.leave_span = [](MD_SPANTYPE type, void* detail, void* self) {
    return static_cast<Drawing*>(self)->span(type, detail, false);
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
    return static_cast<Drawing*>(self)->text(type, {text, size});
  };
  ::md_parse(block.data(), static_cast<MD_SIZE>(block.size()), &parser, &drawing);
  return drawing.take();
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\n") == line.npos; }

// The mark of a fence that the line opens or closes: "```", "~~~~".
std::string fence_in(std::string_view line) {
  const size_t first = line.find_first_not_of(' ');
  if (first == line.npos || first > 3 || (line[first] != '`' && line[first] != '~')) return {};
  const size_t end = std::min(line.find_first_not_of(line[first], first), line.size());
  return end - first < 3 ? std::string() : std::string(line.substr(first, end - first));
}

// An item at the margin: "- x", "* x", "12. x".
bool begins_item(std::string_view line) {
  const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0)
    return digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') &&
           line[digits + 1] == ' ';
  return line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ';
}

}  // namespace

std::string MarkdownStream::feed(std::string_view text) {
  std::string out;
  partial_ += text;
  size_t at = 0;
  for (size_t end = partial_.find('\n'); end != partial_.npos; end = partial_.find('\n', at)) {
    line(std::string_view(partial_).substr(at, end + 1 - at), out);
    at = end + 1;
  }
  partial_.erase(0, at);
  return out;
}

std::string MarkdownStream::finish() {
  std::string out;
  if (!partial_.empty()) line(std::exchange(partial_, {}), out);
  end_block(out);
  *this = MarkdownStream();
  return out;
}

void MarkdownStream::end_block(std::string& out) {
  if (block_.empty()) return;
  if (begins_apart_ && has_shown_) out += '\n';
  out += drawn(std::exchange(block_, {}));
  has_shown_ = true;
  is_list_ = false;
}

void MarkdownStream::line(std::string_view line, std::string& out) {
  const std::string fence = fence_in(line);
  if (!fence_.empty()) {
    if (fence.starts_with(fence_)) {
      fence_.clear();
      return;
    }
    std::string_view code = line;
    while (code.ends_with('\n') || code.ends_with('\r')) code.remove_suffix(1);
    const std::string shown = printable_lines(code);
    if (language_ == "diff")
      out += "  " + coloured_diff(code.empty() ? " " : code);
    else
      out += "  " + styled(shown, Style::cyan) + "\n";
    return;
  }
  const bool goes_on = is_list_ && (line[0] == ' ' || line[0] == '\t');
  if (!fence.empty() && !goes_on) {
    end_block(out);
    if (std::exchange(is_apart_, false) && has_shown_) out += '\n';
    has_shown_ = true;
    fence_ = fence;
    language_ = std::string(line.substr(line.find(fence) + fence.size()));
    language_.erase(std::find_if_not(language_.begin(), language_.end(), ::isalnum),
                    language_.end());
    return;
  }
  // A list goes on behind a blank line, if what follows is an item or stands under one.
  if (is_blank(line)) {
    if (is_list_) {
      block_ += line;
    } else {
      end_block(out);
    }
    is_apart_ = true;
    return;
  }
  if (is_list_ && is_apart_ && !goes_on) {
    end_block(out);
    is_apart_ = true;
  } else if (is_list_ && begins_item(line)) {
    end_block(out);
  }
  if (begins_item(line) && !goes_on && (block_.empty() || is_list_)) is_list_ = true;
  if (goes_on) is_apart_ = false;
  if (line[0] == '#' && !goes_on) end_block(out);
  if (block_.empty()) begins_apart_ = std::exchange(is_apart_, false);
  block_ += line;
  if (line[0] == '#' && !goes_on) end_block(out);
}

std::string rendered_markdown(std::string_view text) {
  MarkdownStream stream;
  std::string out = stream.feed(text);
  return out + stream.finish();
}

}  // namespace dossier::cli
