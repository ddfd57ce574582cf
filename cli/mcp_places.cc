#include "cli/mcp_places.h"

#include "engine/error.h"

namespace dossier::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPatience{2'000};  // for a place to be free

}  // namespace

std::shared_ptr<mcp::Place> McpPlaces::lend(const std::stop_token& stop, Length length) {
  const bool has_deadline = length == bounded && deadline_ != Milliseconds::zero();
  const auto until = has_deadline ? Clock::now() + deadline_ : Clock::time_point::max();
  return lend(Clock::now() + kPatience, [stop, until] {
    if (stop.stop_requested()) throw Error(ErrorCode::limit, "cancelled by the client");
    if (Clock::now() > until) throw Error(ErrorCode::limit, "deadline");
  });
}

std::shared_ptr<mcp::Place> McpPlaces::lend(Clock::time_point until,
                                            std::function<void()> checkpoint) {
  auto loan = std::make_shared<Pool<mcp::Place>::Loan>(places_.borrow(until));
  (*loan)->around().checkpoint = std::move(checkpoint);
  mcp::Place* place = &**loan;
  return {place, [loan = std::move(loan)](mcp::Place* lent) mutable {
            lent->around().checkpoint = nullptr;
            loan.reset();
          }};
}

}  // namespace dossier::cli
