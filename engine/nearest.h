#pragma once
// What a misspelled word may have meant.
#include <span>
#include <string>
#include <string_view>

namespace dossier {

/// The candidate closest to the word, in any case of letters; "" if none is close.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);
/// " (did you mean 'method'?)", or "".
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace dossier
