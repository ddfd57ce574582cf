#include "agent/mcp/seal.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

#include "engine/digest.h"
#include "engine/error.h"

namespace dossier::mcp {
namespace {

constexpr size_t kMostSpent = 10'000;

}  // namespace

Seal::Seal(Entropy& entropy) {
  for (int i = 0; i < 4; ++i) {
    const uint64_t random = entropy.next();
    key_.append(reinterpret_cast<const char*>(&random), sizeof random);
  }
}

std::string Seal::mark_of(std::string_view text) const {
  std::array<unsigned char, EVP_MAX_MD_SIZE> mark{};
  unsigned size = 0;
  if (HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(), mark.data(),
           &size) == nullptr)
    throw Error(ErrorCode::io, "HMAC failed");
  return hex({reinterpret_cast<const char*>(mark.data()), size}, size_t{2} * size);
}

std::string Seal::close(const Json& value) const {
  const std::string text = value.dump();
  const std::string shown = hex(text, 2 * text.size());
  return shown + "." + mark_of(shown);
}

std::optional<Json> Seal::open(std::string_view text) const {
  const size_t dot = text.find('.');
  if (dot == text.npos) return std::nullopt;
  const std::string_view shown = text.substr(0, dot), mark = text.substr(dot + 1);
  const std::string expected = mark_of(shown);
  if (mark.size() != expected.size() ||
      CRYPTO_memcmp(mark.data(), expected.data(), mark.size()) != 0)
    return std::nullopt;
  std::string value;
  for (size_t i = 0; i + 1 < shown.size(); i += 2)
    value += static_cast<char>(std::stoi(std::string(shown.substr(i, 2)), nullptr, 16));
  return read_json(value);
}

bool Seal::spend(std::string_view text, int64_t now_ms, int64_t until_ms) {
  const std::lock_guard lock(mutex_);
  std::erase_if(spent_, [now_ms](const auto& known) { return known.second < now_ms; });
  if (spent_.size() >= kMostSpent) return false;
  return spent_.emplace(text.substr(text.find('.') + 1), until_ms).second;
}

}  // namespace dossier::mcp
