#pragma once
// What a person sets for the folder of a database: a fixed table of names, each with a type, a
// default and its bounds. The person's state folder holds what differs from the defaults, so that a
// later program may have other ones. Nothing is set that is not in the table, and nothing is read
// that its row does not allow.
//
// Rejected: the database, or a file beside it, which may be somebody else's, and whose settings
// would widen what an agent may do; free names, where a misspelt one is kept and does nothing.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

struct Setting {
  enum Type : uint8_t { flag, number, words };  // words: a list of some of `among`

  std::string_view name;
  Type type = flag;
  std::string_view otherwise;  // the default, as JSON; words: null = all
  int64_t least = 0, most = 0;
  std::span<const std::string_view> among = {};
  std::string_view doc;
};

/// In the order in which they are listed.
std::span<const Setting> settings();
/// Throws Error{not_found}, which lists the names.
const Setting& setting_named(std::string_view name);

Json default_of(const Setting& setting);
/// What the setting is for this database, which need not exist; "" = one in memory, for which
/// nothing is set.
Json setting(const std::string& database, const Setting& setting);
Json setting(const std::string& database, std::string_view name);
/// The value that a person wrote: "true", "5000", "code,filesystem". Throws Error{invalid}, which
/// says what the setting takes.
Json parse_setting(const Setting& setting, std::string_view text);
/// Sets it for good; the value is one of parse_setting(). Throws Error{denied} where there is no
/// place to remember it.
void set_setting(const std::string& database, const Setting& setting, const Json& value);
/// Back to its default.
void unset_setting(const std::string& database, const Setting& setting);
/// What a person is told of it: {"name", "value", "default", "takes", "about"}.
Json told(const std::string& database, const Setting& setting);
/// "true or false", "a number from 1 to 50".
std::string taken_by(const Setting& setting);

}  // namespace dossier
