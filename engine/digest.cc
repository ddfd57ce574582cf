#include "engine/digest.h"

#include <openssl/evp.h>

#include <charconv>
#include <memory>

#include "engine/error.h"

namespace dossier {

Digest sha256(std::initializer_list<std::string_view> parts) {
  // One context a thread: making one costs more than hashing a message.
  thread_local const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(),
                                                                                EVP_MD_CTX_free);
  Digest out{};
  bool ok = context != nullptr && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  for (const auto part : parts)
    ok = ok && EVP_DigestUpdate(context.get(), part.data(), part.size()) == 1;
  if (!ok || EVP_DigestFinal_ex(context.get(), out.data(), nullptr) != 1)
    throw Error(ErrorCode::internal, "SHA-256 is not available");
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
