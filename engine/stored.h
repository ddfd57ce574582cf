#pragma once
// Numbers that rows of a database hold, checked before they become an enumeration, an index or a
// size: the file may be damaged, or written by somebody who means harm. Each check throws
// Error{corrupt} that says "the database is damaged" and names the place.
//
// Rejected: CHECK constraints. They hold for who writes through them, and a damaged page does not.
#include <cstdint>
#include <string>

#include "engine/fact.h"

namespace dossier {

/// "the database is damaged: WHAT".
[[noreturn]] void throw_damaged(const std::string& what);

/// What the number stands for.
MemberKind stored_member_kind(int64_t number);
ReferenceKind stored_reference_kind(int64_t number);

/// The number (`place` is "_table.column") where a block or a count of blocks is meant: 0 to 2^32
/// - 1.
uint32_t stored_blocks(int64_t number, const char* place);

/// The id as an index into a list that is as long as the largest id: below 2^26, which no database
/// of ours comes near.
size_t stored_index(int64_t id, const char* place);

}  // namespace dossier
