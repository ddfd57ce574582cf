#include "engine/readers/snapshot/blob_id.h"

#include <nettle/sha1.h>

#include "engine/digest.h"

namespace dossier::snapshot {

std::string blob_id(std::string_view bytes) {
  const std::string head = "blob " + std::to_string(bytes.size()) + '\0';
  sha1_ctx context;
  sha1_init(&context);
  for (const std::string_view part : {std::string_view(head), bytes})
    sha1_update(&context, part.size(), reinterpret_cast<const uint8_t*>(part.data()));
  uint8_t digest[SHA1_DIGEST_SIZE];
  sha1_digest(&context, sizeof digest, digest);
  return hex({reinterpret_cast<const char*>(digest), sizeof digest});
}

}  // namespace dossier::snapshot
