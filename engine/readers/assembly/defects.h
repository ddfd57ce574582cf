#pragma once
// The defects of an assembly. A strict read stops at the first one; a lenient read lists them and
// omits only what they affect. Rejected: catching exceptions around each row, which would add
// another place that catches.
#include <string>
#include <vector>

#include "engine/error.h"

namespace dossier::assembly {

struct Defect {
  std::string where;  // "method 0x06000012", "type Foo.Bar"
  std::string what;
};

class Defects {
 public:
  Defects(bool lenient, std::string origin) : lenient_(lenient), origin_(std::move(origin)) {}

  /// Adds a defect, or throws Error{corrupt} in a strict read.
  void add(std::string where, std::string what);
  /// Throws Error{limit}, lenient or not: continuing would take unbounded time or memory.
  [[noreturn]] void give_up(const std::string& what) const {
    throw Error(ErrorCode::limit, what, origin_);
  }

  const std::vector<Defect>& list() const { return list_; }
  size_t count() const { return count_; }  // the list stops at 1,000

 private:
  bool lenient_;
  std::string origin_;
  std::vector<Defect> list_;
  size_t count_ = 0;
};

}  // namespace dossier::assembly
