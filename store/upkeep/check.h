#pragma once
// Reads all of a database and says what in it is damaged: what SQLite finds wrong with the file and
// with references between rows, packed blocks that are not what was written, posting lists that
// differ from the blocks, texts, modules, sets of source paths and snapshots that do not have their
// hash, names of symbols that differ from the index, rows that count other rows than there are,
// words that are not found. Each finding is a line with the place; no damage stops the search for
// more.
//
// What has no second copy or hash is taken as it is: names of projects and kinds; labels, sources,
// revisions and times of snapshots; times, languages and damaged lines of files; notes and
// settings. So are facts of modules that an earlier version wrote, whose hash tells of an order
// that rows do not keep.
//
// Rejected: a checksum of each table's rows. What they tell beyond the hashes of modules is little,
// and every writer would have to keep it.
#include <functional>
#include <string>
#include <vector>

namespace dossier {

class Store;

/// `more` is what a layer above finds beside that.
std::vector<std::string> damage_in(Store& store,
                                   const std::function<std::vector<std::string>()>& more = {});

}  // namespace dossier
