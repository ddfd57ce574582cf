#pragma once
// What the files that hold a question's words say of the symbols that stand in them: doc comments,
// and the words of their lines. The files are chosen by those words and by the symbols found in
// them by name; how many bytes are read is bounded.
#include <functional>
#include <memory>

#include "agent/offline/pool.h"

namespace dossier::offline {

class TextGatherer {
 public:
  virtual ~TextGatherer() = default;
  /// How rare each term is in texts; nothing where none are stored. Sets how strong synonyms are,
  /// so it comes before words are compared.
  virtual std::vector<double> weigh() = 0;
  /// Adds what files say to the pool, and symbols that it lacks.
  virtual void read(const std::function<double(const Pooled&)>& score) = 0;
  /// Sets what the texts say around the uses of the best candidates.
  virtual void say_uses(std::vector<Candidate>& best_first) = 0;
};

/// Of the files of a scope; all arguments live as long.
std::unique_ptr<TextGatherer> text_gatherer(Store& store, const Scope& scope, Question& question,
                                            Likeness& likeness, Pool& pool);

}  // namespace dossier::offline
