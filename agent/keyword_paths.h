#pragma once
// Keyword paths (docs/formats.md): what a chat's search is given. A path is words joined by spaces;
// it hits a type or member whose name or full name holds all of them, ignoring case. Pure.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

/// One path per leaf of a tree [{keyword, parent, layer}]: the words from root to leaf, without a
/// child's copies of its parent's words. Nodes whose parent is unknown are roots.
std::vector<std::string> paths_of_tree(const Json& nodes);

/// A flat list as paths: lists with any path of several words stay as they are; of single words one
/// is the root (the first capitalised in the message, else the first that `in_type_name` knows,
/// else the first), followed by "root word" for each other.
std::vector<std::string> paths_of_list(const std::vector<std::string>& words,
                                       std::string_view message,
                                       const std::function<bool(const std::string&)>& in_type_name);

/// The regular expression that matches this text alone.
std::string escaped_pattern(std::string_view text);

/// The regular expression that means the path: all words in any order. With `exact`, a single word
/// must be a whole name or the last segment of a full name.
std::string pattern_of_path(std::string_view path, bool exact);

/// The path's words occur in the name or the full name, as pattern_of_path says.
bool path_hits(std::string_view path, std::string_view name, std::string_view full_name,
               bool exact);

}  // namespace dossier
