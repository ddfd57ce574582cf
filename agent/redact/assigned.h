#pragma once
// Secrets that only their name gives away: what is assigned to a password, a key or a token in
// source code, .env, YAML, JSON, XML, connection strings, commands and prose. The name, what stands
// between, and the value are read by hand: one pattern for all of it would be too slow to write
// placeholders, code and entropy into it, and RE2 has no way to ask for them.
#include <optional>
#include <string_view>

#include "agent/redact/assignment.h"
#include "agent/redact/judge.h"
#include "agent/redact/rules.h"
#include "agent/redact/value.h"

namespace dossier::redaction {

/// The secrets that names of the text are given, in their order.
class AssignedSecrets {
 public:
  explicit AssignedSecrets(std::string_view text) : text_(text), words_(text) {}
  /// The next one at or behind `at`, which is where the last one ended, or 0.
  std::optional<Found> next(size_t at);

 private:
  bool next_name(size_t at);

  std::string_view text_;
  BareWords words_;
  size_t from_ = 0;  // where the next name is looked for
  std::optional<AssignmentReader> reader_;
  std::optional<Assignment> given_;  // to the name that was found, and is still to be judged
  Holds holds_ = Holds::nothing;
  int values_ = 0;
};

/// Whether the value of a field is a secret because of its key.
bool is_secret_field(std::string_view key, std::string_view value);

/// Places at which a name may be one that holds secrets.
const Places& secret_name_places();

}  // namespace dossier::redaction
