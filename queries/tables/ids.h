#pragma once
// The ids that table-valued functions take: several between commas, as group_concat() makes them,
// and that of a snapshot.
#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier {

class Statements;

/// Throws Error{invalid}, which names `function`, for anything else.
std::vector<int64_t> ids_of(std::string_view function, std::string_view text);
/// Throws Error{not_found} where there is no such snapshot: it would look like an empty one.
void require_snapshot(Statements& statements, int64_t snapshot);

}  // namespace dossier
