#pragma once
// Secrets leave text before a model, a hash or the log sees it. Patterns are fixed and applied in
// one order (docs/security.md), so the same bytes always redact to the same bytes and replay can
// compare; redacting twice changes nothing. Rejected: guessing by entropy, which would eat hashes,
// identifiers and metadata tokens that a search for code depends on.
#include <span>
#include <string>
#include <string_view>

#include "engine/json_value.h"

namespace dossier {

struct SecretPattern {
  std::string_view name;   // stands in the replacement: "[redacted:aws-key]"
  std::string_view regex;  // RE2; the first group is what is replaced, or the whole match
};

/// The patterns, in the order in which they apply.
std::span<const SecretPattern> secret_patterns();

/// `text` with every secret replaced by "[redacted:NAME]" and as many newlines as it had, so that
/// the lines behind it keep their numbers. Cut a text after this, never before: half a secret is
/// not recognised.
std::string redact(std::string_view text);
/// Every string in the value redacted; that of a field also as what its key is given
/// (`{"password": "…"}`).
Json redacted(const Json& value);

}  // namespace dossier
