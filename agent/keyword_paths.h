#pragma once
// Keyword paths (docs/formats.md), the input of a chat's search. A path is words joined by spaces.
// It matches a type or member whose name or full name contains all of them, ignoring case. Pure
// functions.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

/// One path per leaf of a tree [{keyword, parent, layer}]: the words from root to leaf, without a
/// child's repetition of its parent's words. Nodes with unknown parents are roots.
std::vector<std::string> paths_of_tree(const Json& nodes);

/// Converts a flat list to paths. A list that contains a path of several words is unchanged. In a
/// list of single words, one is the root (the first that is capitalized in the message, else the
/// first for which `in_type_name` is true, else the first), and the others follow as "root word".
std::vector<std::string> paths_of_list(const std::vector<std::string>& words,
                                       std::string_view message,
                                       const std::function<bool(const std::string&)>& in_type_name);

/// The regular expression for exactly this text.
std::string escaped_pattern(std::string_view text);

/// The regular expression for a path: all words in any order. With `exact`, a single word must be a
/// whole name or the last segment of a full name.
std::string pattern_of_path(std::string_view path, bool exact);

/// Whether the path matches the name or the full name, like pattern_of_path.
bool path_hits(std::string_view path, std::string_view name, std::string_view full_name,
               bool exact);

}  // namespace dossier
