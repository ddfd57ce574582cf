#pragma once
// A bounded queue between a producer thread and its consumer. The producer's exception reaches the
// consumer; a consumer that cancels stops the producer at its next push.
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace dossier {

template <typename T>
class Pipe {
 public:
  explicit Pipe(size_t capacity) : capacity_(capacity) {}

  /// Runs `work` on a thread, which closes the pipe when it returns or throws. The caller joins the
  /// thread before it destroys the pipe.
  std::thread produce(std::function<void()> work) {
    return std::thread([this, work = std::move(work)] {
      std::exception_ptr failure;
      try {
        work();
      } catch (const Cancelled&) {
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      failure_ = failure;
      closed_ = true;
      changed_.notify_all();
    });
  }

  /// Waits for room.
  void push(T item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return items_.size() < capacity_ || cancelled_; });
    if (cancelled_) throw Cancelled();
    items_.push_back(std::move(item));
    changed_.notify_all();
  }

  /// The next item; absent at the end, or with `timed_out` set if none arrived in time.
  std::optional<T> pop(std::chrono::milliseconds patience, bool& timed_out) {
    std::unique_lock lock(mutex_);
    timed_out = !changed_.wait_for(lock, patience, [&] { return !items_.empty() || closed_; });
    if (timed_out || items_.empty()) return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

  void cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    changed_.notify_all();
  }

  /// Rethrows the producer's exception. Call after the join.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct Cancelled {};

  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_;
  bool closed_ = false;
  bool cancelled_ = false;
  std::exception_ptr failure_;
};

}  // namespace dossier
