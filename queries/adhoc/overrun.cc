#include "queries/adhoc/overrun.h"

#include <pthread.h>
#include <sys/time.h>

#include <csignal>
#include <utility>

namespace dossier {
namespace {

constexpr double kProcessorMs = 200, kWallMs = 2000;
constexpr int64_t kLookMs = 20;

OverrunWatch* watching = nullptr;  // by the handler

timeval interval(int64_t ms) { return {ms / 1000, static_cast<suseconds_t>(ms % 1000 * 1000)}; }

int64_t nanoseconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

double ms(int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

}  // namespace

StatementClock::StatementClock() : start_ns_(nanoseconds(CLOCK_MONOTONIC)) {}

// A pause that ends meanwhile may count twice, never not at all.
double StatementClock::used_ms() const {
  const int64_t paused_at = paused_at_ns_;
  const int64_t paused = paused_ns_;
  return ms((paused_at != 0 ? paused_at : nanoseconds(CLOCK_MONOTONIC)) - start_ns_ - paused);
}

StatementClock::Pause::Pause(StatementClock& clock) : clock_(clock) {
  clock_.paused_at_ns_ = nanoseconds(CLOCK_MONOTONIC);
}

StatementClock::Pause::~Pause() {
  clock_.paused_ns_ += nanoseconds(CLOCK_MONOTONIC) - clock_.paused_at_ns_;
  clock_.paused_at_ns_ = 0;
}

OverrunWatch::OverrunWatch(const StatementClock& clock, int64_t timeout_ms,
                           std::function<void()> end)
    : clock_(clock), timeout_ms_(timeout_ms), end_(std::move(end)) {
  ::pthread_getcpuclockid(::pthread_self(), &processor_);
  watching = this;
  std::signal(SIGALRM, [](int) {
    if (watching != nullptr) watching->look();
  });
  const itimerval timer{interval(kLookMs), interval(timeout_ms)};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

OverrunWatch::~OverrunWatch() {
  const itimerval none{};
  ::setitimer(ITIMER_REAL, &none, nullptr);
  watching = nullptr;  // the handler stays: a signal may be under way
}

void OverrunWatch::look() {
  const double late_ms = clock_.used_ms() - static_cast<double>(timeout_ms_);
  if (late_ms < 0) return;
  const int64_t now = nanoseconds(processor_);
  if (at_deadline_ns_ == 0) at_deadline_ns_ = now;
  if (ms(now - at_deadline_ns_) >= kProcessorMs || late_ms >= kWallMs) end_();
}

}  // namespace dossier
