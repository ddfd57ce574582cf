#pragma once
// Secrets leave text before a model, a hash or the log sees it. The rules are fixed data
// (agent/redact/rules.txt, docs/security.md), so the same bytes always redact to the same bytes;
// redacting twice changes nothing. Entropy is asked only of what a name says to be a secret, or a
// rule already matches. Rejected: guessing by entropy alone, which would eat hashes, identifiers
// and metadata tokens that a search for code depends on.
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

/// What marks may say, "[redacted:aws-key]": each name once, in the order of the rules.
std::vector<std::string> secret_names();

/// The marks that `text` holds, in their order.
std::vector<std::string> marks_in(std::string_view text);

/// `text` with every secret replaced by "[redacted:NAME]" and as many newlines as it had, so that
/// the lines behind it keep their numbers. Cut a text after this, never before: half a secret is
/// not recognised.
std::string redact(std::string_view text);
/// Every string in the value redacted, keys included; that of a field also as what its key is given
/// (`{"password": "…"}`).
Json redacted(const Json& value);

/// Redacts a text that arrives in pieces, wherever they were cut: what may still become part of a
/// secret waits.
class RedactedStream {
 public:
  /// What of the text may be shown now.
  std::string feed(std::string_view piece);
  /// What is left of it at its end; then it begins anew.
  std::string finish();

 private:
  std::string held_;
  size_t shown_ = 0;  // bytes of it
  size_t next_ = 0;   // bytes of it from which on it is looked at again
};

}  // namespace dossier
