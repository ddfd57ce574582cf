// Prints what ranks the answers of `ask` without a model, for bench/fit_answers.py: answer_signals
// DATABASE reads questions, one a line. A question is a line "Q", what it asks for, its terms'
// weights and their rarity; a candidate is a line "C", its full name without
// parameters, its shape, its other signals, and where it says terms: field:term:how well.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>

#include "agent/offline/gather.h"
#include "queries/open.h"

int main(int argc, char** argv) {
  using namespace dossier;
  constexpr size_t kMost = 400;
  if (argc != 2) return 2;
  Store store = open_to_read(argv[1]);
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto question = offline::question_of(line);
    const auto found = offline::gather(store, store.scope("", ""), question, {}, kMost);
    std::printf("Q\t%d", static_cast<int>(question.wanted));
    for (size_t i = 0; i < question.terms.size(); ++i)
      std::printf("\t%g %g", question.terms[i].weight, found.rarity[i]);
    std::printf("\n");
    for (const auto& one : found.candidates) {
      std::printf("C\t%s\t%d\t%g\t%d\t%d\t%d\t%d\t%d\t%d\t%g\t%d\t%g\t%g\t%g\t",
                  one.full_name.substr(0, one.full_name.find('(')).c_str(),
                  static_cast<int>(one.shape), one.precision, one.is_beside, one.is_generated,
                  one.is_public, one.is_accessor, one.is_foreign, one.is_whole, one.together,
                  one.is_aside, std::log(1 + one.body_words), one.related, one.body_words);
      for (size_t field = 0; field < offline::kFields; ++field)
        for (size_t term = 0; term < one.said[field].size(); ++term)
          if (one.said[field][term] > 0)
            std::printf(" %zu:%zu:%.4g", field, term, static_cast<double>(one.said[field][term]));
      std::printf("\n");
    }
  }
}
