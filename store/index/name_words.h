#pragma once
// The ranked index of the words of names (_word).

#include <cstddef>

namespace dossier {

class Statements;

/// How many bytes of words are inserted by one statement. FTS5 writes what each statement brought
/// as a segment, and merges it with others; these take less than a tenth of a second.
inline constexpr size_t kWordsTogether = size_t{1} << 20;

/// Makes it anew, of every name that is a short one: of a module, a type or a member.
void index_names_again(Statements& statements);

}  // namespace dossier
