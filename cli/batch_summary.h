#pragma once
// What has become of the cases of a batch: a line for each, and one for all.
#include <vector>

#include "agent/evaluation/run.h"

namespace dossier::cli {

void print_batch(std::vector<evaluation::Outcome> outcomes, bool json);

}  // namespace dossier::cli
