#pragma once
// SQL functions for the query language:
//   find_rank(name, full_name, signature, module, kind, flags, words)  the rank of a row (rank.h)
//   file_rank(path, content, snapshot, position, scope, words, written)  the rank of a file
//   holds_words(content, snapshot, position, scope, text)  whether a file's contents contain the
//                   words of a text (queries/lang/file_words.h)
//   names_in(text)  possible names and paths in a text, JSON or not, as a JSON array
// The loadable extension registers them too, so that the output of --explain runs anywhere.
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace dossier {
class SearchIndex;
}

namespace dossier::lang {

/// Each name once, in order of first occurrence. A JSON escape ends a name.
std::vector<std::string> names_in(std::string_view text);

/// Throws Error{internal} where SQLite refuses.
void register_functions(SearchIndex& index);

}  // namespace dossier::lang
