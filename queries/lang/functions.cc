#include "queries/lang/functions.h"

#include <sqlite3.h>

#include <exception>
#include <memory>
#include <unordered_set>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/json.h"
#include "engine/json_value.h"
#include "engine/unicode.h"
#include "queries/lang/rank.h"

namespace dossier::lang {
namespace {

using Words = std::vector<RankedWord>;

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return {text ? text : "", static_cast<size_t>(sqlite3_value_bytes(value))};
}

Words parse_words(std::string_view text) {
  Words words;
  const Json parsed = read_json(text);
  for (const auto& pair : parsed.each()) {
    const auto parts = pair.each();
    if (parts.size() != 2 || !parts[0].string() || !parts[1].integer())
      throw Error(ErrorCode::invalid, "words takes a JSON array of a word and its weight each");
    words.push_back({lower(*parts[0].string()), *parts[1].integer()});
  }
  return words;
}

// The words are parsed once per statement (auxiliary data of argument 4).
void find_rank_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  try {
    auto* words = static_cast<Words*>(sqlite3_get_auxdata(context, 4));
    std::unique_ptr<Words> made;
    if (!words) {
      made = std::make_unique<Words>(parse_words(text_of(arguments[4])));
      words = made.get();
    }
    const RankedRow row{text_of(arguments[0]), text_of(arguments[1]), text_of(arguments[2]),
                        text_of(arguments[3])};
    sqlite3_result_int64(context, find_rank(row, *words));
    if (made)
      sqlite3_set_auxdata(context, 4, made.release(),
                          [](void* at) { delete static_cast<Words*>(at); });
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

void names_in_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  try {
    JsonWriter json;
    json.begin_array();
    for (const auto& name : names_in(text_of(arguments[0]))) json.value(std::string_view(name));
    const std::string array = json.end_array().take();
    sqlite3_result_text64(context, array.data(), array.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

// What ends a name. Brackets of generics belong to names and end them, both.
bool ends_name(char c) {
  return static_cast<unsigned char>(c) <= ' ' ||
         std::string_view("\"'\\,;(){}[]=|&!?^%").find(c) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  const auto add = [&](std::string_view name) {
    while (!name.empty() && (name.back() == '.' || name.back() == ':')) name.remove_suffix(1);
    if (name.size() < 2) return;
    if (seen.emplace(name).second) names.emplace_back(name);
  };
  for (size_t at = 0; at < text.size(); ++at) {
    size_t end = at;
    while (end < text.size() && !ends_name(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    add(name);
    if (name.find_first_of("<>") != std::string_view::npos)
      for (size_t from = 0; from < name.size();) {
        const size_t stop = std::min(name.find_first_of("<>", from), name.size());
        add(name.substr(from, stop - from));
        from = stop + 1;
      }
    at = end;
    // An escape of JSON, and of JSON within JSON, is a backslash and the letter behind it.
    if (end + 1 < text.size() && text[end] == '\\' &&
        std::string_view("nrt").find(text[end + 1]) != std::string_view::npos)
      ++at;
  }
  return names;
}

void register_functions(sqlite3* db) {
  const auto add = [&](const char* name, int arguments,
                       void (*call)(sqlite3_context*, int, sqlite3_value**)) {
    const int code = sqlite3_create_function_v2(
        db, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr, call,
        nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw_sqlite(db, code, name);
  };
  add("find_rank", 5, find_rank_sql);
  add("names_in", 1, names_in_sql);
}

}  // namespace dossier::lang
