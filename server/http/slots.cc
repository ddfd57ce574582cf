#include "server/http/slots.h"

#include <time.h>

#include <algorithm>
#include <thread>

#include "engine/error.h"

namespace dossier {
namespace {

// Processor time that this thread has used.
std::chrono::nanoseconds used() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

unsigned ScanSlots::default_slots() {
  return std::max(2u, std::thread::hardware_concurrency()) - 1;
}

void ScanSlots::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  for (Waiter* waiter : waiting_) waiter->woken.notify_one();
}

void ScanSlots::acquire(std::unique_lock<std::mutex>& lock, Clock::time_point until, bool again) {
  if (cancelled_) throw Error(ErrorCode::limit, "stopping");
  if (free_ > 0) {
    --free_;
    return;
  }
  // A scan that gave up its slot has its place in the queue already counted.
  if (!again && waiting_.size() >= options_.max_waiting) throw Error(ErrorCode::limit, "busy");
  Waiter self;
  const auto place = waiting_.insert(waiting_.end(), &self);
  self.woken.wait_until(lock, until, [&] { return self.granted || cancelled_; });
  if (self.granted) return;
  waiting_.erase(place);
  throw Error(ErrorCode::limit, cancelled_ ? "stopping" : "deadline");
}

void ScanSlots::release() {
  if (waiting_.empty()) {
    ++free_;
    return;
  }
  Waiter* next = waiting_.front();
  waiting_.pop_front();
  next->granted = true;
  next->woken.notify_one();
}

ScanSlots::Turn::Turn(ScanSlots& slots, bool at_once) : slots_(slots), due_(used()) {
  if (!at_once) due_ += slots.options_.grace;
}

// No thread uses more processor time than passes.
void ScanSlots::Turn::look_again(Clock::time_point now) {
  const auto left = std::chrono::ceil<Clock::duration>(due_ - used());
  look_ = left < Clock::time_point::max() - now ? now + left : Clock::time_point::max();
}

ScanSlots::Turn::~Turn() {
  if (!held_) return;
  const std::lock_guard lock(slots_.mutex_);
  slots_.release();
}

void ScanSlots::Turn::checkpoint(Clock::time_point until) {
  const auto now = Clock::now();
  if (now >= until) throw Error(ErrorCode::limit, "deadline");
  if (now < look_) return;
  look_again(now);
  if (now < look_) return;
  std::unique_lock lock(slots_.mutex_);
  const bool again = held_;
  if (held_ && slots_.cancelled_) throw Error(ErrorCode::limit, "stopping");
  if (held_ && !slots_.waiting_.empty()) {
    slots_.release();
    held_ = false;
  }
  if (!held_) slots_.acquire(lock, until, again);
  held_ = true;
  due_ = used() + slots_.options_.slice;
}

}  // namespace dossier
