#pragma once
// `--path-map FROM=TO`: rewrites the paths of one machine to those of another. Paths are handled as
// text: an export made on Windows is read on Linux, where std::filesystem would misinterpret its
// paths.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dossier {

/// Prefix rewrites (FROM, TO). The first whose FROM is a prefix of whole components applies.
using PathMap = std::vector<std::pair<std::string, std::string>>;

/// "FROM=TO" split at the first '='. Throws Error{invalid} without a '=' or with an empty FROM.
std::pair<std::string, std::string> parse_path_map(std::string_view text);

/// The rewritten path: `/mnt/c` → `C:\` turns `/mnt/c/Game/A.dll` into `C:\Game\A.dll`. Exactly one
/// separator joins TO and the rest, and the rest takes TO's kind of separator if FROM's differs.
/// `path` itself if no entry applies.
std::string rewrite_path(std::string_view path, const PathMap& map);

}  // namespace dossier
