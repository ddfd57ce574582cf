#pragma once
// The kind of a row in the search index. engine/search stores the byte and does not interpret it.
#include <cstdint>
#include <string_view>

namespace dossier {

/// The numbers are stored: never renumber. The index holds the types of a module twice: among their
/// members, in discovery order, with the base type as detail, and again in blocks of their own
/// (type_alone), with "ORDINAL BASE" as detail, so that lookups of types need not read the members.
enum class RowKind : uint8_t { module = 0, type = 1, member = 2, type_alone = 3 };

inline constexpr std::string_view kRowKindNames[] = {"module", "type", "member", "type"};

}  // namespace dossier
