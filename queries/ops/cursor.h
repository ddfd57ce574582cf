#pragma once
// A place in an answer of find: what it is about, how many rows came before, and which query it
// belongs to. What would change the order is in it, so that the rest of an answer is the same
// whenever it is asked for: snapshots never change, what grows beside them is cut where it ended,
// words keep their weights, and names of snapshots and sessions (a label, `last`) keep what they
// stood for. Rejected: the last row's rank as a key, which says less and is
// longer.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

struct Cursor {
  std::string scope;  // Scope::text()
  int64_t offset = 0;
  std::vector<int64_t> weights;  // of the query's words; empty: there is one at most
  std::vector<int64_t> ends;     // the last session, finding, note and event; empty: none is asked
  std::vector<int64_t> named;    // ids of the snapshots and sessions that the query names, in order

  /// `1,3@50@9262ae31@7.3@12.0.4.80@1.3`; what is empty at the end is left out.
  std::string text(std::string_view query) const;
};

/// Nothing for text that is no cursor of the query.
std::optional<Cursor> parse_cursor(std::string_view text, std::string_view query);

}  // namespace dossier
