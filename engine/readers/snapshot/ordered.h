#pragma once
// Runs jobs on several threads and delivers results in order. Workers do the jobs 0..count-1 and
// run ahead of the consumer by a bounded distance, and by a bounded weight, so that what waits does
// not depend on what the jobs are about. An exception of the consumer or of a job stops the workers
// and propagates from run(). Rejected: a future per job (a lock and an allocation each, and no
// bound).
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace dossier::snapshot {

template <typename Result>
class Ordered {
 public:
  /// At most `ahead` results wait for the consumer.
  Ordered(size_t count, unsigned threads, size_t ahead)
      : count_(count), ahead_(ahead), threads_(threads), slots_(ahead) {}

  /// Jobs that are done or under way and not consumed weigh at most `most` together, but one may
  /// always be. Call it before run(). `weight` is called once for each job, under a lock.
  void limit(uint64_t most, std::function<uint64_t(size_t index)> weight) {
    most_ = most;
    weight_ = std::move(weight);
  }

  /// `make_worker` is called once on each thread and returns a function that does one job;
  /// `consume` gets the results in order, on the calling thread.
  template <typename MakeWorker, typename Consume>
  void run(const MakeWorker& make_worker, const Consume& consume) {
    std::vector<std::jthread> workers;
    const Joined joined{*this, workers};
    for (unsigned i = 0; i < threads_; ++i) workers.emplace_back([&] { work(make_worker); });
    for (size_t next = 0; next < count_; ++next) consume(next, take(next));
  }

 private:
  /// Notes what the next job weighs.
  bool may_start() {
    if (started_ >= taken_ + ahead_) return false;
    if (!weight_) return true;
    if (weighed_ == started_) weights_[weighed_++ % ahead_] = weight_(started_);
    return started_ == taken_ || held_ + weights_[started_ % ahead_] <= most_;
  }

  /// Stops the workers before they are joined, however run() is left.
  struct Joined {
    Ordered& self;
    std::vector<std::jthread>& workers;
    ~Joined() {
      {
        const std::lock_guard lock(self.mutex_);
        self.stopped_ = true;
      }
      self.changed_.notify_all();
      workers.clear();
    }
  };

  Result take(size_t index) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return slots_[index % ahead_].has_value() || failure_; });
    if (failure_) std::rethrow_exception(failure_);
    Result result = std::move(*slots_[index % ahead_]);
    slots_[index % ahead_].reset();
    ++taken_;
    if (weight_) held_ -= weights_[index % ahead_];
    lock.unlock();
    changed_.notify_all();
    return result;
  }

  template <typename MakeWorker>
  void work(const MakeWorker& make_worker) {
    try {
      auto worker = make_worker();
      while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopped_ || started_ == count_ || may_start(); });
        if (stopped_ || started_ == count_) return;
        const size_t index = started_++;
        if (weight_) held_ += weights_[index % ahead_];
        lock.unlock();
        Result result = worker(index);
        lock.lock();
        slots_[index % ahead_].emplace(std::move(result));
        lock.unlock();
        changed_.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stopped_ = true;
      changed_.notify_all();
    }
  }

  size_t count_;
  size_t ahead_;
  unsigned threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<Result>> slots_;
  size_t started_ = 0;
  size_t taken_ = 0;
  std::function<uint64_t(size_t)> weight_;
  uint64_t most_ = 0;
  uint64_t held_ = 0;
  size_t weighed_ = 0;
  std::vector<uint64_t> weights_ = std::vector<uint64_t>(ahead_);  // of the jobs in slots_
  bool stopped_ = false;
  std::exception_ptr failure_;
};

}  // namespace dossier::snapshot
