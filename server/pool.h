#pragma once
// A fixed number of expensive objects (database connections with prepared statements), created on
// first use and lent one at a time.
//
// The last one returned is lent first, so a light load uses few, warm objects. Rejected: one per
// thread, which creates as many as there are threads, however light the load.
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/error.h"

namespace dossier {

template <typename T>
class Pool {
 public:
  using Make = std::function<std::unique_ptr<T>()>;
  using Keep = std::function<bool(T&)>;

  /// A borrowed T, returned by the destructor. Must not outlive the pool.
  class Loan {
   public:
    Loan(Pool& pool, std::unique_ptr<T> item) : pool_(&pool), item_(std::move(item)) {}
    Loan(Loan&& other) noexcept = default;
    Loan& operator=(Loan&&) = delete;
    ~Loan() {
      if (item_) pool_->give_back(std::move(item_));
    }
    T& operator*() const { return *item_; }
    T* operator->() const { return item_.get(); }

   private:
    Pool* pool_;
    std::unique_ptr<T> item_;
  };

  /// Creates at most `size` objects, each by one call of `make`, which may run on any thread. A
  /// free one that `keep` does not want is destroyed instead of lent.
  Pool(size_t size, Make make, Keep keep = {})
      : left_(size), make_(std::move(make)), keep_(std::move(keep)) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Waits for a free object until `until`, then throws limit "deadline". An exception of `make`
  /// propagates and leaves its slot free.
  Loan borrow(std::chrono::steady_clock::time_point until) {
    std::vector<std::unique_ptr<T>> unwanted;  // destroyed without the lock
    std::unique_lock lock(mutex_);
    if (!returned_.wait_until(lock, until, [&] { return !free_.empty() || left_ > 0; })) {
      throw Error(ErrorCode::limit, "deadline");
    }
    while (!free_.empty()) {
      auto item = std::move(free_.back());
      free_.pop_back();
      if (!keep_ || keep_(*item)) return Loan(*this, std::move(item));
      unwanted.push_back(std::move(item));
      ++left_;
    }
    --left_;
    Place place{*this};
    lock.unlock();
    auto item = make_();
    place.taken = true;
    return Loan(*this, std::move(item));
  }

 private:
  // Frees the slot if `make` failed.
  struct Place {
    Pool& pool;
    bool taken = false;
    ~Place() {
      if (taken) return;
      const std::lock_guard lock(pool.mutex_);
      ++pool.left_;
      pool.returned_.notify_one();
    }
  };

  void give_back(std::unique_ptr<T> item) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(item));
    returned_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<T>> free_;
  size_t left_;
  Make make_;
  Keep keep_;
};

}  // namespace dossier
