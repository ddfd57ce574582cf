#pragma once
// Secrets that are declared in one place and given in another: the cells of a table in CSV whose
// first line names a column of secrets. Name and value are judged as those of a field of JSON are
// (agent/redact/assigned.h).
//
// Rejected: taking every value of a file that ends in .csv; the text of a tool's result has no
// name.
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "agent/redact/rules.h"

namespace dossier::redaction {

class DeclaredSecrets {
 public:
  explicit DeclaredSecrets(std::string_view text);
  /// The first one at or after `at`.
  std::optional<Found> next(size_t at) const;
  /// `at`, or where the declaration begins that it lies in; one at the end of the text may go on.
  size_t whole(size_t at) const;

 private:
  size_t read_table(size_t header);

  std::string_view text_;
  std::vector<Found> found_, declarations_;
};

}  // namespace dossier::redaction
