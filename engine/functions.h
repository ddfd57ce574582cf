#pragma once
// The scalar functions that every connection has:
//   X REGEXP Y         ignores case and means what a regex means everywhere in dossier
//                      (engine/search/matcher.h)
//   short_name(X)      the last part of a symbol's full name or key
//   split_words(X)     the words of an identifier, lower-cased, with spaces between them
//   token_estimate(X)  about how many tokens a model takes X for
// The loadable extension registers the same ones.

struct sqlite3;

namespace dossier {

/// Throws Error{internal} where SQLite refuses.
void register_functions(sqlite3* db);

/// SQLite 3.38 to 3.40 forget that their JSON functions do no harm, and refuse them in views whose
/// schema is not trusted, as ours are. This one, of two arguments, is theirs by another way in.
void register_json_extract(sqlite3* db);

}  // namespace dossier
