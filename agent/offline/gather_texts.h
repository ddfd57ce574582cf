#pragma once
// What the files that hold a question's words say of the symbols that stand in them: doc comments,
// and the words of their lines. The files are chosen by those words and by the symbols found in
// them by name; how many bytes are read is bounded.
#include <functional>

#include "agent/offline/pool.h"

namespace dossier::offline {

/// Adds what files say to the pool, and symbols that it lacks. Returns how rare each term is in
/// texts; nothing where none are stored.
std::vector<double> gather_texts(Store& store, const Scope& scope, const Question& question,
                                 Likeness& likeness, Pool& pool,
                                 const std::function<double(const Pooled&)>& score);

}  // namespace dossier::offline
