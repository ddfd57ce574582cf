#pragma once
// The scalar functions of every connection:
//   X REGEXP Y         regular expression match, ignoring case, in the dialect of all of dossier
//                      (engine/search/matcher.h)
//   short_name(X)      the last part of a symbol's full name or key
//   split_words(X)     the words of an identifier, lower-cased, separated by spaces
//   token_estimate(X)  the approximate number of a model's tokens in X
// The loadable extension registers the same functions.

struct sqlite3;
struct sqlite3_context;
struct sqlite3_value;

namespace dossier {

/// Adds a function whose answer its arguments alone decide, and which views may use although no
/// schema is trusted. `state` is what sqlite3_user_data gives; `destroy` is called in any case.
/// Throws as throw_sqlite does.
void add_function(sqlite3* db, const char* name, int arguments,
                  void (*call)(sqlite3_context*, int, sqlite3_value**), void* state = nullptr,
                  void (*destroy)(void*) = nullptr);

/// Throws Error{internal} where SQLite refuses.
void register_functions(sqlite3* db);

/// Registers json_extract with two arguments. SQLite 3.38 to 3.40 do not mark their JSON functions
/// as innocuous and refuse them in the views of an untrusted schema, such as ours; this one calls
/// theirs.
void register_json_extract(sqlite3* db);

}  // namespace dossier
