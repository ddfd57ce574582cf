#pragma once
// The .proto files whose generated module, package or namespace a source names, be it imported or
// spelt out: the witness that a name of one word means what a .proto defines.
#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "engine/readers/languages/language.h"
#include "engine/readers/proto/vocabulary.h"

namespace dossier::languages {

/// For Vocabulary::file.
std::unordered_set<uint32_t> linked_protos(const proto::Vocabulary& vocabulary,
                                           std::string_view text, const Language& language);

}  // namespace dossier::languages
