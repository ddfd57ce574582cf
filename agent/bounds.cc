#include "agent/bounds.h"

namespace dossier {

std::string size_text(size_t bytes) {
  constexpr size_t kKilo = 1 << 10, kMega = 1 << 20;
  if (bytes % kMega == 0) return std::to_string(bytes / kMega) + " MB";
  return bytes >= kKilo ? std::to_string(bytes / kKilo) + " KB" : std::to_string(bytes) + " bytes";
}

std::string over(std::string_view what, size_t bytes) {
  return std::string(what) + " is over " + size_text(bytes);
}

}  // namespace dossier
