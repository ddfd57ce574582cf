#pragma once
// A model's Markdown on a terminal: headings, emphasis, lists, quotes, tables and code in styles
// instead of marks (md4c reads it). It arrives in pieces; a block is shown once it is whole, a line
// of code at once. Every text is made printable first, so nothing in it can steer the terminal.
//
// Rejected: showing the raw text and drawing it again once it is whole, which a scrolled terminal
// cannot do.
#include <string>
#include <string_view>

namespace dossier::cli {

class MarkdownStream {
 public:
  /// What can be shown of it now: whole lines.
  std::string feed(std::string_view text);
  /// The rest; then it begins anew.
  std::string finish();

 private:
  void line(std::string_view line, std::string& out);
  void end_block(std::string& out);

  std::string partial_, block_;
  std::string fence_;  // of the code that is open: its mark
  std::string language_;
  bool is_list_ = false;
  bool has_shown_ = false;
  bool is_apart_ = false;      // a blank line stands before what comes next
  bool begins_apart_ = false;  // and stood before the block
};

/// A whole text.
std::string rendered_markdown(std::string_view text);

}  // namespace dossier::cli
