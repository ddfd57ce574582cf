#pragma once
// SHA-256, used for migrations, module contents, files, source listings and transcripts.
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace dossier {

using Digest = std::array<uint8_t, 32>;

/// SHA-256 of the concatenated parts. The caller ensures that they are unambiguous without
/// separators.
Digest sha256(std::initializer_list<std::string_view> parts);

inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

/// Lower-case hexadecimal digits, the first `digits` of them.
std::string hex(std::string_view bytes, size_t digits = std::string_view::npos);
/// The digest with these 64 hexadecimal digits; absent for anything else.
std::optional<Digest> digest_of(std::string_view hex);

}  // namespace dossier
