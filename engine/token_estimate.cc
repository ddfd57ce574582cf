#include "engine/token_estimate.h"

namespace dossier {

int64_t token_estimate(std::string_view text) {
  int64_t ascii = 0, others = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      ++ascii;
    else if (byte >= 0xC0)
      ++others;
  }
  return (ascii + 3) / 4 + others;
}

}  // namespace dossier
