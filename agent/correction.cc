#include "agent/correction.h"

#include <algorithm>
#include <array>

namespace dossier {

bool is_correction(std::string_view text) {
  constexpr std::array<std::string_view, 3> kBeginnings = {
      "Nothing of your last reply", "ACTION_RESULT: INVALID", "Your answer does not"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view begin) { return text.starts_with(begin); });
}

}  // namespace dossier
