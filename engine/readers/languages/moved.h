#pragma once
// What a source file tells where its text lies at another path. Most languages name what they
// define after what the text declares; a file's path is then the module's name and the name of what
// stands for the file around free functions, and nothing else. Rejected: reading names without a
// path and putting it in when they are stored, which every reader and look-up would have to know.
#include <string_view>

#include "engine/fact.h"

namespace dossier::languages {

/// Whether a text at `to` may be what the same text at `from` was, but for the path: the languages
/// that name by path are left out, and so are names by whose ending files are told apart.
bool may_move(std::string_view language, std::string_view from, std::string_view to);

/// Makes of a module that was read at its path what reading the same text at `path` gives. False,
/// and the module is of no use, where it does not tell which of its names come from the path.
/// Only for what may_move().
bool move_to(Module& module, std::string_view path);

}  // namespace dossier::languages
