#pragma once
// The functions that only the SQL of queries uses:
//   find_rank(name, full_name, signature, module, words)  the order of an answer (rank.h)
//   file_rank(path, content, snapshot, position, scope, words, written)  the same of files
//   holds_words(content, snapshot, position, scope, text)  whether a file's contents hold the words
//                   of a text (queries/lang/file_words.h)
//   names_in(text)  what could be names or paths in a text, JSON or not, as a JSON array
// The loadable extension registers them, too, so that what --explain prints runs everywhere.
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace dossier {
class SearchIndex;
}

namespace dossier::lang {

/// Each name once, in the order of their first occurrence. What is escaped in JSON ends a name.
std::vector<std::string> names_in(std::string_view text);

/// Throws Error{internal} where SQLite refuses.
void register_functions(SearchIndex& index);

}  // namespace dossier::lang
