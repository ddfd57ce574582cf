#pragma once
// The .proto files whose generated module, package or namespace a source file names, imported or
// spelled out. This is the evidence that a one-word name means a definition of a .proto file.
#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "engine/readers/languages/language.h"
#include "engine/readers/proto/vocabulary.h"

namespace dossier::languages {

/// Indexes for Vocabulary::file.
std::unordered_set<uint32_t> linked_protos(const proto::Vocabulary& vocabulary,
                                           std::string_view text, const Language& language);

}  // namespace dossier::languages
