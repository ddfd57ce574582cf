#pragma once
// Finds private keys in PEM, PGP and SSH2 armor, whatever precedes their lines: times of a log,
// signs of a diff, quotes of source code. It is written by hand, because a pattern that searches
// the end for each beginning would read a text with many beginnings as many times.
#include <cstddef>
#include <optional>
#include <string_view>

#include "agent/redact/value.h"

namespace dossier::redaction {

/// What stands around a title.
struct Armor {
  std::string_view begin, end, dashes;
};

/// The private keys in one kind of armor.
class ArmoredKeys {
 public:
  ArmoredKeys(std::string_view text, const Armor& armor) : text_(text), armor_(armor) {}
  /// The first block at or after `at`, which must not decrease. A truncated block ends with the
  /// text that may belong to it.
  std::optional<Found> next(size_t at);

 private:
  size_t end_behind(size_t at);

  std::string_view text_;
  const Armor armor_;
  size_t end_ = 0;  // the last end found; everything before it was searched
};

/// Of PEM and PGP.
class PrivateKeys : public ArmoredKeys {
 public:
  explicit PrivateKeys(std::string_view text)
      : ArmoredKeys(text, {"-----BEGIN ", "-----END ", "-----"}) {}
};

/// Of SSH2 (RFC 4716).
class SshPrivateKeys : public ArmoredKeys {
 public:
  explicit SshPrivateKeys(std::string_view text)
      : ArmoredKeys(text, {"---- BEGIN ", "---- END ", " ----"}) {}
};

}  // namespace dossier::redaction
