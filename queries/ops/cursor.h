#pragma once
// A position in an answer of find: the snapshots it is about, how many rows came before, and which
// query it belongs to. It carries everything that would otherwise change the order, so that the
// rest of an answer does not depend on when it is asked for: snapshots never change, growing tables
// are cut at their last row of then, words keep their weights, and names of snapshots and sessions
// (a label, `last`) keep their ids.
//
// Rejected: the rank of the last row as a key, which is longer and does not determine as much.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dossier {

struct Cursor {
  std::string scope;  // Scope::text()
  int64_t offset = 0;
  std::vector<int64_t> weights;  // of the query's words; empty if it has at most one
  std::vector<int64_t> ends;     // last session, finding, note and event; empty if not searched
  std::vector<int64_t> named;    // ids of the snapshots and sessions that the query names, in order
  std::map<std::string, int64_t, std::less<>> kinds;  // of the rows before, far into an answer

  /// `1,3@50@9262ae31@7.3@12.0.4.80@1.3`; empty parts at the end are left out. Kinds follow as
  /// `field=20.method=580`, if they are words of lower-case letters.
  std::string text(std::string_view query) const;
};

/// Absent if the text is not a cursor of this query.
std::optional<Cursor> parse_cursor(std::string_view text, std::string_view query);

}  // namespace dossier
