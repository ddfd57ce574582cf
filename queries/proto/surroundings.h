#pragma once
// The parts of a context that need the lists of files of a version: its folders, and the .proto
// files that a change is about.
#include "queries/proto/context.h"

namespace dossier::proto {

/// `centers` are paths of files, the most important first.
DirectoryStructure surroundings(const std::vector<std::string>& paths,
                                const std::vector<std::string>& centers);

/// Fills protos, other_protos and proto_diff of the context, from its files.
void add_protos(Store& store, Context& context);

}  // namespace dossier::proto
