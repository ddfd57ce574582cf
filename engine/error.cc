#include "engine/error.h"

namespace dossier {

std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid:
      return "invalid";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::conflict:
      return "conflict";
    case ErrorCode::denied:
      return "denied";
    case ErrorCode::limit:
      return "limit";
    case ErrorCode::corrupt:
      return "corrupt";
    case ErrorCode::io:
      return "io";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

Error::Error(ErrorCode code, std::string message, std::string origin)
    : code_(code),
      message_(std::move(message)),
      origin_(std::move(origin)),
      text_(origin_.empty() ? message_ : origin_ + ": " + message_) {}

}  // namespace dossier
