#pragma once
// The identity of modules and symbols across snapshots: the hash of a module's canonical bytes, and
// a member's key. Neither depends on the file's path, on row ids or on the order of imports.
//
// Canonical bytes, format 2. Integers are little-endian; `u8`, `u32`, `i32` by width; `text` is a
// u32 length and the bytes; `list` is a u32 count and the elements:
//   module    = text "dossier module 2", u8 kind, text name, text full_name, text language,
//               list of type, list of reference, list of literal, list of detail,
//               list of code (left out where it is empty)
//   type      = text name, name_space, full_name, base_type, kind; u32 flags, token, line,
//   end_line;
//               list of member
//   member    = u8 kind, text member_type, name, full_name, signature; u32 flags, token, line,
//               end_line
//   reference = u32 source, u8 kind, text target, target_type, target_scope, target_key,
//               u8 in_module, u8 by_name, i32 il_offset, u32 line, u32 column
//   literal   = u32 source, u8 is_string, text value, i32 il_offset, u32 line
//   detail    = u32 source, u8 kind, text
//   code      = u32 ordinal of a method with an address or a body, u32 rva, u64 body
// References, literals and details stand in the order of their sources, and those of one source as
// they were read. The bytes contain everything that rows store, including tokens and offsets,
// because modules with equal hashes share their rows; and nothing else, so that rows can be held
// against their hash (store/upkeep/check_facts.h). They do not contain Module.path and
// Type.source_path, which belong to the snapshot. Rejected: hashing the input (reordered keys,
// another path or another compression would store everything again); a 64-bit hash (accidental
// sharing of rows must be impossible).
#include <string>

#include "engine/digest.h"
#include "engine/fact.h"

namespace dossier {

using ContentHash = Digest;

/// SHA-256 of the module's canonical bytes.
ContentHash content_hash(const Module& module);

/// The member's key without its kind class: `DeclaringType.Name(ParamType,…)` for methods and
/// indexers, `DeclaringType.Name` for everything else. Parameter types come from the signature, as
/// written there but for parameter names and spaces after commas; a generic method's own parameter
/// list is left out. A signature without a parameter list yields none. `language` is the module's:
/// of a source, parameters are read by its rules.
std::string member_key(const Type& type, const Member& member, std::string_view language);

}  // namespace dossier
