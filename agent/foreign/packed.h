#pragma once
// Reads the entries of a zip file, packed with deflate or zstd, through libarchive. Bytes that
// somebody else wrote: what they unpack to is bounded.
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dossier::foreign {

/// Calls `take` with the name and the bytes of each file in it; absent where they are more than
/// `most`. Returns "", or why the rest could
/// not be read: damaged, or beyond 1 GB or 100,000 entries.
std::string read_packed(
    std::string_view bytes, size_t most,
    const std::function<void(const std::string&, std::optional<std::string_view>)>& take);

}  // namespace dossier::foreign
