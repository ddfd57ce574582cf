#pragma once
// The views `refs` and `references` for SQL that people write, as virtual tables over themselves. A
// view of millions of rows that joins ten tables takes half a minute to count; how many references
// a snapshot has is known. Where no column is asked for and nothing restricts the rows, these
// tables give so many rows and read none; otherwise what restricts them goes to the view itself.
//
// Rejected: recognizing `SELECT count(*) FROM refs` by its text.

namespace dossier {

class SearchIndex;

/// Puts them before the views of the same names on the index's connection, until it is closed.
void count_views(SearchIndex& index);

}  // namespace dossier
