#pragma once
// Private keys in PEM and PGP armour, whatever stands in front of their lines: a log's times, a
// diff's signs, the quotes of a source. By hand, since a pattern that looks for the end of each
// beginning would read a text of many beginnings as many times.
#include <cstddef>
#include <optional>
#include <string_view>

#include "agent/redact/value.h"

namespace dossier::redaction {

class PrivateKeys {
 public:
  explicit PrivateKeys(std::string_view text) : text_(text) {}
  /// The first block at or behind `at`, which never goes back; one that is cut ends with the text
  /// that may belong to it.
  std::optional<Found> next(size_t at);

 private:
  size_t end_behind(size_t at);

  std::string_view text_;
  size_t end_ = 0;  // where the next end was last seen; all before it was looked at
};

}  // namespace dossier::redaction
