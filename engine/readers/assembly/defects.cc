#include "engine/readers/assembly/defects.h"

namespace dossier::assembly {

void Defects::add(std::string where, std::string what) {
  constexpr size_t kMaxListed = 1000;
  if (!lenient_) {
    throw Error(ErrorCode::corrupt, where + ": " + what + " (--lenient imports the rest)", origin_);
  }
  ++count_;
  if (list_.size() < kMaxListed) list_.push_back({std::move(where), std::move(what)});
}

}  // namespace dossier::assembly
