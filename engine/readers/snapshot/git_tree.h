#pragma once
// Parses git tree objects and identifies entries that must not be followed: those that git's fsck
// reports. A tree contains bytes that somebody else wrote. Git itself never writes such entries,
// but a pack can contain one, and its path would lead out of the tree, or to another file than it
// names.
//
// Parsed here rather than by libgit2, which hides problems of a name behind a valid-looking path.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace dossier::snapshot {

struct TreeEntry {
  enum class Kind : uint8_t { file, folder, link, submodule } kind = Kind::file;
  std::string_view name;  // as it is written, any bytes
  std::string_view id;    // 20 bytes
};

/// Receives an entry; `refusal` is fsck's name for its problem, "" = none.
using TakeEntry = std::function<void(const TreeEntry& entry, std::string_view refusal)>;

/// Calls `take` for every entry, in tree order. Returns false if the bytes are malformed; the
/// entries before that were taken.
bool read_tree(std::string_view bytes, const TakeEntry& take);

/// fsck's name for the problem of an entry's name, "" = none.
std::string_view name_refusal(std::string_view name);

}  // namespace dossier::snapshot
