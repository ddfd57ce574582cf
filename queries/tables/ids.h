#pragma once
// Ids between commas, as group_concat() makes them: how table-valued functions take several.
#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier {

/// Throws Error{invalid}, which names `function`, for anything else.
std::vector<int64_t> ids_of(std::string_view function, std::string_view text);

}  // namespace dossier
