#include "agent/settings.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <variant>

#include "engine/error.h"
#include "engine/person_state.h"

namespace dossier {
namespace {

constexpr std::string_view kCategories[] = {"filesystem", "browser", "network", "utils",
                                            "agent",      "mcp",     "code"};

constexpr Setting kSettings[] = {
    {"enableAutoTools",
     Setting::flag,
     "false",
     0,
     0,
     {},
     "Chats give a model run_auto_tool instead of every tool's schema"},
    {"maxResults", Setting::number, "10", 1, 50, {}, "Tools that one search of a script finds"},
    {"defaultTimeout", Setting::number, "30000", 1, 60'000, {}, "Milliseconds of a script"},
    {"parallelLimit", Setting::number, "5", 1, 10, {}, "Calls of a script that run at once"},
    {"autoApproveRead",
     Setting::flag,
     "true",
     0,
     0,
     {},
     "Calls of a script that only read are not asked about"},
    {"debugMode", Setting::flag, "false", 0, 0, {}, "Shows each script and what it logs"},
    {"allowedCategories", Setting::words, "null", 0, 0, kCategories,
     "Categories of the tools that a script reaches (null: all)"},
    {"forceTraditionalMode",
     Setting::flag,
     "false",
     0,
     0,
     {},
     "Every chat gets every tool's schema, whatever else is set or asked for"},
};

bool is_among(const Setting& setting, std::string_view word) {
  return std::find(setting.among.begin(), setting.among.end(), word) != setting.among.end();
}

bool allows(const Setting& setting, const Json& value) {
  if (setting.type == Setting::flag) return value.boolean() != nullptr;
  if (const int64_t* number = value.integer())
    return setting.type == Setting::number && *number >= setting.least && *number <= setting.most;
  const auto items = value.each();
  return setting.type == Setting::words && !items.empty() &&
         std::all_of(items.begin(), items.end(), [&](const Json& item) {
           return item.string() != nullptr && is_among(setting, *item.string());
         });
}

std::optional<Json> words_in(const Setting& setting, std::string_view text) {
  Json out = Json::array();
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!is_among(setting, word)) return std::nullopt;
    const auto items = out.each();
    if (std::find(items.begin(), items.end(), Json(word)) == items.end()) out.add(word);
    at = end + 1;
  }
  return out;
}

std::optional<Json> read(const Setting& setting, std::string_view text) {
  if (setting.type == Setting::words) return words_in(setting, text);
  if (setting.type == Setting::flag) {
    if (text == "true" || text == "false") return Json(text == "true");
    return std::nullopt;
  }
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return Json(number);
}

constexpr std::string_view kKind = "settings";

// A record for each setting of a folder, by the folder's one name. A NUL is in no path.
std::string key_of(const std::string& database, const Setting& setting) {
  const auto folder = std::filesystem::absolute(database).parent_path();
  return std::filesystem::weakly_canonical(folder).string() + std::string(1, '\0') +
         std::string(setting.name);
}

}  // namespace

std::span<const Setting> settings() { return kSettings; }

const Setting& setting_named(std::string_view name) {
  std::string names;
  for (const auto& setting : kSettings) {
    if (setting.name == name) return setting;
    names += (names.empty() ? "" : ", ") + std::string(setting.name);
  }
  throw Error(ErrorCode::not_found, "no such setting; write one of " + names, std::string(name));
}

std::string taken_by(const Setting& setting) {
  if (setting.type == Setting::flag) return "true or false";
  if (setting.type == Setting::number)
    return "a number from " + std::to_string(setting.least) + " to " + std::to_string(setting.most);
  std::string names;
  for (const auto& word : setting.among) names += (names.empty() ? "" : ", ") + std::string(word);
  return "one or more, separated by commas, of " + names;
}

Json default_of(const Setting& setting) { return read_json(setting.otherwise); }

Json setting(const std::string& database, const Setting& setting) {
  if (database.empty()) return default_of(setting);
  auto value = parse_json(read_state(kKind, key_of(database, setting)).value_or(""));
  // A later or an earlier program, with other bounds, may have set it.
  if (Json* known = std::get_if<Json>(&value); known != nullptr && allows(setting, *known))
    return std::move(*known);
  return default_of(setting);
}

Json setting(const std::string& database, std::string_view name) {
  return setting(database, setting_named(name));
}

Json parse_setting(const Setting& setting, std::string_view text) {
  auto value = read(setting, text);
  if (!value || !allows(setting, *value))
    throw Error(ErrorCode::invalid, std::string(setting.name) + " takes " + taken_by(setting) +
                                        ", not '" + std::string(text.substr(0, 100)) + "'");
  return std::move(*value);
}

void set_setting(const std::string& database, const Setting& setting, const Json& value) {
  if (database.empty()) throw Error(ErrorCode::denied, "a database in memory has no settings");
  const std::string why = write_state(kKind, key_of(database, setting), value.dump());
  if (!why.empty()) throw Error(ErrorCode::denied, why);
}

void unset_setting(const std::string& database, const Setting& setting) {
  if (!database.empty()) remove_state(kKind, key_of(database, setting));
}

Json told(const std::string& database, const Setting& one) {
  return Json::object({{"name", one.name},
                       {"value", setting(database, one)},
                       {"default", default_of(one)},
                       {"takes", taken_by(one)},
                       {"about", one.doc}});
}

}  // namespace dossier
