#pragma once
// Days as a query names them: `2026-01-01..2026-01-31`, of which one may be left out.
#include <optional>
#include <string>

namespace dossier::lang {

struct Days {
  std::string first, last;  // YYYY-MM-DD; "" = whenever
  std::string fault;        // what is wrong with them; "" = nothing
};

/// Absent for a text of another form, as two snapshots have.
std::optional<Days> days_of(const std::string& text);

}  // namespace dossier::lang
