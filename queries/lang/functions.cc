#include "queries/lang/functions.h"

#include <sqlite3.h>

#include <exception>
#include <memory>
#include <unordered_set>

#include "engine/database.h"
#include "engine/error.h"
#include "engine/fact.h"
#include "engine/functions.h"
#include "engine/json.h"
#include "engine/json_value.h"
#include "engine/unicode.h"
#include "queries/lang/file_words.h"
#include "queries/lang/rank.h"
#include "queries/tables/shared_functions.h"

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
    words.push_back(
        {lower(*parts[0].string()), *parts[1].integer(), std::string(*parts[0].string())});
  }
  return words;
}

// The words are parsed once per statement (auxiliary data of the last argument).
void find_rank_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  try {
    auto* words = static_cast<Words*>(sqlite3_get_auxdata(context, 6));
    std::unique_ptr<Words> made;
    if (!words) {
      made = std::make_unique<Words>(parse_words(text_of(arguments[6])));
      words = made.get();
    }
    const RankedRow row{text_of(arguments[0]),
                        text_of(arguments[1]),
                        text_of(arguments[2]),
                        text_of(arguments[3]),
                        nullptr,
                        text_of(arguments[4]),
                        (sqlite3_value_int64(arguments[5]) & kPublic) != 0};
    sqlite3_result_int64(context, find_rank(row, *words));
    if (made)
      sqlite3_set_auxdata(context, 6, made.release(),
                          [](void* at) { delete static_cast<Words*>(at); });
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

// What file_rank() works out once per statement.
struct FileRanking {
  Words words;
  std::vector<std::shared_ptr<const Holding>> holding;
  std::vector<double> rarity;
  std::shared_ptr<const TextSizes> sizes;
  std::unique_ptr<bool[]> held;  // of the row at hand
};

HeldText held_text(sqlite3_value** arguments) {
  return {sqlite3_value_int64(arguments[0]), sqlite3_value_int64(arguments[1]),
          sqlite3_value_int64(arguments[2])};
}

std::unique_ptr<FileRanking> read_ranking(FileWords& files, std::string_view scope,
                                          std::string_view words, std::string_view written) {
  auto made = std::make_unique<FileRanking>();
  made->words = parse_words(words);
  made->sizes = files.sizes(scope);
  const Json texts = read_json(written);
  for (const auto& text : texts.each()) {
    if (!text.string()) throw Error(ErrorCode::invalid, "file_rank takes a JSON array of texts");
    made->holding.push_back(files.holding(scope, *text.string()));
    made->rarity.push_back(made->sizes->rarity(*made->holding.back()));
  }
  if (made->words.size() != made->holding.size())
    throw Error(ErrorCode::invalid, "file_rank takes as many texts as words");
  made->held = std::make_unique<bool[]>(made->words.size());
  return made;
}

// What is worked out once per statement is auxiliary data of the last argument.
void file_rank_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  try {
    auto* ranking = static_cast<FileRanking*>(sqlite3_get_auxdata(context, 6));
    std::unique_ptr<FileRanking> made;
    if (!ranking) {
      made = read_ranking(*static_cast<FileWords*>(sqlite3_user_data(context)),
                          text_of(arguments[4]), text_of(arguments[5]), text_of(arguments[6]));
      ranking = made.get();
    }
    const HeldText text = held_text(arguments + 1);
    const size_t count = ranking->words.size();
    for (size_t i = 0; i < count; ++i) ranking->held[i] = ranking->holding[i]->holds(text);
    const Mentions mentions{
        {ranking->held.get(), count}, ranking->rarity, ranking->sizes->relative(text.content)};
    const std::string_view path = text_of(arguments[0]);
    const RankedRow row{path.substr(path.rfind('/') + 1), path, "", "", &mentions};
    sqlite3_result_int64(context, find_rank(row, ranking->words));
    if (made)
      sqlite3_set_auxdata(context, 6, made.release(),
                          [](void* at) { delete static_cast<FileRanking*>(at); });
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

void holds_words_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  using Held = std::shared_ptr<const Holding>;
  try {
    auto* holding = static_cast<Held*>(sqlite3_get_auxdata(context, 4));
    std::unique_ptr<Held> made;
    if (!holding) {
      made = std::make_unique<Held>(static_cast<FileWords*>(sqlite3_user_data(context))
                                        ->holding(text_of(arguments[3]), text_of(arguments[4])));
      holding = made.get();
    }
    sqlite3_result_int(context, (*holding)->holds(held_text(arguments)) ? 1 : 0);
    if (made)
      sqlite3_set_auxdata(context, 4, made.release(),
                          [](void* at) { delete static_cast<Held*>(at); });
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

void register_functions(SearchIndex& index) {
  sqlite3* db = index.database().handle();
  add_function(db, "find_rank", 7, find_rank_sql);
  add_function(db, "names_in", 1, names_in_sql);
  SharedFunctions<FileWords> of_files(db, std::make_unique<FileWords>(index));
  of_files.add("holds_words", 5, holds_words_sql);
  of_files.add("file_rank", 7, file_rank_sql);
}

}  // namespace dossier::lang
