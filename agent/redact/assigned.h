#pragma once
// Finds secrets by the names that they are assigned to: passwords, keys and tokens in source code,
// .env, YAML, JSON, XML, connection strings and commands. The names, what links them to a value and
// what a value may look like are rules of rules.txt.
#include <optional>
#include <string_view>

#include "agent/redact/rules.h"

namespace dossier::redaction {

/// The secrets assigned to names in one text, in order.
class AssignedSecrets {
 public:
  explicit AssignedSecrets(std::string_view text) : text_(text) {}
  /// The next one at or after `at`, which is where the last one ended, or 0.
  std::optional<Found> next(size_t at);

 private:
  std::string_view text_;
  size_t from_ = 0;  // where the search for the next name starts
  std::vector<size_t> plain_ = std::vector<size_t>(rules().list.size());
};

}  // namespace dossier::redaction
