#include "engine/functions.h"

#include <sqlite3.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/search/identifier_words.h"
#include "engine/search/matcher.h"
#include "engine/short_name.h"
#include "engine/token_estimate.h"

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

// SQLite's own json_extract, asked on a connection that has nothing else.
class JsonExtract {
 public:
  JsonExtract() {
    if (sqlite3_open_v2(":memory:", &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) ==
        SQLITE_OK)
      sqlite3_prepare_v2(db_, "SELECT json_extract(?1, ?2)", -1, &statement_, nullptr);
  }
  ~JsonExtract() {
    sqlite3_finalize(statement_);
    sqlite3_close(db_);
  }
  JsonExtract(const JsonExtract&) = delete;

  void operator()(sqlite3_context* context, sqlite3_value** arguments) const {
    if (!statement_) return sqlite3_result_error_nomem(context);
    sqlite3_bind_value(statement_, 1, arguments[0]);
    sqlite3_bind_value(statement_, 2, arguments[1]);
    if (sqlite3_step(statement_) == SQLITE_ROW) {
      sqlite3_value* found = sqlite3_column_value(statement_, 0);
      sqlite3_result_value(context, found);
      sqlite3_result_subtype(context, sqlite3_value_subtype(found));
    } else {
      sqlite3_result_error(context, sqlite3_errmsg(db_), -1);
    }
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

 private:
  sqlite3* db_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
};

// One for each connection that asks, made at its first call.
void json_extract(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto& made = *static_cast<std::unique_ptr<JsonExtract>*>(sqlite3_user_data(context));
  if (!made) made = std::make_unique<JsonExtract>();
  (*made)(context, arguments);
}

}  // namespace

void add_function(sqlite3* db, const char* name, int arguments,
                  void (*call)(sqlite3_context*, int, sqlite3_value**), void* state,
                  void (*destroy)(void*)) {
  const int code = sqlite3_create_function_v2(db, name, arguments,
                                              SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                              state, call, nullptr, nullptr, destroy);
  if (code != SQLITE_OK) throw_sqlite(db, code, name);
}

void register_json_extract(sqlite3* db) {
  add_function(db, "json_extract", 2, json_extract, new std::unique_ptr<JsonExtract>,
               [](void* at) { delete static_cast<std::unique_ptr<JsonExtract>*>(at); });
}

void register_functions(sqlite3* db) {
  add_function(db, "regexp", 2, regexp);
  add_function(db, "short_name", 1, short_name_sql);
  add_function(db, "split_words", 1, split_words_sql);
  add_function(db, "token_estimate", 1, token_estimate_sql);
}

}  // namespace dossier
