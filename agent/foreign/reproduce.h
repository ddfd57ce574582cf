#pragma once
// Makes the edits of a recorded session again on the files that it began with, and compares: every
// edit applies, and the diff that the program handed in is what has come of the files. Runs nothing
// and writes nothing.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "agent/event.h"
#include "agent/foreign/change.h"

namespace dossier {

struct Reproduction {
  int64_t edits = 0;       // that the record tells of, within its folder
  int64_t reproduced = 0;  // that applied
  int64_t outside = 0;     // of files outside of its folder, which no repository holds
  bool has_submission = false;
  std::vector<std::pair<int64_t, std::string>> problems;  // event and what is wrong, 0 = in the end

  bool is_whole() const { return problems.empty(); }
};

/// `base` gives the files of the repository, by their paths within it.
Reproduction reproduce(const std::vector<SessionEvent>& record,
                       const std::function<foreign::Content(const std::string&)>& base);

}  // namespace dossier
