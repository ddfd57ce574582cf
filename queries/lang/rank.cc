#include "queries/lang/rank.h"

#include <sqlite3.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/database.h"
#include "engine/search/words.h"
#include "engine/unicode.h"

namespace dossier::lang {
namespace {

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return {text ? text : "", static_cast<size_t>(sqlite3_value_bytes(value))};
}

// The words are parsed once per statement (auxiliary data of argument 3).
void find_rank_sql(sqlite3_context* context, int, sqlite3_value** arguments) {
  using Words = std::vector<std::string>;
  try {
    auto* words = static_cast<Words*>(sqlite3_get_auxdata(context, 3));
    std::unique_ptr<Words> made;
    if (!words) {
      made = std::make_unique<Words>();
      for (const auto& word : nlohmann::json::parse(text_of(arguments[3])))
        made->push_back(lower(word.get<std::string>()));
      words = made.get();
    }
    sqlite3_result_int64(context, find_rank(text_of(arguments[0]), text_of(arguments[1]),
                                            text_of(arguments[2]), *words));
    if (made)
      sqlite3_set_auxdata(context, 3, made.release(),
                          [](void* at) { delete static_cast<Words*>(at); });
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

}  // namespace

int match_tier(std::string_view name, std::string_view full_name, std::string_view lowered) {
  const std::string own = lower(name);
  if (own == lowered) return 0;
  if (own.starts_with(lowered)) return 1;
  if (own.find(lowered) == std::string::npos)
    return contains_ignoring_case(full_name, lowered) ? 4 : 5;
  for (const auto& word : search::split_words(name))
    if (word.starts_with(lowered)) return 2;
  return 3;
}

bool is_framework(std::string_view module) {
  static constexpr std::string_view kPrefixes[] = {
      "mscorlib", "netstandard", "System",  "Microsoft.",    "Mono.",  "UnityEngine", "UnityEditor",
      "Unity.",   "Newtonsoft.", "vendor/", "node_modules/", "nunit.", "third_party/"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](auto prefix) { return module.starts_with(prefix); });
}

int64_t find_rank(std::string_view name, std::string_view full_name, std::string_view module,
                  std::span<const std::string> lowered) {
  int64_t tiers = 0;
  for (const auto& word : lowered) tiers += match_tier(name, full_name, word);
  const auto length = static_cast<int64_t>(std::min<size_t>(name.size(), 0xFFFF));
  return (tiers * 2 + (is_framework(module) ? 1 : 0)) << 16 | length;
}

void register_rank(sqlite3* db) {
  const int code = sqlite3_create_function_v2(db, "find_rank", 4,
                                              SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                              nullptr, find_rank_sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_sqlite(db, code, "find_rank");
}

}  // namespace dossier::lang
