#pragma once
// Secrets that only their name gives away: what is assigned to a password, a key or a token in
// source code, .env, YAML, JSON, XML, connection strings, commands and prose. The name, what stands
// between, and the value are read by hand: one pattern for all of it would be too slow to write
// placeholders, code and entropy into it, and RE2 has no way to ask for them.
#include <optional>
#include <string_view>

#include "agent/redact/rules.h"

namespace dossier::redaction {

struct Found {
  size_t begin = 0;
  size_t end = 0;
};

/// The first secret that is given to a name at or behind `at`.
std::optional<Found> next_assigned(std::string_view text, size_t at);

/// Whether the value of a field is a secret because of its key.
bool is_secret_field(std::string_view key, std::string_view value);

/// Places at which a name may be one that holds secrets.
const Places& secret_name_places();

}  // namespace dossier::redaction
