#pragma once
// How well a symbol answers words: its own name first, then what lies near it. Smaller is better.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;

namespace dossier::lang {

/// 0: the word is the name; 1: the name begins with it; 2: a word of the name does; 3: it occurs in
/// the name; 4: in the full name; 5: elsewhere. Case is ignored; `lowered` is lower-case.
int match_tier(std::string_view name, std::string_view full_name, std::string_view lowered);

/// The module is a runtime, an engine or a vendored library rather than the project's own code.
bool is_framework(std::string_view module);

/// The order of an answer: the sum of the words' tiers, project code before framework code, short
/// names before long ones.
int64_t find_rank(std::string_view name, std::string_view full_name, std::string_view module,
                  std::span<const std::string> lowered);

/// Registers find_rank(name, full_name, module, words), words as a JSON array.
void register_rank(sqlite3* db);

}  // namespace dossier::lang
