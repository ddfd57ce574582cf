#include "engine/digest.h"

#include <openssl/evp.h>

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

}  // namespace dossier
