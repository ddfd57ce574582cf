#pragma once
// A text of Rust as words and marks, without comments, texts and characters.
#include <cstdint>
#include <string_view>
#include <vector>

namespace dossier::languages {

struct RustToken {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t close = 0;  // of a bracket that opens: the index of the one that closes it, or 0
};

/// In order. Texts and characters are tokens that begin with their quote, lifetimes with theirs.
std::vector<RustToken> rust_tokens(std::string_view text);

}  // namespace dossier::languages
