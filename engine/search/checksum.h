#pragma once
// The checksum of stored bytes, four of them: the low half of XXH3. It finds damage, not fraud. The
// place where the bytes belong is its seed, so whole bytes at another place do not match either.
//
// Rejected: eight bytes (a posting list may be as short); a checksum in every page of the file, as
// SQLite's checksum VFS keeps it, which would cover all tables: what another program's SQLite
// writes has none, and would look damaged.
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier::search::detail {

inline constexpr size_t kChecksumSize = 4;

uint32_t checksum(std::string_view bytes, uint64_t place);
/// The checksum as it is stored.
std::string stored_checksum(std::string_view bytes, uint64_t place);
/// Takes a stored checksum off the front. Throws Error{corrupt} where the bytes end before.
uint32_t take_checksum(std::string_view& bytes);

}  // namespace dossier::search::detail
