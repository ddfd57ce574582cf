#pragma once
// Which files may have to follow a change of a schema: handwritten code and what builds it, where
// its text is stored and no larger than what is read.
//
// Rejected: every file, for the rules to judge. Generated code names all that changed and would be
// every list's head.
#include <cstdint>
#include <string_view>

#include "store/scope/texts.h"
#include "store/store.h"

namespace dossier::proto {

inline constexpr int64_t kLargestText = 4 << 20;  // bytes of a text that is looked at

/// Whether the file builds the program.
bool is_build_file(const FileEntry& entry);
/// Whether the file's place, kind and size let it be a suspect; its text may still say that it is
/// generated.
bool may_be_suspect(const FileEntry& entry);
/// Why a file is never a suspect: "vendored", "generated", "docs", …; "" = it can be one.
std::string_view why_no_suspect(Store& store, const FileEntry& entry);

}  // namespace dossier::proto
