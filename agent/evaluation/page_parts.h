#pragma once
// Parts of the page (page.h) that its two sources share.
#include <string>
#include <string_view>

#include "agent/evaluation/page.h"

namespace dossier::evaluation {

inline constexpr size_t kMostShown = 64 << 10;  // bytes of one text
inline constexpr size_t kMostLines = 2'000;     // of one diff

std::string shown_text(std::string_view text);
std::string shown_diff(std::string_view diff);
std::string diff_of(const FileChange& change);

}  // namespace dossier::evaluation
