#include "engine/functions.h"

#include <sqlite3.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/search/matcher.h"
#include "engine/search/words.h"
#include "engine/text.h"

namespace dossier {
namespace {

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return {text ? text : "", static_cast<size_t>(sqlite3_value_bytes(value))};
}

// X REGEXP Y calls regexp(Y, X). The pattern is compiled once per statement (auxiliary data of
// argument 0).
void regexp(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL ||
      sqlite3_value_type(arguments[1]) == SQLITE_NULL)
    return;
  try {
    auto* matcher = static_cast<search::RegexMatcher*>(sqlite3_get_auxdata(context, 0));
    std::unique_ptr<search::RegexMatcher> made;
    if (!matcher) {
      made = std::make_unique<search::RegexMatcher>(text_of(arguments[0]));
      matcher = made.get();
    }
    sqlite3_result_int(context, matcher->matches(text_of(arguments[1])));
    if (made)
      sqlite3_set_auxdata(context, 0, made.release(),
                          [](void* at) { delete static_cast<search::RegexMatcher*>(at); });
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

// Calls a function of one text; of NULL it is NULL.
template <typename Function>
void of_text(sqlite3_context* context, sqlite3_value* value, Function function) {
  if (sqlite3_value_type(value) == SQLITE_NULL) return;
  try {
    function(text_of(value));
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

void set_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

void short_name_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  of_text(context, arguments[0],
          [&](std::string_view text) { set_text(context, short_name(text)); });
}

void split_words_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  of_text(context, arguments[0], [&](std::string_view text) {
    std::string words;
    for (const auto& word : search::split_words(text)) words += (words.empty() ? "" : " ") + word;
    set_text(context, words);
  });
}

void token_estimate_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  of_text(context, arguments[0],
          [&](std::string_view text) { sqlite3_result_int64(context, token_estimate(text)); });
}

}  // namespace

void register_functions(sqlite3* db) {
  const auto add = [&](const char* name, int arguments,
                       void (*call)(sqlite3_context*, int, sqlite3_value**)) {
    const int code = sqlite3_create_function_v2(
        db, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr, call,
        nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw_sqlite(db, code, name);
  };
  add("regexp", 2, regexp);
  add("short_name", 1, short_name_sql);
  add("split_words", 1, split_words_sql);
  add("token_estimate", 1, token_estimate_sql);
}

}  // namespace dossier
