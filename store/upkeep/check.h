#pragma once
// Reads all of a database and says what in it is damaged: what SQLite finds wrong with the file and
// with references between rows, packed blocks that are not what was written, posting lists that
// differ from the blocks, texts and snapshots that do not have their hash, names, signatures and
// keys of symbols that differ from the index, words that are not found. Each finding is a line with
// the place; no damage stops the search for more.
//
// What has no second copy or hash is taken as it is: labels, sources, revisions and times of
// snapshots, times of files, notes and settings; and of modules of sources and assemblies what
// stands beside the names (references, literals, details, lines, flags): they have a hash, but
// their rows do not tell in which order they were read.
#include <functional>
#include <string>
#include <vector>

namespace dossier {

class Store;

/// `more` is what a layer above finds beside that.
std::vector<std::string> damage_in(Store& store,
                                   const std::function<std::vector<std::string>()>& more = {});

}  // namespace dossier
