#pragma once
// The streams that are sent: so many at a time. Where all places are taken, the next stream is
// refused, and the one that has been silent the longest is asked to end: clients of both come back.
// Only a stream that its client can take up again is asked (Response::is_resumable).
//
// Rejected: a bound for each client, since on loopback all programs have one address; a time after
// which a silent stream ends, since what watches a session is silent for hours.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace dossier {

class StreamPlaces {
 public:
  explicit StreamPlaces(size_t most) : most_(most) {}

  /// One stream's place while it lives.
  class Place {
   public:
    Place(StreamPlaces& places, bool is_resumable) : places_(places), is_resumable_(is_resumable) {
      const std::lock_guard lock(places_.mutex_);
      is_granted_ = places_.taken_.size() < places_.most_;
      if (is_granted_)
        places_.taken_.push_back(this);
      else
        places_.ask_one();
      said_ = ++places_.said_;
    }
    ~Place() {
      const std::lock_guard lock(places_.mutex_);
      std::erase(places_.taken_, this);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    bool is_granted() const { return is_granted_; }
    /// It has said something.
    void say() { said_ = ++places_.said_; }
    /// Whether it should end.
    bool is_asked() const { return is_asked_; }

   private:
    friend class StreamPlaces;
    StreamPlaces& places_;
    const bool is_resumable_;
    bool is_granted_ = false;
    std::atomic<uint64_t> said_ = 0;
    std::atomic<bool> is_asked_ = false;
  };

 private:
  // One at a time. Requires the lock.
  void ask_one() {
    Place* silent = nullptr;
    for (Place* one : taken_) {
      if (one->is_asked_) return;
      if (one->is_resumable_ && (silent == nullptr || one->said_ < silent->said_)) silent = one;
    }
    if (silent != nullptr) silent->is_asked_ = true;
  }

  const size_t most_;
  std::mutex mutex_;
  std::vector<Place*> taken_;
  std::atomic<uint64_t> said_ = 0;  // rises
};

}  // namespace dossier
