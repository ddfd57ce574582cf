#pragma once
// The one failure type. Outcomes that a caller expects (not found, ambiguous, a malformed reply)
// are values; an Error is thrown where work cannot go on, at a seam, and caught only where
// docs/decisions lists it. Rejected: error codes through every return type, which hid the place of
// the failure.
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace dossier {

enum class ErrorCode { invalid, not_found, conflict, denied, limit, corrupt, io, internal };

/// The code's name as it stands in messages and JSON: "invalid", "not_found", …
std::string_view name_of(ErrorCode code);

/// A failure: what kind, one sentence for a person, and where it arose (a file and byte offset, a
/// JSON path, an SQL statement; empty when the message says it all).
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message, std::string origin = {});

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }
  const std::string& origin() const { return origin_; }
  /// "origin: message", or the message alone.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  std::string origin_;
  std::string text_;
};

}  // namespace dossier
