#pragma once
// The one exception type. Outcomes that a caller expects (not found, ambiguous, a malformed reply)
// are values. An Error is thrown if work cannot continue, and it is caught only where
// tests/meta/catch.txt lists it. Rejected: error codes in every return type, which hid the place of
// the failure.
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace dossier {

enum class ErrorCode { invalid, not_found, conflict, denied, limit, corrupt, io, internal };

/// The code's name in messages and JSON: "invalid", "not_found", …
std::string_view name_of(ErrorCode code);

/// A failure: its code, one sentence for a person, and where it arose (a file and byte offset, a
/// JSON path, an SQL statement; empty if the message says it all).
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
