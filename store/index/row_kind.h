#pragma once
// What a row of the search index is: engine/search keeps the byte and never looks at it.
#include <cstdint>
#include <string_view>

namespace dossier {

/// The numbers are stored: never renumber. A module's types stand in the index twice: among their
/// members, in discovery order, with the base type as detail, and once more in blocks of their own
/// (type_alone), with "ORDINAL BASE" as detail, where lookups of types need not wade through the
/// members.
enum class RowKind : uint8_t { module = 0, type = 1, member = 2, type_alone = 3 };

inline constexpr std::string_view kRowKindNames[] = {"module", "type", "member", "type"};

}  // namespace dossier
