#pragma once
// Finds private keys in PEM and PGP armor, whatever precedes their lines: times of a log, signs of
// a diff, quotes of source code. It is written by hand, because a pattern that searches the end for
// each beginning would read a text with many beginnings as many times.
#include <cstddef>
#include <optional>
#include <string_view>

#include "agent/redact/value.h"

namespace dossier::redaction {

class PrivateKeys {
 public:
  explicit PrivateKeys(std::string_view text) : text_(text) {}
  /// The first block at or after `at`, which must not decrease. A truncated block ends with the
  /// text that may belong to it.
  std::optional<Found> next(size_t at);

 private:
  size_t end_behind(size_t at);

  std::string_view text_;
  size_t end_ = 0;  // the last end found; everything before it was searched
};

}  // namespace dossier::redaction
