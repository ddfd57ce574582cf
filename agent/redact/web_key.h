#pragma once
// Finds the private members of JSON Web Keys (RFC 7517): a `"d"` is a secret where its object has a
// `"kty"`, and a letter anywhere else. In strings of JSON the quotes are escaped.
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "agent/redact/value.h"

namespace dossier::redaction {

class WebKeys {
 public:
  explicit WebKeys(std::string_view text) : text_(text) {}
  /// The first private member at or after `at`, which must not decrease.
  std::optional<Found> next(size_t at);

 private:
  std::string_view text_;
  size_t from_ = 0;           // where the search for the next key starts
  size_t searched_ = 0;       // where the last key ended
  std::vector<Found> found_;  // of the last key, in order
  size_t next_ = 0;           // of them
};

/// Whether a field of this name holds a secret of its object, which has a `"kty"`.
bool is_private_member(std::string_view name);
/// Whether there is such a field in the text, of a key or of anything else.
bool has_private_member(std::string_view text);

/// Where an object begins its line that may be a key, and has not ended at the end of the text;
/// npos: none.
size_t open_web_key(std::string_view text);

}  // namespace dossier::redaction
