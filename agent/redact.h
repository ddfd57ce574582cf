#pragma once
// Removes secrets from text before a model, a hash or the log sees it. The rules are fixed data
// (agent/redact/rules.txt, docs/security.md), so the same bytes always give the same result, and
// redacting twice changes nothing. Entropy is considered only if a name indicates a secret or a
// rule already matches.
//
// Rejected: detection by entropy alone. It would remove hashes, identifiers and metadata tokens
// that a search for code depends on.
#include <string>
#include <string_view>
#include <vector>

#include "engine/json_value.h"

namespace dossier {

/// The names that marks such as "[redacted:aws-key]" can have, each once, in the order of the
/// rules.
std::vector<std::string> secret_names();

/// The marks in `text`, in order.
std::vector<std::string> marks_in(std::string_view text);

/// Replaces every secret in `text` by "[redacted:NAME]" and as many newlines as the secret had, so
/// that the following lines keep their numbers. Truncate a text after redaction, never before: half
/// a secret is not recognized.
std::string redact(std::string_view text);
/// Redacts every string in the value, including keys. The string of a field is also redacted as the
/// value of its key (`{"password": "…"}`).
Json redacted(const Json& value);

/// Redacts a text that arrives in pieces, however it is split. Text that may still become part of a
/// secret is held back.
class RedactedStream {
 public:
  /// The text that may be shown now.
  std::string feed(std::string_view piece);
  /// The rest of the text, at its end. The stream can then be used for another text.
  std::string finish();

 private:
  std::string held_;
  size_t shown_ = 0;  // bytes of it that were shown
  size_t next_ = 0;   // where the next scan of it begins
};

}  // namespace dossier
