#include "engine/error.h"

namespace dossier {

std::string_view name_of(ErrorCode code) {
  static constexpr std::string_view kNames[] = {"invalid", "not_found", "conflict", "denied",
                                                "limit",   "corrupt",   "io",       "internal"};
  return kNames[static_cast<size_t>(code)];
}

Error::Error(ErrorCode code, std::string message, std::string origin)
    : code_(code),
      message_(std::move(message)),
      origin_(std::move(origin)),
      text_(origin_.empty() ? message_ : origin_ + ": " + message_) {}

}  // namespace dossier
