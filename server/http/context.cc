#include "server/http/context.h"

#include "engine/error.h"

namespace dossier {

RequestContext::RequestContext(Pace pace, Clock::time_point deadline, ScanSlots& slots,
                               const std::atomic<bool>& cancelled)
    : pace_(pace),
      deadline_(pace == Pace::unbounded ? Clock::time_point::max() : deadline),
      cancelled_(cancelled),
      turn_(slots, pace == Pace::scan) {}

bool RequestContext::expired() const { return stopping() || Clock::now() >= deadline_; }

void RequestContext::checkpoint() {
  if (stopping()) throw Error(ErrorCode::limit, "stopping");
  if (pace_ != Pace::unbounded) turn_.checkpoint(deadline_);
}

}  // namespace dossier
