#pragma once
// Constants of the format of blocks and units (block.h), shared by writer and reader.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dossier::search::detail {

enum BlockFlag : uint8_t { kExplicit = 1, kNotUtf8 = 2, kAscii = 4, kLines = 8 };

/// Begins a unit with checksums.
inline constexpr std::string_view kChecked("\0\0", 2);

inline constexpr size_t kRowLimit = 64 << 20;
inline constexpr uint32_t kUnitLimit = 512 << 20;

}  // namespace dossier::search::detail
