#pragma once
// Secrets recognized only by their names: values assigned to a password, a key or a token in source
// code, .env, YAML, JSON, XML, connection strings, commands and prose. The name, the link and the
// value are parsed by hand: one pattern for all of it would be too slow, and RE2 cannot test for
// placeholders, code or entropy.
#include <optional>
#include <string_view>

#include "agent/redact/assignment.h"
#include "agent/redact/judge.h"
#include "agent/redact/rules.h"
#include "agent/redact/value.h"

namespace dossier::redaction {

/// The secrets assigned to names in the text, in order.
class AssignedSecrets {
 public:
  explicit AssignedSecrets(std::string_view text) : text_(text), words_(text) {}
  /// The next one at or after `at`, which is where the last one ended, or 0.
  std::optional<Found> next(size_t at);

 private:
  bool next_name(size_t at);

  std::string_view text_;
  BareWords words_;
  size_t from_ = 0;  // where the search for the next name starts
  std::optional<AssignmentReader> reader_;
  std::optional<Assignment> given_;  // the assignment to the current name, not judged yet
  Holds holds_ = Holds::nothing;
  int values_ = 0;
};

/// Whether the key of a field makes its value a secret.
bool is_secret_field(std::string_view key, std::string_view value);

/// The places at which a name of a secret may occur.
const Places& secret_name_places();

}  // namespace dossier::redaction
