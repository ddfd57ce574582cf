#include "server/http/context.h"

#include "engine/error.h"

namespace dossier {

RequestContext::RequestContext(Pace pace, Clock::time_point deadline, ScanSlots& slots,
                               const std::atomic<bool>& cancelled)
    : is_bounded_(pace != Pace::write && pace != Pace::unbounded),
      deadline_(is_bounded_ ? deadline : Clock::time_point::max()),
      cancelled_(cancelled),
      turn_(slots, pace == Pace::scan) {}

bool RequestContext::expired() const { return stopping() || Clock::now() >= deadline_; }

void RequestContext::checkpoint() {
  if (stopping()) throw Error(ErrorCode::limit, "stopping");
  if (is_bounded_) turn_.checkpoint(deadline_);
}

}  // namespace dossier
