#include "engine/digest.h"

#include <nettle/sha2.h>

#include <charconv>

namespace dossier {

Digest sha256(std::initializer_list<std::string_view> parts) {
  sha256_ctx context;
  sha256_init(&context);
  for (const auto part : parts)
    sha256_update(&context, part.size(), reinterpret_cast<const uint8_t*>(part.data()));
  Digest out{};
  sha256_digest(&context, out.size(), out.data());
  return out;
}

std::string hex(std::string_view bytes, size_t digits) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  out.resize(std::min(out.size(), digits));
  return out;
}

std::optional<Digest> digest_of(std::string_view hex) {
  Digest digest{};
  if (hex.size() != 2 * digest.size()) return std::nullopt;
  for (size_t i = 0; i < digest.size(); ++i) {
    const char* at = hex.data() + 2 * i;
    const auto [end, error] = std::from_chars(at, at + 2, digest[i], 16);
    if (error != std::errc() || end != at + 2) return std::nullopt;
  }
  return digest;
}

}  // namespace dossier
