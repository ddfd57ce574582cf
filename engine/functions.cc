#include "engine/functions.h"

#include <sqlite3.h>

#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/search/matcher.h"

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

}  // namespace

void register_functions(sqlite3* db) {
  const int code = sqlite3_create_function_v2(db, "regexp", 2,
                                              SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                              nullptr, regexp, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_sqlite(db, code, "regexp");
}

}  // namespace dossier
