#pragma once
// So many of something at a time. A share is taken before anything is opened or recorded for what
// needs it, so that what is refused costs nothing and leaves nothing.
#include <atomic>
#include <cstddef>
#include <memory>

#include "engine/error.h"

namespace dossier {

class Quota {
 public:
  /// Given back with its last copy.
  using Share = std::shared_ptr<const void>;

  explicit Quota(size_t most) : most_(most) {}

  /// Throws Error{limit, "busy"} if all are taken.
  Share take() {
    const bool is_left = ++taken_ <= most_;
    Share share(this, [this](const void*) { --taken_; });
    if (!is_left) throw Error(ErrorCode::limit, "busy");
    return share;
  }

 private:
  const size_t most_;
  std::atomic<size_t> taken_ = 0;
};

}  // namespace dossier
