#pragma once
// What a row of the search index is: engine/search keeps the byte and never looks at it.
#include <cstdint>
#include <string_view>

namespace dossier {

/// The numbers are stored: never renumber.
enum class RowKind : uint8_t { module = 0, type = 1, member = 2 };

inline constexpr std::string_view kRowKindNames[] = {"module", "type", "member"};

}  // namespace dossier
