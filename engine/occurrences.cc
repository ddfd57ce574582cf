#include "engine/occurrences.h"

#include <cstring>

namespace dossier {

size_t Occurrences::next() {
  if (name_.empty() || from_ >= text_.size() || name_.size() > work_left_) return kNone;
  spend(name_.size());
  const std::string_view rest = text_.substr(from_);
  const void* found = ::memmem(rest.data(), rest.size(), name_.data(), name_.size());
  if (found == nullptr) return kNone;
  const auto at = static_cast<size_t>(static_cast<const char*>(found) - text_.data());
  from_ = at + 1;
  return at;
}

}  // namespace dossier
