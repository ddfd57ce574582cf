#pragma once
// Comments as text. Pure functions.
#include <string>
#include <string_view>

namespace dossier {

/// How a language writes comments.
struct CommentStyle {
  /// Marks that begin one up to the line's end, parted by spaces; their last character may be
  /// repeated.
  std::string_view lines = "//";
  std::string_view open = "/*";  // "" = there are no blocks
  std::string_view close = "*/";
  /// Characters that decorate a comment: behind `open` and a line's mark.
  std::string_view decoration = "*!";
};

/// A block of comments without markers and common decoration, lines kept.
std::string comment_text(std::string_view comment, const CommentStyle& style);

}  // namespace dossier
