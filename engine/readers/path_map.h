#pragma once
// `--path-map FROM=TO`: paths of one machine as another names them. Paths stay text throughout: an
// export made on Windows is looked up on Linux, where std::filesystem would misread it.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dossier {

/// Prefix rewrites, FROM and TO; the first whose FROM is a whole-component prefix applies.
using PathMap = std::vector<std::pair<std::string, std::string>>;

/// "FROM=TO" split at the first '='. Throws Error{invalid} without a '=' or with an empty FROM.
std::pair<std::string, std::string> parse_path_map(std::string_view text);

/// `path` rewritten: `/mnt/c` → `C:\` turns `/mnt/c/Game/A.dll` into `C:\Game\A.dll`. Exactly one
/// separator joins TO and the rest, and the rest takes TO's kind of separator when FROM's differs.
/// The path itself where no entry applies.
std::string rewrite_path(std::string_view path, const PathMap& map);

}  // namespace dossier
