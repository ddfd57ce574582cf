#pragma once
// A git tree object taken apart, and the entries that nobody may follow: those for which git's fsck
// has a name. A tree is bytes that somebody else wrote; git itself never writes such an entry, but
// a pack can hold one, and a path made of it leads out of the tree, or to another file than the one
// it names.
//
// Read here rather than by libgit2, which hides what is wrong with a name behind a path that looks
// well.
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

/// Takes an entry; `refusal` is fsck's name for what is wrong with it, "" = nothing.
using TakeEntry = std::function<void(const TreeEntry& entry, std::string_view refusal)>;

/// Calls `take` for every entry, in the tree's order. False where the bytes are no tree from some
/// place on; what stands before it was taken.
bool read_tree(std::string_view bytes, const TakeEntry& take);

/// fsck's name for what is wrong with an entry's name, "" = nothing.
std::string_view name_refusal(std::string_view name);

}  // namespace dossier::snapshot
