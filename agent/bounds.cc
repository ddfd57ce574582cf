#include "agent/bounds.h"

namespace dossier {

std::string over(std::string_view what, size_t bytes) {
  constexpr size_t kMega = 1 << 20;
  const std::string amount = bytes % kMega == 0 ? std::to_string(bytes / kMega) + " MB"
                                                : std::to_string(bytes >> 10) + " KB";
  return std::string(what) + " is over " + amount;
}

}  // namespace dossier
