#include "agent/mcp/seal.h"

#include <nettle/hmac.h>
#include <nettle/memops.h>

#include "engine/digest.h"

namespace dossier::mcp {
namespace {

constexpr size_t kMostSpent = 10'000;

std::string random_bytes(Entropy& entropy, size_t words) {
  std::string out;
  for (size_t i = 0; i < words; ++i) {
    const uint64_t random = entropy.next();
    out.append(reinterpret_cast<const char*>(&random), sizeof random);
  }
  return out;
}

}  // namespace

std::string unguessable_id(Entropy& entropy) { return hex(random_bytes(entropy, 2), 32); }

Seal::Seal(Entropy& entropy) : key_(random_bytes(entropy, 4)) {}

std::string Seal::mark_of(std::string_view text) const {
  hmac_sha256_ctx context;
  hmac_sha256_set_key(&context, key_.size(), reinterpret_cast<const uint8_t*>(key_.data()));
  hmac_sha256_update(&context, text.size(), reinterpret_cast<const uint8_t*>(text.data()));
  Digest mark{};
  hmac_sha256_digest(&context, mark.size(), mark.data());
  return hex(bytes_of(mark));
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
  if (mark.size() != expected.size() || memeql_sec(mark.data(), expected.data(), mark.size()) == 0)
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
