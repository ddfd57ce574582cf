#pragma once
// How many types, members and references the modules of a snapshot hold. What was read is counted
// as it is added. Of what was not read again the totals of the snapshot before are taken, without
// what is gone and with what has come back.
//
// Rejected: counting the rows of every module. A tree has tens of thousands, of which a change
// touches a few.
#include <cstdint>
#include <vector>

#include "store/store.h"

namespace dossier {

struct Totals {
  int64_t types = 0;
  int64_t members = 0;
  int64_t references = 0;

  void add(const Totals& other, int64_t times = 1);
};

class Tally {
 public:
  /// `store` is borrowed.
  explicit Tally(Store& store) : store_(store) {}

  /// What has been counted so far.
  const Totals& sum() const { return sum_; }
  void add(const Totals& module) { sum_.add(module); }
  /// The snapshot that modules are reused from, and all of its modules.
  void reuse_from(int64_t snapshot, std::vector<int64_t> modules);
  void reuse(int64_t module) { reused_.push_back(module); }
  /// Counts the reused modules of a snapshot of the project; each once.
  void count_reused(int64_t project);
  /// Forgets what was added and reused, not what it was reused from.
  void clear();

 private:
  void count(const std::vector<int64_t>& modules, int64_t times);

  Store& store_;
  Totals sum_;
  int64_t base_ = 0;                   // the snapshot that modules are reused from
  std::vector<int64_t> base_modules_;  // its modules, in order
  std::vector<int64_t> reused_;        // not yet counted
};

}  // namespace dossier
