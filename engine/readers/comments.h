#pragma once
// Extracts the text of comments. Pure functions.
#include <string>
#include <string_view>

namespace dossier {

/// How a language writes comments.
struct CommentStyle {
  /// Marks that begin a comment up to the end of the line, separated by spaces; their last
  /// character may be repeated.
  std::string_view lines = "//";
  std::string_view open = "/*";  // "" = the language has no block comments
  std::string_view close = "*/";
  /// Characters that decorate a comment: behind `open` and a line's mark.
  std::string_view decoration = "*!";
};

/// The text of a block of comments, line by line, without markers and common decoration.
std::string comment_text(std::string_view comment, const CommentStyle& style);

}  // namespace dossier
